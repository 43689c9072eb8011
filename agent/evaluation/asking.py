"""What is asked of language models in an evaluation: on one budget, and nothing twice, however often it is broken off.

Every answer is kept in the folder's journal under what was asked, by whom and for what. An evaluation that goes on
does all its work again from the start; what was answered before is there at once, so the same speeches come about.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Lock
from typing import cast

from pydantic import JsonValue

from agent.components import Components
from agent.debater.build import SeatParts, make_method
from agent.evaluation.contestants import ContestantSeat
from agent.evaluation.plan import Spending
from agent.running.setup import MatchSetup
from config.format import Side
from config.role import fallbacks
from config.settings import Models, Settings
from planning.asking.client import LanguageModel
from planning.asking.journal import Journal, JournalledModel, JournalledSource, places
from planning.asking.ledger import Ledger
from planning.debate.argument import EvidenceSource
from planning.methods.contract import Method, OnTrouble
from planning.methods.door import Model
from planning.ports import Answer, OnPiece, Prompt


class _Gates(dict[str, asyncio.Semaphore]):
    """Those of the roles that the settings name; other roles go through the gate of the one they fall back on."""

    def __missing__(self, role: str) -> asyncio.Semaphore:
        return self[fallbacks(role)[1]]


class Asking:
    """All models of an evaluation.

    Args:
        budget: of all runs on this journal together; `limits`: of this one.
        on_answer: told after each answer and each failure.
    """

    def __init__(
        self,
        budget: Spending,
        journal: Journal,
        on_answer: Callable[[], None] = lambda: None,
        limits: Models = Models(),  # noqa: B008  (frozen)
    ) -> None:
        self._journal, self._on_answer = journal, on_answer
        self.calls_before, self.cost_before, self._priced_before, self._run = _spent_before(journal)
        calls = None if budget.calls is None else max(0, budget.calls - self.calls_before)
        cost = None if budget.cost is None else max(0.0, budget.cost - self.cost_before)
        least_calls = min((one for one in (calls, limits.max_calls) if one is not None), default=None)
        self._max_cost = min((one for one in (cost, limits.max_cost) if one is not None), default=None)
        self.ledger = Ledger(least_calls, self._max_cost)
        self._stopped = ""
        self._models: dict[str, tuple[LanguageModel, JournalledModel]] = {}
        self._lock = Lock()  # seats are made in threads

    def of(self, models: Models, spender: str, scope: str, *, anew: bool = True) -> Scoped | None:
        """What asks these models for one purpose; None where none is named.

        Args:
            spender: whom it is booked to.
            scope: what it is for: the same question for something else is another question.
            anew: so is the same question asked again for it.

        Raises:
            ConfigError: a cost is limited, and what a model costs is not known. ProviderError: a key is missing.
        """
        if not any(models.of(role).model for role in models.named):
            return None
        key = f"{spender} {models.model_dump_json()}"

        def asked() -> LanguageModel:
            return LanguageModel(models.limited(None, self._max_cost)).booked_to(self.ledger.account(spender))

        def sampled(temperature: float, top_p: float) -> Scoped:
            named = f"{key} at {temperature} and {top_p}"
            drawn = self._kept(named, models, lambda: self._kept(key, models, asked)[0].sampled(temperature, top_p))
            return Scoped(*drawn, scope, sampled, anew=anew)

        return Scoped(*self._kept(key, models, asked), scope, sampled, anew=anew)

    def _kept(
        self, key: str, models: Models, make: Callable[[], LanguageModel]
    ) -> tuple[LanguageModel, JournalledModel]:
        """What is asked under that key, made once."""
        if key not in self._models:
            model = make()
            with self._lock:
                asking = JournalledModel(model, self._journal, _Gates(places(models)), self._answered)
                asking.stop(self.stopped)
                self._models.setdefault(key, (model, asking))
        return self._models[key]

    def source(self, found: EvidenceSource | None) -> EvidenceSource | None:
        """The same source, which is searched for nothing twice."""
        return JournalledSource(found, self._journal) if found is not None else None

    @property
    def stopped(self) -> str:
        """Why nothing more is asked; empty while it is."""
        return self._stopped or next((one.stopped for _, one in self._models.values() if one.stopped), "")

    def stop(self, reason: str) -> None:
        """Ask nothing more; the first reason is kept."""
        self._stopped = self.stopped or reason
        for _, one in self._models.values():
            one.stop(reason)

    @property
    def answered(self) -> int:
        """Questions that are done with, by whom ever."""
        return sum(one.answered for _, one in self._models.values())

    @property
    def remembered(self) -> int:
        """Answers that were there already."""
        return sum(one.remembered for _, one in self._models.values())

    @property
    def priced(self) -> bool:
        """Whether the price of every call is known, those of earlier runs among them."""
        return self._priced_before and all(row.cost is not None for row in self.ledger.rows())

    async def close(self) -> None:
        for model, _ in self._models.values():
            await model.close()

    def _answered(self) -> None:
        rows = self.ledger.rows()
        priced = all(row.cost is not None for row in rows)
        spent: dict[str, JsonValue] = {"calls": sum(row.calls for row in rows), "cost": round(self.ledger.cost, 6)}
        if spent["calls"]:
            self._journal.put(_run_key(self._run), "spent", spent | {"priced": priced})
        self._on_answer()


def _run_key(number: int) -> str:
    return f"spent by run {number}"


def _spent_before(journal: Journal) -> tuple[int, float, bool, int]:
    """Calls, cost and whether all of it is known, of the runs before; and the number of this one."""
    calls, cost, priced, number = 0, 0.0, True, 1
    while isinstance(found := journal.get(_run_key(number)), dict):
        calls += cast(int, found.get("calls", 0))
        cost += cast(float, found.get("cost", 0.0))
        priced = priced and bool(found.get("priced"))
        number += 1
    return calls, cost, priced, number


class Scoped:
    """A `Model` that asks for one purpose. Asked `anew`, the same question asked again is a question of its own."""

    def __init__(
        self,
        model: LanguageModel,
        journalled: JournalledModel,
        scope: str,
        sampled: Callable[[float, float], Scoped],
        *,
        anew: bool = True,
    ) -> None:
        self._model, self._journalled, self._scope, self.sampled = model, journalled, scope, sampled
        self._anew = anew
        self._asked: Counter[Prompt] = Counter()

    def has(self, *roles: str) -> bool:
        return self._model.has(*roles)

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Answer], deadline: float, while_arriving: OnPiece | None = None
    ) -> Answer:
        return await self._journalled.ask(role, self._named(prompt), answer, deadline, while_arriving)

    async def expect(self, role: str, prompt: Prompt, classes: Iterable[float], deadline: float) -> float:
        return await self._journalled.expect(role, self._named(prompt), tuple(classes), deadline)

    def _named(self, prompt: Prompt) -> Prompt:
        self._asked[prompt] += self._anew
        times = self._asked[prompt]
        return replace(prompt, name=f"{prompt.name} ({self._scope}{f', {times}' if times > 1 else ''})")


class _Parts(SeatParts):
    """Of a seat in an evaluation."""

    def __init__(
        self, setup: MatchSetup, side: Side, own: Components, on_trouble: OnTrouble, asking: Asking, model: Model | None
    ) -> None:
        super().__init__(setup, side, own, on_trouble)
        self._asking, self._model = asking, model

    def model(self, *roles: str) -> Model | None:
        return self._model if self._model is not None and self._model.has(*roles) else None

    def evidence(self) -> EvidenceSource | None:
        return self._asking.source(super().evidence())


class Making:
    """Makes what seats think with: a `MakeMethod`. One sentence encoder for all.

    Args:
        settings: of the evaluation.
    """

    def __init__(self, settings: Settings, asking: Asking) -> None:
        self._shared, self._asking = Components(settings), asking

    def __call__(self, setup: MatchSetup, side: Side, components: Components, on_trouble: OnTrouble) -> Method:
        """As `agent.debater.build.make_method`."""
        seat, settings = setup.seats[side], setup.settings_of(side)
        spender = seat.contestant if isinstance(seat, ContestantSeat) else seat.method
        model = self._asking.of(settings.models, spender, f"{setup.id} {side}")
        own = Components(settings, embedder=self._shared.embedder())
        return make_method(setup, side, own, on_trouble, _Parts(setup, side, own, on_trouble, self._asking, model))
