"""What is asked of language models in an evaluation: on one budget, and nothing twice, however often it is broken off.

Every answer is kept in the folder's journal under what was asked, by whom and for what. An evaluation that goes on
does all its work again from the start; what was answered before is there at once, so the same speeches come about.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Protocol, cast

from agent.components import Components
from agent.debater.build import SeatParts, make_method
from agent.evaluation.contestants import ContestantSeat
from agent.evaluation.plan import Spending
from agent.running.setup import MatchSetup
from config.format import Side
from config.role import fallbacks
from config.settings import Models, Settings
from planning.asking.client import LanguageModel
from planning.asking.journal import Gates, JournalledModel, JournalledSource, KeptAnswers, ServerKey, places
from planning.asking.ledger import Ledger, Purse
from planning.debate.argument import EvidenceSource
from planning.methods.contract import Method, OnTrouble
from planning.methods.door import Model
from planning.ports import Answer, OnPiece, Prompt


class _Gates(dict[str, AbstractAsyncContextManager[Any]]):
    """Those of the roles that the settings name; other roles go through the gate of the one they fall back on."""

    def __missing__(self, role: str) -> AbstractAsyncContextManager[Any]:
        return self[fallbacks(role)[1]]


@dataclass(frozen=True)
class SpentBefore:
    """What the runs before this one, number `run`, came to. `priced`: all of it has a known price."""

    calls: int = 0
    cost: float = 0.0
    priced: bool = True
    run: int = 1

    def left(self, budget: Spending, limits: Models) -> tuple[int | None, float | None]:
        """Calls and money that this run may still spend, with limits of its own."""
        calls = None if budget.calls is None else max(0, budget.calls - self.calls)
        cost = None if budget.cost is None else max(0.0, budget.cost - self.cost)
        return (
            min((one for one in (calls, limits.max_calls) if one is not None), default=None),
            min((one for one in (cost, limits.max_cost) if one is not None), default=None),
        )


def spent_before(journal: KeptAnswers) -> SpentBefore:
    before = SpentBefore()
    while isinstance(found := journal.get(_run_key(before.run)), dict):
        before = SpentBefore(
            before.calls + cast(int, found.get("calls", 0)),
            before.cost + cast(float, found.get("cost", 0.0)),
            before.priced and bool(found.get("priced")),
            before.run + 1,
        )
    return before


def book(journal: KeptAnswers, run: int, calls: int, cost: float, priced: bool) -> None:
    """Keep what a run has come to so far."""
    if calls:
        journal.put(_run_key(run), "spent", {"calls": calls, "cost": round(cost, 6), "priced": priced})


def _run_key(number: int) -> str:
    return f"spent by run {number}"


class Shared(Protocol):
    """What several processes that ask for one purpose have in common, where it is kept and booked for them all.

    `max_cost`: what may be spent; None without a limit.
    """

    @property
    def max_cost(self) -> float | None: ...

    @property
    def purse(self) -> Purse: ...

    def gates(self, models: Models) -> Gates: ...

    def model(self, models: Models) -> LanguageModel:
        """What asks these models, made once a process."""


class Asking:
    """All models of an evaluation.

    Args:
        budget: of all runs on this journal together; `limits`: of this one.
        on_answer: told after each answer and each failure.
        shared: with other processes, instead of that budget.
    """

    def __init__(
        self,
        budget: Spending,
        journal: KeptAnswers,
        on_answer: Callable[[], None] = lambda: None,
        limits: Models = Models(),  # noqa: B008  (frozen)
        shared: Shared | None = None,
    ) -> None:
        self._journal, self._on_answer, self._shared = journal, on_answer, shared
        if shared is None:
            self._before = spent_before(journal)
            calls, self._max_cost = self._before.left(budget, limits)
            self.ledger = Ledger(calls, self._max_cost)
        else:
            self._before, self._max_cost = SpentBefore(), shared.max_cost
            self.ledger = Ledger(purse=shared.purse)
        self._stopped = ""
        self._models: dict[str, tuple[LanguageModel, JournalledModel]] = {}
        self._servers: dict[ServerKey, asyncio.Semaphore] = {}
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
            limited = models.limited(None, self._max_cost)
            model = LanguageModel(limited) if self._shared is None else self._shared.model(limited)
            return model.booked_to(self.ledger.account(spender))

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
                gates = _Gates(self._gates(models))
                asking = JournalledModel(model, self._journal, gates, self._answered, recalled=model.recalled)
                asking.stop(self.stopped)
                self._models.setdefault(key, (model, asking))
        return self._models[key]

    def _gates(self, models: Models) -> Gates:
        """One server takes so many calls at a time, whoever asks it."""
        return places(models, self._servers) if self._shared is None else self._shared.gates(models)

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
    def calls(self) -> int:
        """Of all runs, as `cost`: what is known of it."""
        return self._before.calls + self.ledger.calls

    @property
    def cost(self) -> float:
        return self._before.cost + self.ledger.cost

    @property
    def priced(self) -> bool:
        """Whether the price of every call is known, those of earlier runs among them."""
        return self._before.priced and all(row.cost is not None for row in self.ledger.rows())

    async def close(self) -> None:
        if self._shared is None:
            for model, _ in self._models.values():
                await model.close()

    def _answered(self) -> None:
        if self._shared is None:
            rows = self.ledger.rows()
            priced = all(row.cost is not None for row in rows)
            book(self._journal, self._before.run, sum(row.calls for row in rows), self.ledger.cost, priced)
        self._on_answer()


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
        parts: made of them, whose encoder is used.
    """

    def __init__(self, settings: Settings, asking: Asking, parts: Components | None = None) -> None:
        self._shared, self._asking = parts or Components(settings), asking

    def __call__(self, setup: MatchSetup, side: Side, components: Components, on_trouble: OnTrouble) -> Method:
        """As `agent.debater.build.make_method`."""
        seat, settings = setup.seats[side], setup.settings_of(side)
        spender = seat.contestant if isinstance(seat, ContestantSeat) else seat.method
        model = self._asking.of(settings.models, spender, f"{setup.id} {side}")
        own = Components(settings, embedder=self._shared.embedder())
        return make_method(setup, side, own, on_trouble, _Parts(setup, side, own, on_trouble, self._asking, model))
