"""The only loop: takes events in, stamps, applies, logs and broadcasts them, and carries out the commands."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import Callable
from typing import Protocol

from agent.events import ClockSignal, Event, MatchCreated, MatchEnded, TurnStarted
from agent.log import MatchLog
from agent.match import CancelSchedule, CloseFloor, Command, Finish, Match, OpenFloor, Schedule
from config.errors import LogError, RuleError

CLOCK_GRAIN_SECONDS = 1e-6  # what is due sooner than a timer can tell is due now
CHAIR_ONLY = (MatchCreated, TurnStarted, ClockSignal, MatchEnded)


class Venue(Protocol):
    """Where a match is held. Its seats bring events in through `Runner.post`."""

    async def open_floor(self, command: OpenFloor) -> None: ...

    async def close_floor(self, command: CloseFloor) -> None:
        """After this nothing more of that side is heard; its last reports may still come in."""
        ...

    async def broadcast(self, event: Event) -> None: ...


class Runner:
    """Runs one match to its end.

    Args:
        on_event: told of every accepted event, for a screen.
        on_refused: told of an event that the rules did not allow, with the reason.
    """

    def __init__(
        self,
        log: MatchLog,
        venue: Venue,
        *,
        on_event: Callable[[Event, Match], None] = lambda event, match: None,
        on_refused: Callable[[Event, str], None] = lambda event, reason: None,
    ) -> None:
        self.match = Match()
        self._log, self._venue = log, venue
        self._on_event, self._on_refused = on_event, on_refused
        self._inbox: asyncio.Queue[Event] = asyncio.Queue()
        self._due: list[tuple[float, int, Event]] = []
        self._order = itertools.count()
        self._zero = 0.0
        self._finished = False

    def post(self, event: Event) -> None:
        """An event from a seat. It cannot move the clock or the turns, but for yielding its own."""
        if isinstance(event, CHAIR_ONLY):
            self._on_refused(event, "only the chair may bring this about")
            return
        self._inbox.put_nowait(event)

    def end(self, reason: str) -> None:
        """Stop the match in order, as soon as what is in the inbox has been taken."""
        self._inbox.put_nowait(MatchEnded(reason=reason))

    async def run(self, created: MatchCreated) -> Match:
        """From match_created to match_ended; cancelled, it still ends the match and the log in order.

        Raises:
            LogError: the log can no longer be written; it ends with its last whole line.
        """
        loop = asyncio.get_running_loop()
        self._zero = loop.time()
        try:
            await self._take(created)
            while not self._finished:
                await self._take(await self._next())
        except asyncio.CancelledError:
            with contextlib.suppress(LogError, RuleError):
                await self._drain()
                await self._take(MatchEnded(reason="stopped by the user"))
            raise
        finally:
            self._log.close()
        return self.match

    async def _drain(self) -> None:
        while not self._inbox.empty():
            await self._take(self._inbox.get_nowait())

    async def _next(self) -> Event:
        """The next event from a seat or, when its time has come, from the schedule."""
        loop = asyncio.get_running_loop()
        while True:
            if self._due and self._due[0][0] <= loop.time() + CLOCK_GRAIN_SECONDS:
                return heapq.heappop(self._due)[2]
            wait = self._due[0][0] - loop.time() if self._due else None
            with contextlib.suppress(TimeoutError):
                return await asyncio.wait_for(self._inbox.get(), wait)

    async def _take(self, event: Event) -> None:
        loop = asyncio.get_running_loop()
        at = max(self.match.at, round(loop.time() - self._zero, 3))
        stamped = event.model_copy(update={"seq": self.match.seq, "at": at})
        try:
            commands = self.match.apply(stamped)
        except RuleError as error:
            self._on_refused(stamped, str(error))
            return
        self._log.append(stamped)
        self._on_event(stamped, self.match)
        # the floor is closed before anybody is told, and opened after everybody was
        for command in commands:
            if isinstance(command, CloseFloor):
                await self._venue.close_floor(command)
        await self._venue.broadcast(stamped)
        for command in commands:
            await self._carry_out(command)

    async def _carry_out(self, command: Command) -> None:
        match command:
            case Schedule(after, event):
                due = asyncio.get_running_loop().time() + after
                heapq.heappush(self._due, (due, next(self._order), event))
            case CancelSchedule():
                self._due.clear()
            case OpenFloor():
                await self._venue.open_floor(command)
            case Finish():
                self._finished = True
            case CloseFloor():
                pass  # done before the broadcast
