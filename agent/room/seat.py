"""A seat in a LiveKit room: publishes what it says, hears the other side, follows the chair's events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from livekit import rtc

from agent.match.clock import Stopwatch
from agent.match.events import (
    ClockPaused,
    ClockResumed,
    EndReason,
    Event,
    Failed,
    MatchEnded,
    SentenceSpoken,
    TurnEnded,
    TurnStarted,
    encode,
)
from agent.match.state import Match, Phase
from agent.room.ear import Ear
from agent.room.sound import Voice
from agent.room.subscription import Subscription
from agent.room.wire import CAPTIONS, CHAIR, CUES, FINAL, POSTS, READY, SEGMENT, Sender
from agent.running.floor import LocalFloor
from agent.running.ports import Post, Seat
from agent.running.tasks import Tasks, cause, told_to_end
from config.errors import RoomError, RostrumError
from config.format import Side

log = logging.getLogger("rostrum.room")

ATTRIBUTE_SECONDS = 10.0  # for the server to take an attribute; where it refuses one it may not answer at all


class RoomSeat:
    """Brings a seat into a room that is already connected.

    Whatever the seat breaks on becomes a `failed` event, each kind once a turn. If it breaks while it speaks
    its turn is given up; from anything else it goes on.

    Args:
        make_seat: builds the seat around its way of posting events.
        hears: whether the seat listens to the other side.
        captions: take the exact words of an agent that publishes them instead of listening to it.
    """

    def __init__(
        self,
        room: rtc.Room,
        side: Side,
        make_seat: Callable[[Post], Awaitable[Seat]],
        *,
        hears: bool = True,
        captions: bool = True,
    ) -> None:
        self._room, self._side = room, side
        self._told: set[tuple[str, type[BaseException]]] = set()
        self._tasks = Tasks(self._broke)
        self._posts = Sender(room, POSTS, [CHAIR])
        self._captions = Sender(room, CAPTIONS)
        self._make_seat = make_seat
        self._hears, self._captioned = hears, captions
        self._seat: Seat  # it and its ear are there before anything is followed
        self._ear: Ear
        self._made = False
        self._voice = Voice()
        self._floor: LocalFloor | None = None
        self._turn = Tasks(self._broke)
        self._ended = -1  # the last turn of ours that is over, or was given up
        self._quieting: asyncio.Task[None] | None = None
        self._inbox: asyncio.Queue[Event | tuple[Event, ...]] = asyncio.Queue()
        self._events = Subscription(room, self._inbox.put_nowait, self._inbox.put_nowait, self._tasks)
        room.register_text_stream_handler(CUES, self._on_cue)

    async def run(self) -> None:
        """Prepare, let everybody know, and take part until the match has ended.

        Raises:
            RostrumError: the seat cannot get ready; the chair has been told.
        """
        try:
            await self._get_ready()
            while await self._follow(await self._inbox.get()):
                pass
        finally:
            await self._close()

    async def _get_ready(self) -> None:
        try:
            self._seat = seat = await self._make_seat(self._post)
            self._made = True
            self._ear = Ear(
                self._room, self._side, seat.hear, seat.read, self._tasks, sound=self._hears, captions=self._captioned
            )
            await self._voice.join(self._room)
        except (Exception, asyncio.CancelledError) as error:
            if told_to_end(error):
                raise
            self._broke("preparing", error)
            await self._say_ready(f"no: {cause(error)}")
            if isinstance(error, RostrumError):
                raise
            raise RoomError(f"{self._side} could not get ready: {cause(error)}") from error
        await self._say_ready("yes")

    async def _say_ready(self, state: str) -> None:
        """Everybody sees it, whenever they join."""
        participant = self._room.local_participant
        if not participant.permissions.can_update_metadata:
            raise RoomError(f"{self._side} may not say that it is ready: its token lacks can_update_own_metadata")
        try:
            async with asyncio.timeout(ATTRIBUTE_SECONDS):  # wait_for may lose a cancellation (Python 3.11)
                await participant.set_attributes({READY: state})
        except TimeoutError:
            raise RoomError(f"{self._side} could not say that it is ready: the room does not answer") from None

    # -- events --------------------------------------------------------------------------------

    def _post(self, event: Event) -> None:
        self._posts.send(encode(event))
        if isinstance(event, SentenceSpoken):
            self._captions.send(event.text, {SEGMENT: f"{event.turn}-{event.id}", FINAL: "true"})

    async def _follow(self, event: Event | tuple[Event, ...]) -> bool:
        """React to one event of the chair's, or to the log so far; False when the match is over."""
        with self._tasks.reporting("following the chair"):
            if isinstance(event, tuple):
                return await self._catch_up(event)
            await self._react(event)
        return not isinstance(event, MatchEnded)

    async def _react(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._told.clear()
                await self._tell(event)
                self._ear.begin(Stopwatch(asyncio.get_running_loop().time()), other=event.side is not self._side)
                if event.side is self._side:
                    self._take_floor(event)
                return
            case ClockPaused():
                self._pause()
            case ClockResumed():
                self._resume()
            case TurnEnded():
                await self._leave_floor()
                await self._ear.end()
        await self._tell(event)

    async def _tell(self, event: Event) -> None:
        with self._tasks.reporting(f"following {event.type}"):
            await self._seat.on_event(event)

    async def _catch_up(self, events: tuple[Event, ...]) -> bool:
        """The match began without us: the seat learns all of it and takes part from here on."""
        for event in events:
            await self._tell(event)
        match = Match.replay(events)
        if (record := match.turn) is not None:
            began = asyncio.get_running_loop().time() - record.clock.read(match.at)
            self._ear.begin(Stopwatch(began), other=record.side is not self._side)
            if match.phase is Phase.PAUSED:
                self._ear.pause()
            if record.side is self._side:
                self._post(Failed(part=f"seat of {self._side}", reason="came in the middle of its own turn"))
                self._give_up(record.index, EndReason.FAILED)
        return match.ended is None

    # -- what breaks ---------------------------------------------------------------------------

    def _broke(self, what: str, error: BaseException) -> None:
        """Tell what went wrong: each kind once a turn, for it may do so fifty times a second."""
        if (what, type(error)) in self._told:
            return
        self._told.add((what, type(error)))
        log.error("the seat of %s broke while %s", self._side, what, exc_info=error)
        self._post(Failed(part=f"seat of {self._side}", reason=f"{what}: {cause(error)}"))

    def _broke_in_turn(self, turn: int, what: str, error: BaseException) -> None:
        self._broke(what, error)
        self._give_up(turn, EndReason.FAILED)

    def _give_up(self, turn: int, reason: EndReason) -> None:
        """End our turn, if it has not ended."""
        if turn > self._ended:
            self._ended = turn
            self._post(TurnEnded(turn=turn, reason=reason))

    # -- pauses --------------------------------------------------------------------------------

    def _pause(self) -> None:
        self._ear.pause()
        if self._floor is not None:
            self._floor.pause()
            self._quieting = self._turn.spawn(self._voice.fall_silent(), "falling silent")

    def _on_cue(self, reader: rtc.TextStreamReader, identity: str) -> None:
        reader.close()
        if identity == CHAIR and self._floor is not None:
            with self._tasks.reporting("opening the microphone"):
                self._open_microphone()

    def _open_microphone(self) -> None:
        if self._quieting is not None:
            self._quieting.cancel()
            self._quieting = None
        self._voice.open()

    def _resume(self) -> None:
        self._ear.resume()
        if self._floor is not None:
            self._open_microphone()
            self._floor.resume()

    # -- speaking ------------------------------------------------------------------------------

    def _take_floor(self, event: TurnStarted) -> None:
        self._floor = floor = LocalFloor(event.turn, event.seconds)
        self._voice.begin()
        self._turn = Tasks(partial(self._broke_in_turn, floor.turn))
        self._turn.spawn(floor.pump(self._voice.say), "playing sound")
        self._turn.spawn(self._voice.publish(), "publishing sound")
        self._turn.spawn(self._speak(floor), "speaking")

    async def _speak(self, floor: LocalFloor) -> None:
        await self._seat.speak(floor)
        await self._voice.last_of_it()
        self._give_up(floor.turn, EndReason.YIELDED)

    async def _leave_floor(self) -> None:
        floor, self._floor, self._quieting = self._floor, None, None
        if floor is not None:
            self._ended = floor.turn
            self._voice.cut()
        await self._turn.close()

    async def _close(self) -> None:
        await self._leave_floor()
        await self._tasks.close()
        if self._made:
            with self._tasks.reporting("closing"):
                await self._seat.close()
        for sender in (self._posts, self._captions):
            await sender.drain()
            await sender.close()
        await self._voice.close()
