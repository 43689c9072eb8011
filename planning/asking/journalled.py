"""The model as growth and judges ask it: what was answered before is not asked again, so many calls run at a time.

The deadline of a call counts from when it has a place. When the budget is spent, or one call after another fails, no
further call is made: what was answered is in the journal.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from pydantic import JsonValue, ValidationError

from config.errors import BudgetSpent, ModelOutputError, ProviderError
from config.settings import Models
from planning.asking.journal import Journal, key_of
from planning.debate.argument import Evidence
from planning.debate.evidence_source import EvidenceSource
from planning.ports import LLM, Answer, Prompt

CALL_SECONDS = 120.0  # for one call with all its tries
SEARCH_SECONDS = 20.0
LOST_IN_A_ROW = 3  # calls without an answer after which nobody is thought to be there
Value = TypeVar("Value")


class NamedLLM(LLM, Protocol):
    """A language model that says who answers in each role, and whether with log probabilities (after an `expect`)."""

    def name(self, role: str) -> str: ...

    def tells_chances(self, role: str) -> bool: ...


@dataclass(frozen=True)
class Span:
    """A call that was made, in seconds by time.monotonic()."""

    begin: float
    end: float


class Stopped(ProviderError):
    """No call was made, for none is made any more."""


class JournalledModel:
    """An `LLM` over another one.

    Args:
        gates: for each role the places of its server, one for each call at a time.
        on_answer: told after each answer and each failure.
    """

    def __init__(
        self,
        llm: NamedLLM,
        journal: Journal,
        gates: Mapping[str, asyncio.Semaphore],
        on_answer: Callable[[], None] = lambda: None,
    ) -> None:
        self._llm, self._journal, self._on_answer = llm, journal, on_answer
        self._gates = gates
        self._lost = 0
        self.stopped = ""  # why no further call is made
        self.spans: list[Span] = []
        self.remembered = 0  # answers that the journal had

    @property
    def answered(self) -> int:
        """Questions that are done with, by whom ever."""
        return len(self.spans) + self.remembered

    async def ask(self, role: str, prompt: Prompt, answer: type[Answer], deadline: float) -> Answer:
        key = key_of("ask", role, self._who(role), prompt.name, prompt.system, prompt.user, answer.__name__)
        if (known := self._journal.get(key)) is not None:
            try:
                found = answer.model_validate(known)
            except ValidationError:
                pass  # the shape has changed since: asked again
            else:
                self._recall()
                return found
        given = await self._placed(role, lambda seconds: self._llm.ask(role, prompt, answer, seconds), deadline)
        self._keep(key, prompt, given.model_dump(mode="json"))
        return given

    async def expect(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> float:
        key = key_of("expect", role, self._who(role), prompt.name, prompt.system, prompt.user, list(classes))
        known = self._journal.get(key)
        if isinstance(known, int | float):
            self._recall()
            return float(known)
        given = await self._placed(role, lambda seconds: self._llm.expect(role, prompt, classes, seconds), deadline)
        self._keep(key, prompt, given)
        return given

    async def tells_chances(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> bool:
        """Whether its server tells log probabilities, found out by one question; false where that has no answer."""
        key = key_of("chances", role, self._who(role))
        if isinstance(known := self._journal.get(key), bool):
            self._recall()
            return known
        try:
            await self._placed(role, lambda seconds: self._llm.expect(role, prompt, classes, seconds), deadline)
        except ProviderError:
            return False
        told = self._llm.tells_chances(role)
        self._keep(key, prompt, told)
        return told

    def stop(self, reason: str) -> None:
        """Make no further call; the first reason is kept."""
        self.stopped = self.stopped or reason

    def _who(self, role: str) -> str:
        """Which model answers; where it runs makes no difference to what it says."""
        return self._llm.name(role).partition(" at ")[0]

    def _recall(self) -> None:
        self.remembered += 1
        self._on_answer()

    def _keep(self, key: str, prompt: Prompt, value: JsonValue) -> None:
        self._journal.put(key, prompt.name, value)
        self._on_answer()

    async def _placed(self, role: str, call: Callable[[float], Awaitable[Value]], deadline: float) -> Value:
        async with self._gates[role]:
            if self.stopped:
                raise Stopped("stopped", self.stopped)
            begin = time.monotonic()
            try:
                given = await call(min(deadline, CALL_SECONDS))
            except BudgetSpent as error:
                self.stop(str(error))
                raise
            except ModelOutputError:
                self._lost = 0
                self.spans.append(Span(begin, time.monotonic()))
                raise
            except ProviderError as error:
                self._lost += 1
                if self._lost >= LOST_IN_A_ROW:
                    self.stop(str(error))
                raise
            self._lost = 0
            self.spans.append(Span(begin, time.monotonic()))
            return given


def places(models: Models) -> dict[str, asyncio.Semaphore]:
    """A place for every call that a role's server takes at a time; roles on one server share them."""
    servers: dict[tuple[str | None, str], int] = {}
    for role in models.named:
        one = models.of(role)
        server = (one.base_url, one.key_variable)
        servers[server] = min(one.in_flight, servers.get(server, one.in_flight))
    gates = {server: asyncio.Semaphore(count) for server, count in servers.items()}
    return {role: gates[models.of(role).base_url, models.of(role).key_variable] for role in models.named}


def in_sequence(spans: Iterable[Span]) -> int:
    """How many calls came one after the other at most: what the wall clock had to wait for."""
    count, last = 0, float("-inf")
    for span in sorted(spans, key=lambda span: span.end):
        if span.begin >= last:
            count, last = count + 1, span.end
    return count


class JournalledSource:
    """An `EvidenceSource` over another one: what was found once is found again, so that the questions stay the same."""

    def __init__(self, source: EvidenceSource, journal: Journal) -> None:
        self._source, self._journal = source, journal
        self.name = source.name

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        key = key_of("search", self.name, query, limit)
        known = self._journal.get(key)
        if isinstance(known, list):
            try:
                return [Evidence.model_validate(one) for one in known]
            except ValidationError:
                pass
        found = await self._source.search(query, limit, deadline)
        self._journal.put(key, "search", [one.model_dump(mode="json") for one in found])
        return found
