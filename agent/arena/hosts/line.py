"""A match's side of the office: its journal, its purse and its gates are over there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

from pydantic import JsonValue

from agent.arena.folder import JOURNAL
from agent.arena.hosts.office import Attempt, Most
from agent.local.virtual_time import VirtualTimeLoop
from config.errors import BudgetSpent, LibraryError
from config.settings import Models
from planning.asking.client import LanguageModel
from planning.asking.journal import Gates, ServerKey, Stopped, server_of, takes


class Line(Protocol):
    """Calls a method of the office; in the order in which they were called."""

    def __call__(self, method: str, *given: object) -> Future[Any]: ...


@dataclass(frozen=True)
class OfficeJournal:
    """The answers over there."""

    line: Line

    def get(self, key: str) -> JsonValue:
        found: JsonValue = self.line("known", key).result()
        return found

    def put(self, key: str, asked: str, value: JsonValue) -> None:
        if reason := self.line("keep", key, asked, value).result():
            raise LibraryError(Path(JOURNAL), "", reason)


@dataclass(frozen=True)
class OfficePurse:
    """The budget over there, for one attempt at a match: a `Purse`."""

    line: Line
    by: Attempt

    def reserve(self, model: str, most: Most) -> None:
        if reason := self.line("reserve", self.by, model, most).result():
            raise BudgetSpent(model, reason)

    def settle(self, most: Most, cost: Most) -> None:
        self.line("settle", self.by, most, cost)


@dataclass
class _Clock:
    """Virtual time stands still while a match waits for a place that others have. It does not where the match has one
    itself: whoever has it may have to let time pass before giving it back."""

    waiting: int = 0
    inside: int = 0
    _standing: asyncio.Future[None] | None = None

    def change(self, *, waiting: int = 0, inside: int = 0) -> None:
        self.waiting, self.inside = self.waiting + waiting, self.inside + inside
        stands = self.waiting > 0 and self.inside == 0
        if self._standing is not None and not stands:
            self._standing.set_result(None)
            self._standing = None
        elif self._standing is None and stands and isinstance(loop := asyncio.get_running_loop(), VirtualTimeLoop):
            self._standing = loop.create_future()
            loop.hold(self._standing)


@dataclass(frozen=True)
class _Gate(AbstractAsyncContextManager[None]):
    """The places of a server. Raises Stopped: there are none any more."""

    line: Line
    by: Attempt
    server: ServerKey
    places: int
    clock: _Clock

    async def __aenter__(self) -> None:
        future = asyncio.wrap_future(self.line("enter", self.by, self.server, self.places))
        self.clock.change(waiting=1)
        try:
            reason = await asyncio.shield(future)
        except asyncio.CancelledError:  # the place that it may be given yet is given back
            future.add_done_callback(lambda _: self.line("leave", self.by, self.server))
            raise
        finally:
            self.clock.change(waiting=-1)
        if reason:
            raise Stopped("stopped", reason)
        self.clock.change(inside=1)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clock.change(inside=-1)
        self.line("leave", self.by, self.server)


@dataclass(frozen=True)
class OfficeShare:
    """What an attempt at a match shares with all others: a `Shared`. `made`: models that this process has made before,
    for connections take longer to make than to use."""

    line: Line
    by: Attempt
    max_cost: float | None
    made: dict[str, LanguageModel] = field(default_factory=dict)
    clock: _Clock = field(default_factory=_Clock)

    @property
    def purse(self) -> OfficePurse:
        return OfficePurse(self.line, self.by)

    def model(self, models: Models) -> LanguageModel:
        key = models.model_dump_json()
        if key not in self.made:
            self.made[key] = LanguageModel(models)
        return self.made[key]

    def gates(self, models: Models) -> Gates:
        places: Mapping[ServerKey, int] = takes(models)
        servers = {role: server_of(models, role) for role in models.named}
        return {role: _Gate(self.line, self.by, server, places[server], self.clock) for role, server in servers.items()}
