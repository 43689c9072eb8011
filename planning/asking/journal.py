"""What growth or judges have been answered already, so that what was interrupted goes on without asking twice.

An append-only file of JSON lines beside the library file: one for each finished answer, under a key made of everything
that was asked, and flushed before the answer is used. A line that a crash cut short is passed over; one program at a
time writes to it. So many calls run at a time. When the budget is spent, or one call after another fails, no further
call is made.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import json
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol, TypeVar

from pydantic import JsonValue, ValidationError

from config.errors import BudgetSpent, LibraryError, ModelOutputError, ProviderError
from config.settings import Models
from planning.debate.argument import Evidence, EvidenceSource
from planning.ports import LLM, Answer, OnPiece, Prompt

HEAD = {"schema": "rostrum.rehearsal-journal", "version": 1}
CALL_SECONDS = 120.0  # for one call with all its tries
SEARCH_SECONDS = 20.0
TIME_IS_UP = "the time there was is over"
LOST_IN_A_ROW = 3  # calls without an answer after which nobody is thought to be there
Value = TypeVar("Value")


def key_of(*parts: object) -> str:
    """A key that is the same for the same parts, in every run."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str).encode()).hexdigest()


class KeptAnswers(Protocol):
    """What has been answered, by key."""

    def get(self, key: str) -> JsonValue:
        """What was answered; None if nothing was."""

    def put(self, key: str, asked: str, value: JsonValue) -> None:
        """Keep an answer before it is used. `asked` says in a word what the question was."""


class Journal:
    """Answers by key, in memory and on disk. Use as a context.
    Raises LibraryError: the file cannot be written, is something else, or another program is writing to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, JsonValue] = {}
        self._file: IO[str] | None = None

    def __enter__(self) -> Journal:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+", encoding="utf-8", errors="replace")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise LibraryError(self.path, "", "another run is writing to it; wait for it or end it") from None
        except OSError as error:
            self._close()
            raise LibraryError(self.path, "", f"cannot be written: {error.strerror}") from error
        self._read(self._file)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: str) -> JsonValue:
        """What was answered; None if nothing was."""
        return self._known.get(key)

    def put(self, key: str, asked: str, value: JsonValue) -> None:
        """Keep an answer. `asked` says in a word what the question was, for people who read the file.
        Raises LibraryError: it cannot be written."""
        self._write({"key": key, "asked": asked, "value": value})
        self._known[key] = value

    def _read(self, file: IO[str]) -> None:
        file.seek(0)
        text = file.read()
        lines = list(_objects(text))
        if text.strip() and (not lines or lines[0].get("schema") != HEAD["schema"]):
            raise LibraryError(self.path, "line 1", "not a journal of answers; name another place for it")
        self._known = {line["key"]: line.get("value") for line in lines if isinstance(line.get("key"), str)}
        if text and not text.endswith("\n"):
            file.write("\n")  # what a crash cut short ends here
        if not text:
            self._write(HEAD)

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None, "the journal is used outside its context"
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:
            raise LibraryError(self.path, "", f"cannot be written: {error.strerror}") from error

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    for line in text.split("\n"):
        try:
            found = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found


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


Gates = Mapping[str, AbstractAsyncContextManager[Any]]


class JournalledModel:
    """An `LLM` over another one. `gates`: for each role the places of its server, one for each call at a time; one that
    raises Stopped ends all asking. `on_answer`: told after each answer and each failure. `until`: by time.monotonic();
    no call lasts longer. `recalled`: waited for where an answer is known."""

    def __init__(
        self,
        llm: NamedLLM,
        journal: KeptAnswers,
        gates: Gates,
        on_answer: Callable[[], None] = lambda: None,
        *,
        until: float = math.inf,
        recalled: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._llm, self._journal, self._on_answer = llm, journal, on_answer
        self._gates, self._until, self._recalled = gates, until, recalled
        self._lost = 0
        self.stopped = ""  # why no further call is made
        self.spans: list[Span] = []
        self.remembered = 0  # answers that the journal had

    @property
    def answered(self) -> int:
        """Questions that are done with, by whom ever."""
        return len(self.spans) + self.remembered

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Answer], deadline: float, while_arriving: OnPiece | None = None
    ) -> Answer:
        """What the journal knows is there at once."""
        key = key_of("ask", role, self._who(role), prompt.name, prompt.system, prompt.user, answer.__name__)
        if (known := self._journal.get(key)) is not None:
            try:
                found = answer.model_validate(known)
            except ValidationError:
                pass  # the shape has changed since: asked again
            else:
                await self._recall()
                return found

        async def put(seconds: float) -> Answer:
            return await self._llm.ask(role, prompt, answer, seconds, while_arriving)

        given = await self._placed(role, put, deadline)
        self._keep(key, prompt, given.model_dump(mode="json"))
        return given

    async def expect(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> float:
        key = key_of("expect", role, self._who(role), prompt.name, prompt.system, prompt.user, list(classes))
        known = self._journal.get(key)
        if isinstance(known, int | float):
            await self._recall()
            return float(known)
        given = await self._placed(role, lambda seconds: self._llm.expect(role, prompt, classes, seconds), deadline)
        self._keep(key, prompt, given)
        return given

    async def tells_chances(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> bool:
        """Whether its server tells log probabilities, found out by one question; false where that has no answer."""
        key = key_of("chances", role, self._who(role))
        if isinstance(known := self._journal.get(key), bool):
            await self._recall()
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

    async def _recall(self) -> None:
        self.remembered += 1
        self._on_answer()
        if self._recalled is not None:
            await self._recalled()

    def _keep(self, key: str, prompt: Prompt, value: JsonValue) -> None:
        self._journal.put(key, prompt.name, value)
        self._on_answer()

    async def _placed(self, role: str, call: Callable[[float], Awaitable[Value]], deadline: float) -> Value:
        try:
            async with self._gates[role]:
                if time.monotonic() >= self._until:
                    self.stop(TIME_IS_UP)
                if self.stopped:
                    raise Stopped("stopped", self.stopped)
                return await self._made(call, deadline)
        except Stopped as error:
            self.stop(error.reason)
            raise

    async def _made(self, call: Callable[[float], Awaitable[Value]], deadline: float) -> Value:
        begin = time.monotonic()
        try:
            given = await call(min(deadline, CALL_SECONDS, self._until - begin))
        except BudgetSpent as error:
            self.stop(str(error))
            raise
        except ModelOutputError:
            self._lost = 0
            self.spans.append(Span(begin, time.monotonic()))
            raise
        except ProviderError as error:
            if time.monotonic() >= self._until:
                self.stop(TIME_IS_UP)
            self._lost += 1
            if self._lost >= LOST_IN_A_ROW:
                self.stop(str(error))
            raise
        self._lost = 0
        self.spans.append(Span(begin, time.monotonic()))
        return given


ServerKey = tuple[str | None, str]


def places(models: Models, servers: dict[ServerKey, asyncio.Semaphore] | None = None) -> dict[str, asyncio.Semaphore]:
    """A place for every call that a role's server takes at a time; roles on one server share them, and so do all models
    for which the same `servers` are given, which gets those that are new."""
    gates = {} if servers is None else servers
    for server, count in takes(models).items():
        gates.setdefault(server, asyncio.Semaphore(count))
    return {role: gates[server_of(models, role)] for role in models.named}


def server_of(models: Models, role: str) -> ServerKey:
    """The address of a role's server, and the variable of its key."""
    one = models.of(role)
    return one.base_url, one.key_variable


def takes(models: Models) -> dict[ServerKey, int]:
    """How many calls each server takes at a time."""
    servers: dict[ServerKey, int] = {}
    for role in models.named:
        server, most = server_of(models, role), models.of(role).in_flight
        servers[server] = min(most, servers.get(server, most))
    return servers


def in_sequence(spans: Iterable[Span]) -> int:
    """How many calls came one after the other at most: what the wall clock had to wait for."""
    count, last = 0, float("-inf")
    for span in sorted(spans, key=lambda span: span.end):
        if span.begin >= last:
            count, last = count + 1, span.end
    return count


class JournalledSource:
    """An `EvidenceSource` over another one: what was found once is found again, so that the questions stay the same."""

    def __init__(self, source: EvidenceSource, journal: KeptAnswers) -> None:
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
