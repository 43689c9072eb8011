"""One tournament of this server: its log, read and written one after the other, its links, and who waits for news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from agent.server.tournaments.links import Holder, Links
from agent.tournament.core.state import Tournament
from agent.tournament.desk.hidden import PublicRecord
from agent.tournament.log.entry_log import Runner, Writing
from agent.tournament.log.places import open_log

Found = TypeVar("Found")


class NotKept(Exception):
    """What was tried is not to be kept."""


class HeldTournament:
    """A tournament in a folder. Raises LogError, UsageError: it cannot be read.

    `version` grows with everything that is told otherwise than before: entries, by whomever, and how matches stand.
    `elsewhere`: another server that runs its rooms.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._log = open_log(folder)
        self.links = Links(folder)
        self._public = PublicRecord()
        self.version = 0
        self.watchers = 0
        self.gone = self.deleted = False
        self.holding: tuple[str, ...] = ()
        self.trouble: dict[str, str] = {}
        self.elsewhere: Runner | None = None
        self._seq = -1
        self._known: object = None
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()

    @property
    def id(self) -> str:
        return self.folder.name

    async def read(self, made: Callable[[Tournament], Found]) -> Found:
        """Something made of what has been entered until now, by whomever. Raises what `made` does, LogError."""
        async with self._lock:
            return await asyncio.to_thread(lambda: made(self._log.state()))

    async def read_public(self, made: Callable[[Tournament], Found]) -> Found:
        """The same, with codes instead of names that are hidden."""
        return await self.read(lambda record: made(self._public.of(record)))

    async def write(self, step: Callable[[Writing], Found], *, keep: bool = True, runner: str = "") -> Found:
        """A step under the log's lock. `keep`: else nothing of it is; `runner`: as `EntryLog.writing`.

        Raises what `step` does, LogError.
        """

        def work() -> Found:
            found: list[Found] = []
            try:
                with self._log.writing(runner) as desk:
                    found.append(step(desk))
                    if not keep:
                        raise NotKept
            except NotKept:
                pass
            return found[0]

        async with self._lock:
            made = await asyncio.to_thread(work)
        if keep:
            self.tell()
        return made

    async def claim(self, who: Runner, seconds: float) -> Runner:
        """As `EntryLog.claim`."""
        async with self._lock:
            return await asyncio.to_thread(self._log.claim, who, seconds)

    async def holder(self, word: str) -> Holder:
        """Whom a link is for. Raises UnknownLink."""
        return await self.read(lambda record: self.links.holder(word, record))

    # -- news --------------------------------------------------------------------------------------

    async def look(self, matches: object) -> None:
        """Whether anything has become otherwise; whoever waits is told. `matches`: how they stand, to be compared."""
        seq = await self.read(lambda record: record.seq)
        if (seq, matches) != (self._seq, self._known):
            self._seq, self._known = seq, matches
            self.tell()

    def tell(self) -> None:
        """Wake all who wait, each once."""
        self.version += 1
        self._news.set()
        self._news = asyncio.Event()

    async def beyond(self, version: int) -> None:
        """Returns when there is news since, or the tournament is gone."""
        while self.version <= version and not self.gone:
            await self._news.wait()

    def end(self, *, deleted: bool = False) -> None:
        """Nobody works at it or waits for it any more."""
        self.gone, self.deleted = True, deleted
        self.tell()

    def close(self) -> None:
        self._log.close()
