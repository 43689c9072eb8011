"""The only loop: takes events in, stamps, applies, logs and broadcasts them, and carries out the commands."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import Callable
from typing import Protocol

from agent.match.clock import Stopwatch
from agent.match.commands import (
    CancelSchedule,
    CloseFloor,
    Command,
    Finish,
    HoldSchedule,
    OpenFloor,
    PauseFloor,
    ReleaseSchedule,
    ResumeFloor,
    Schedule,
)
from agent.match.digest import digest
from agent.match.events import (
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Event,
    MatchCreated,
    MatchEnded,
    StateDigest,
    TurnEnded,
    TurnStarted,
)
from agent.match.state import Match, Phase
from agent.running.log import MatchLog
from config.errors import LogError, RuleError
from config.format import Side

CLOCK_GRAIN_SECONDS = 1e-6  # what is due sooner than a timer can tell is due now
CHAIR_ONLY = (MatchCreated, TurnStarted, ClockSignal, ClockPaused, ClockResumed, MatchEnded, StateDigest)

BEFORE_TELLING = (CloseFloor, PauseFloor, ResumeFloor, HoldSchedule, ReleaseSchedule)


class Venue(Protocol):
    """Where a match is held. Its seats bring events in through `Runner.post`."""

    async def open_floor(self, command: OpenFloor) -> None: ...

    async def close_floor(self, command: CloseFloor) -> None:
        """After this nothing more of that side is heard; its last reports may still come in."""
        ...

    async def pause_floor(self, command: PauseFloor) -> None:
        """The turn's own clock stands; nothing more of it is heard but what is on its way."""
        ...

    async def ready_floor(self, side: Side) -> None:
        """The clock is about to run again: returns when that side can be heard, or soon where it cannot."""
        ...

    async def resume_floor(self, command: ResumeFloor) -> None: ...

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
        self._due: list[tuple[float, int, Event]] = []  # by the clock that the chair can stop
        self._order = itertools.count()
        self._zero = 0.0
        self._clock = Stopwatch(0.0)
        self._finished = False
        self._standing = False  # as the pauses asked for so far will leave the clock

    def post(self, event: Event) -> None:
        """An event from a seat. It cannot move the clock or the turns, but for yielding its own."""
        if isinstance(event, CHAIR_ONLY):
            self._on_refused(event, "only the chair may bring this about")
            return
        self._inbox.put_nowait(event)

    def end(self, reason: str) -> None:
        """Stop the match in order, as soon as what is in the inbox has been taken."""
        self._inbox.put_nowait(MatchEnded(reason=reason))

    def pause(self, reason: str) -> None:
        """Stop the clock, in the middle of a turn or between two."""
        self._standing = True
        self._inbox.put_nowait(ClockPaused(turn=None, reason=reason))  # which turn is known when it is taken

    def resume(self) -> None:
        """Let the clock run on from where it stands."""
        self._standing = False
        self._inbox.put_nowait(ClockResumed())

    def pause_or_resume(self, reason: str) -> None:
        if self._standing:
            self.resume()
        else:
            self.pause(reason)

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
        while True:
            wait = self._wait()
            if wait is not None and wait <= CLOCK_GRAIN_SECONDS:
                return heapq.heappop(self._due)[2]
            with contextlib.suppress(TimeoutError):
                return await asyncio.wait_for(self._inbox.get(), wait)

    def _wait(self) -> float | None:
        """Seconds until something scheduled is due; None if nothing is, or while the clock stands."""
        if not self._due or self._clock.stopped is not None:
            return None
        return self._due[0][0] - self._clock.read(asyncio.get_running_loop().time())

    async def _take(self, event: Event) -> None:
        if isinstance(event, ClockResumed) and self.match.phase is Phase.PAUSED and self.match.turn is not None:
            await self._venue.ready_floor(self.match.turn.side)
        stamped = self._stamp(event)
        try:
            commands = self.match.apply(stamped)
        except RuleError as error:
            self._on_refused(stamped, str(error))
            return
        self._log.append(stamped)
        self._on_event(stamped, self.match)
        # what stops or runs on does so before anybody is told; a floor is opened after everybody was
        for command in commands:
            if isinstance(command, BEFORE_TELLING):
                await self._carry_out(command)
        await self._venue.broadcast(stamped)
        for command in commands:
            if not isinstance(command, BEFORE_TELLING):
                await self._carry_out(command)
        if isinstance(stamped, (TurnEnded, MatchEnded)):
            await self._take(StateDigest(parts=digest(self.match)))

    def _stamp(self, event: Event) -> Event:
        now = asyncio.get_running_loop().time()
        stamps: dict[str, object] = {"seq": self.match.seq, "at": max(self.match.at, round(now - self._zero, 3))}
        if isinstance(event, ClockPaused):
            stamps["turn"] = self.match.turn.index if self.match.turn else None
        return event.model_copy(update=stamps)

    async def _carry_out(self, command: Command) -> None:
        now = asyncio.get_running_loop().time()
        match command:
            case Schedule(after, event):
                heapq.heappush(self._due, (self._clock.read(now) + after, next(self._order), event))
            case CancelSchedule():
                self._due.clear()
            case HoldSchedule():
                self._clock = self._clock.stop(now)
            case ReleaseSchedule():
                self._clock = self._clock.go(now)
            case OpenFloor():
                await self._venue.open_floor(command)
            case CloseFloor():
                await self._venue.close_floor(command)
            case PauseFloor():
                await self._venue.pause_floor(command)
            case ResumeFloor():
                await self._venue.resume_floor(command)
            case Finish():
                self._finished = True
