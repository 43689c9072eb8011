"""All calls of one run: one budget of calls, money and time, and nothing asked twice however often it is broken off."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from config.errors import ProviderError
from config.role import fallbacks
from config.settings import Models
from planning.asking.asking import asked
from planning.asking.journal import CALL_SECONDS, Journal, JournalledModel, JournalledSource, NamedLLM, Stopped, places
from planning.asking.ledger import Ledger
from planning.debate.argument import EvidenceSource
from planning.ports import Answer, Prompt


class CountingLLM(NamedLLM, Protocol):
    """A language model that counts what it is used for."""

    ledger: Ledger


@dataclass(frozen=True)
class Progress:
    """How far a run is. `answered` of `expected` questions, `remembered` of them from before; of this run: `calls` with
    their tries, `tokens` both ways, `cost` where prices are known, `seconds`; `left`: seconds, None where unknown."""

    answered: int
    expected: int
    remembered: int
    calls: int
    tokens: int
    cost: float
    seconds: float
    left: float | None


class Questions:
    """Questions to one journalled model. `expected`: how many there will be, as far as it is known."""

    def __init__(self, model: JournalledModel) -> None:
        self.model, self.expected = model, 0

    @property
    def stopped(self) -> str:
        """Why no further call is made; empty while there may be more."""
        return self.model.stopped

    async def ask(
        self,
        role: str,
        prompt: Prompt,
        answer: type[Answer],
        fault: Callable[[Answer], str | None] = lambda answer: None,
        *,
        sample: int = 0,
    ) -> Answer:
        """An answer in which `fault` finds nothing wrong, asked for twice at the most.

        Args:
            sample: the same question with another number is another question: an answer drawn anew.

        Raises:
            ProviderError: no answer. ModelOutputError: two of no use. Stopped: no call is made any more.
        """
        if sample:
            prompt = replace(prompt, name=f"{prompt.name}, sample {sample}")
        return await asked(self.model, role, prompt, answer, fault, CALL_SECONDS)

    async def tried(
        self,
        role: str,
        prompt: Prompt,
        answer: type[Answer],
        fault: Callable[[Answer], str | None] = lambda answer: None,
        *,
        sample: int = 0,
    ) -> Answer | str:
        """As `ask`, or why there is no answer that could be used. Raises Stopped."""
        try:
            return await self.ask(role, prompt, answer, fault, sample=sample)
        except Stopped:
            raise
        except ProviderError as error:
            return str(error)


class Calls(Questions):
    """Asks a model for one run. Use as a context, which holds the journal.

    Args:
        journal: the file in which answers are kept, and from which a run goes on; None, and they are kept in memory.
        models: whose servers have so many places; None, and `places_alone` calls go out at a time.
        seconds: that the run may take, from now on.
        on_progress: told after each answer and each failure.

    Raises:
        LibraryError: on entering, the journal cannot be written, is none, or another program is at it.
    """

    def __init__(
        self,
        journal: Path | None,
        llm: CountingLLM,
        models: Models | None,
        *,
        places_alone: int = 4,
        seconds: float | None = None,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        self.journal = _InMemory() if journal is None else Journal(journal)
        self._on_progress, self._began = on_progress, time.monotonic()
        self._until = math.inf if seconds is None else self._began + seconds
        self._ledger = llm.ledger
        self._calls_before, self._tokens_before, self._cost_before = self._spent()
        gates = _Gates(places(models)) if models is not None else _OneGate(places_alone)
        super().__init__(JournalledModel(llm, self.journal, gates, self._answered, until=self._until))
        self._open = ExitStack()

    def __enter__(self) -> Calls:
        self._open.enter_context(self.journal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def source(self, found: EvidenceSource | None) -> EvidenceSource | None:
        """The same source, which is searched for nothing twice."""
        return None if found is None else JournalledSource(found, self.journal)

    def stop(self, reason: str) -> None:
        """Make no further call; the first reason is kept."""
        self.model.stop(reason)

    @property
    def progress(self) -> Progress:
        calls, tokens, cost = self._spent()
        answered, asked_now = self.model.answered, len(self.model.spans)
        expected, seconds = max(self.expected, answered), time.monotonic() - self._began
        left = seconds / asked_now * (expected - answered) if asked_now else None
        if left is not None:
            left = min(left, max(0.0, self._until - time.monotonic()))
        return Progress(
            answered,
            expected,
            self.model.remembered,
            calls - self._calls_before,
            tokens - self._tokens_before,
            cost - self._cost_before,
            seconds,
            left,
        )

    def _spent(self) -> tuple[int, int, float]:
        rows = self._ledger.rows()
        tokens = sum(row.prompt_tokens + row.completion_tokens for row in rows)
        return sum(row.calls for row in rows), tokens, sum(row.cost or 0.0 for row in rows)

    def _answered(self) -> None:
        self._on_progress(self.progress)


class _Gates(dict[str, asyncio.Semaphore]):
    """Those of the roles that the settings name; other roles go through the gate of the one they fall back on."""

    def __missing__(self, role: str) -> asyncio.Semaphore:
        return self[fallbacks(role)[1]]


class _OneGate(dict[str, asyncio.Semaphore]):
    """The same for all roles."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._gate = asyncio.Semaphore(count)

    def __missing__(self, role: str) -> asyncio.Semaphore:
        return self._gate


class _InMemory(Journal):
    """Forgets with the program: for calls whose worth is over with what they are made for."""

    def __init__(self) -> None:
        super().__init__(Path("memory"))

    def __enter__(self) -> Journal:
        return self

    def _write(self, line: dict[str, Any]) -> None:
        pass


def drawn_at(models: Models, temperatures: Mapping[str, float]) -> Models:
    """The settings with a model of its own for each of these roles (`METHOD.ROLE`): the one it falls back on, asked at
    that temperature where the settings name none."""
    own = {role: models.of(role) for role in temperatures}
    cooled = {
        role: one if one.temperature is not None else one.model_copy(update={"temperature": temperatures[role]})
        for role, one in own.items()
    }
    return models.model_copy(update={"roles": {**models.roles, **cooled}})
