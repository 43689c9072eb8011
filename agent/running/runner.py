"""The only loop: takes events in, stamps, applies, logs and broadcasts them, and carries out the commands."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import logging
from collections.abc import Collection, Mapping, Sequence

from agent.match.clock import UNDER_WAY_SECONDS, Stopwatch
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
from agent.match.effects.reports import repeats
from agent.match.events import (
    HELD,
    INTERRUPTED,
    LEFT_OFF,
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    Degraded,
    Event,
    Failed,
    MatchCreated,
    MatchEnded,
    ModelUsed,
    SeatReplaced,
    SentenceSpoken,
    StateDigest,
    TranscriptSegment,
    TurnEnded,
)
from agent.match.records.match import digest
from agent.match.seats import SeatInfo
from agent.match.state import Match, Phase, outstanding
from agent.running.files.log import MatchLog
from agent.running.full_disk import FullDisk
from agent.running.inbox import Inbox
from agent.running.observers import Observer, Observers
from agent.running.ports import Venue
from config.errors import LogError, RuleError, in_one_line
from config.format import Side

log = logging.getLogger("rostrum.match")

CLOCK_GRAIN_SECONDS = 1e-6  # what is due sooner than a timer can tell is due now
REPORTS = (TranscriptSegment, ActionExtracted, ModelUsed, Degraded, Failed)  # that come when the match is over
INTERRUPTION = ClockPaused(turn=None, reason=INTERRUPTED, asked=False)
HOLDING = ClockPaused(turn=None, reason=HELD)

BEFORE_TELLING = (CloseFloor, PauseFloor, ResumeFloor, HoldSchedule, ReleaseSchedule)


class Runner:
    """Runs one match to its end, from what comes into its inbox.

    `watching`: told of every event that was accepted, and of those that the rules did not allow.
    """

    def __init__(self, match_log: MatchLog, venue: Venue, inbox: Inbox, watching: Observer | None = None) -> None:
        self.match = Match()
        self._log, self._venue, self._inbox = match_log, venue, inbox
        self._watching = watching or Observers()
        self._disk = FullDisk(match_log, inbox, self._watching.on_line)
        self._due: list[tuple[float, int, Event]] = []  # by the clock that the chair can stop
        self._order = itertools.count()
        self._zero = 0.0
        self._clock = Stopwatch(0.0)
        self._finished = False
        self._noted = -1  # events there were after the last digest

    async def run(self, created: MatchCreated, *, held: bool = False) -> Match:
        """From match_created to match_ended; cancelled, it still ends the match and the log in order.

        `held`: the clock stands before the first turn until the inbox says `resume`.
        Told to leave off (`Inbox.leave_off`) it returns a match that has not ended, whose clock stands. Raises
        LogError: the log can no longer be written; it ends with its last whole line.
        """
        self._zero = asyncio.get_running_loop().time()
        if held:
            self._inbox.stands(unstarted=True)
        return await self._run([created, *([HOLDING] if held else ())])

    async def resume(
        self, events: Sequence[Event], seats: Mapping[Side, SeatInfo] | None = None, replaced: Collection[Side] = ()
    ) -> Match:
        """Go on from a log that ended in the middle of a match.

        `seats`: who is there now; `replaced`: for which of them that is somebody else.
        Everything is brought to where it stood while the clock stands, then the clock runs on; where the chair had
        stopped it for somebody, it goes on standing. `at` goes on where it was: the time in between is not the match's.
        Raises LogError: as `run`. RuleError: the events are no match.
        """
        now = asyncio.get_running_loop().time()
        self.match = Match.replay(events)
        if self.match.phase in (Phase.CREATED, Phase.ENDED):
            raise RuleError(f"there is nothing to go on with: the match is {self.match.phase.value}")
        self._zero, self._clock = now - self.match.at, Stopwatch(now, stopped=now)
        if self.match.phase is Phase.PAUSED and _was_asked(events):
            self._inbox.stands(unstarted=not self.match.turns)
            return await self._run(self._replaced(seats or {}, replaced), resumed=True)
        standing = [] if self.match.phase is Phase.PAUSED else [INTERRUPTION]  # somebody was away who is back now
        return await self._run([*standing, *self._replaced(seats or {}, replaced)], [ClockResumed()], resumed=True)

    def _replaced(self, seats: Mapping[Side, SeatInfo], replaced: Collection[Side]) -> list[Event]:
        """Who is new; also where another kind of seat tells it, or one that reads and did not before."""
        return [
            SeatReplaced(side=side, seat=seat)
            for side, seat in seats.items()
            if side in replaced or self._differs(side, seat)
        ]

    def _differs(self, side: Side, seat: SeatInfo) -> bool:
        before = self.match.created.seats[side] if self.match.created is not None else seat
        reads = seat.keeps_flow and side not in self.match.flows
        return reads or (seat.occupant, seat.method) != (before.occupant, before.method)

    async def _run(self, first: Sequence[Event], then: Sequence[Event] = (), *, resumed: bool = False) -> Match:
        try:
            for event in first:
                await self._take(event)
            for command in outstanding(self.match) if resumed else ():
                await self._carry_out(command)
            for event in then:
                await self._take(event)
            while not self._finished:
                await self._take(event := await self._next())
                if isinstance(event, ClockPaused) and event.reason == LEFT_OFF:
                    await self._take_what_is_under_way()
                    return self.match
            await self._take_reports()
            await self._note_state()
        except asyncio.CancelledError:
            self._disk.give_up()
            with contextlib.suppress(LogError, RuleError):
                await self._drain()
                await self._take(MatchEnded(reason="stopped by the user"))
            raise
        finally:
            self._disk.give_up()
            self._log.close()
        return self.match

    async def _take_reports(self) -> None:
        """The last words, and what the seats tell of the whole match; for anything else it is too late."""
        await self._venue.settle()
        for event in self._inbox.rest():
            if isinstance(event, REPORTS):
                await self._take(event)

    async def _take_what_is_under_way(self) -> None:
        """What was said before the clock stopped, and is only now reported."""
        loop = asyncio.get_running_loop()
        until = loop.time() + 2 * UNDER_WAY_SECONDS
        while not self._finished and (left := until - loop.time()) > 0:
            if (event := await self._inbox.next(left)) is not None:
                await self._take(event)

    async def _drain(self) -> None:
        for event in self._inbox.rest():
            await self._take(event)

    async def _next(self) -> Event:
        """The next event from a seat or, when its time has come, from the schedule."""
        while True:
            wait = self._wait()
            if wait is not None and wait <= CLOCK_GRAIN_SECONDS:
                return heapq.heappop(self._due)[2]
            if (event := await self._inbox.next(wait)) is not None:
                return event

    def _wait(self) -> float | None:
        """Seconds until something scheduled is due; None if nothing is, or while the clock stands."""
        if not self._due or self._clock.stopped is not None:
            return None
        return self._due[0][0] - self._clock.read(asyncio.get_running_loop().time())

    async def _take(self, event: Event) -> None:
        if isinstance(event, ClockResumed) and self.match.phase is Phase.PAUSED and self.match.turn is not None:
            for side in self.match.turn.floors:
                await self._venue.ready_floor(side)
        stamped = self._stamp(event)
        try:
            if isinstance(stamped, SentenceSpoken) and repeats(self.match, stamped):
                log.info("sentence %s of turn %d was reported before", stamped.id, stamped.turn + 1)
                return
            commands = self.match.apply(stamped)
        except RuleError as error:
            self._watching.on_refused(stamped, str(error))
            return
        await self._disk.append(stamped)
        self._watching.on_event(stamped, self.match)
        # what stops or runs on does so before anybody is told; a floor is opened after everybody was
        for command in commands:
            if isinstance(command, BEFORE_TELLING):
                await self._carry_out(command)
        await self._venue.broadcast(stamped)
        for command in commands:
            if not isinstance(command, BEFORE_TELLING):
                await self._carry_out(command)
        if isinstance(stamped, (TurnEnded, MatchEnded)):
            await self._note_state()

    async def _note_state(self) -> None:
        """A digest of the live state, for those who replay the log; none where nothing has happened since the last."""
        if self.match.seq != self._noted:
            await self._take(StateDigest(parts=digest(self.match)))
            self._noted = self.match.seq

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
            case CancelSchedule(only):
                self._due = [due for due in self._due if only is not None and due[2] != only]
                heapq.heapify(self._due)
            case HoldSchedule():
                self._clock = self._clock.stop(now)
            case ReleaseSchedule():
                self._clock = self._clock.go(now)
            case Finish():
                self._finished = True
            case _:
                await self._tell_venue(command)

    async def _tell_venue(self, command: OpenFloor | CloseFloor | PauseFloor | ResumeFloor) -> None:
        """A venue that fails does not end the match: the clock goes on, and the log says what happened."""
        try:
            match command:
                case OpenFloor():
                    await self._venue.open_floor(command)
                case CloseFloor():
                    await self._venue.close_floor(command)
                case PauseFloor():
                    await self._venue.pause_floor(command)
                case ResumeFloor():
                    await self._venue.resume_floor(command)
        except Exception as error:
            log.exception("the venue failed at %s", type(command).__name__)
            self._inbox.post(Failed(part="venue", reason=in_one_line(error)))


def _was_asked(events: Sequence[Event]) -> bool:
    """Whether the clock stands because somebody wanted it to."""
    return next(event.asked for event in reversed(events) if isinstance(event, ClockPaused))
