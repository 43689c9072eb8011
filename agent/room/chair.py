"""The chair of a match in a LiveKit room: opens and closes microphones, tells everyone what happens.

It is the only authority: seats post to it, and it takes from a seat only what that seat may say. A
microphone is muted by the server at the bell; a seat that unmutes itself out of turn is muted again.

In a pause the speaker stops by itself, with the last sample it has sent; the server mutes it half a second
later whether it did or not. Before the clock runs again the chair has it open its microphone, and waits for
that: the time this takes is not the speaker's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from livekit import api, rtc

from agent.match.clock import UNDER_WAY_SECONDS
from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import Event, Failed, ParticipantLeft, TurnStarted, decode, encode
from agent.room.history import LogSender
from agent.room.microphones import Microphones
from agent.room.tokens import side_of
from agent.room.wire import CAPTIONS, EVENTS, INTERIM, POSTS, READY, Receiver, Sender, may_post
from agent.running.ports import History
from agent.running.tasks import Tasks, cause, logged
from config.errors import LogError, RoomError
from config.format import Side
from config.plain_text import one_line

log = logging.getLogger("rostrum.room")

READY_TIMEOUT_SECONDS = 90.0
LAST_REPORTS_SECONDS = 3.0  # that debaters may take to leave the room after the match
AGENT = rtc.ParticipantKind.PARTICIPANT_KIND_AGENT


class Chair:
    """A venue (see agent/running/runner.py) in a room that is already connected.

    Args:
        livekit: the server's API with the right to administer this room.
        post: the runner's inbox.
        history: all events of the match until now, for those who join later.
        lost: told in one line when the room is gone.
        refused: told in one line what somebody tried and may not do.
    """

    def __init__(
        self,
        room: rtc.Room,
        livekit: api.LiveKitAPI,
        post: Callable[[Event], None],
        *,
        history: History,
        lost: Callable[[str], None],
        refused: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._room, self._post, self._refused = room, post, refused
        self._history, self._told = history, 0  # how far everybody has been told
        self._floor: Side | None = None
        self._going = asyncio.Event()  # not in a pause
        self._going.set()
        self._silencing: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()  # who is there, or what they say of themselves
        self._tasks = Tasks(self._broke)
        self._microphones = Microphones(room, livekit)
        self._events = Sender(room, EVENTS)
        self._log = LogSender(room, history, self._tasks)
        self._posts = Receiver(room, POSTS, self._receive, self._tasks)
        self._ignored = [Receiver(room, topic, _ignore, self._tasks) for topic in (CAPTIONS, INTERIM)]
        room.on("participant_connected", self._changed.set)
        room.on("participant_attributes_changed", self._changed.set)
        room.on("participant_disconnected", self._changed.set)
        room.on("participant_disconnected", self._on_left)
        room.on("track_unmuted", self._on_unmuted)
        room.on("disconnected", lambda reason: lost(f"the connection to the room was lost ({reason})"))

    async def wait_for_seats(self, timeout_seconds: float = READY_TIMEOUT_SECONDS) -> None:
        """Until both sides are there and ready.

        Raises:
            RoomError: one of them is not within the time, or cannot get ready.
        """
        try:
            async with asyncio.timeout(timeout_seconds):
                while self._unready():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            names = " and ".join(self._unready())
            raise RoomError(f"{names} did not become ready in {timeout_seconds:.0f} s") from None

    async def open_floor(self, command: OpenFloor) -> None:
        self._floor = command.side

    async def close_floor(self, command: CloseFloor) -> None:
        self._floor = None
        await self._let_go()
        await self._microphones.mute(command.side)

    async def pause_floor(self, command: PauseFloor) -> None:
        self._going.clear()
        self._silencing = self._tasks.spawn(self._silence(command.side), "muting in a pause")

    async def ready_floor(self, side: Side) -> None:
        await self._let_go()
        await self._microphones.have_opened(side)

    async def resume_floor(self, command: ResumeFloor) -> None:
        """Its microphone has been opened."""

    async def broadcast(self, event: Event) -> None:
        if isinstance(event, TurnStarted):  # from here on its microphone may be open
            self._floor = event.side
        told, self._told = self._told, event.seq + 1
        for missed in self._history()[told : event.seq] if told else ():  # a runner was stopped before telling it
            self._events.send(encode(missed))
        self._events.send(encode(event))

    async def settle(self) -> None:
        """Debaters report, then leave the room."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_REPORTS_SECONDS):
                while any(one.kind == AGENT for one in self._room.remote_participants.values()):
                    self._changed.clear()
                    await self._changed.wait()

    def refuse(self, event: Event, reason: str) -> None:
        """The match does not allow an event; for the runner's `on_refused`."""
        self._refuse(f"{event.type} was refused: {reason}")

    async def close(self) -> None:
        await self._events.drain()
        await self._events.close()
        await self._tasks.close()

    # -- what comes in -------------------------------------------------------------------------

    def _unready(self) -> list[Side]:
        there = self._room.remote_participants
        said = {side: there[side.value].attributes.get(READY, "") if side.value in there else "" for side in Side}
        for side, state in said.items():
            if state.startswith("no: "):
                raise RoomError(f"{side} could not get ready: {one_line(state.removeprefix('no: '))}")
        return [side for side, state in said.items() if state != "yes"]

    def _receive(self, text: str, identity: str) -> None:
        side = side_of(identity)
        try:
            event = decode(text)
        except LogError as error:
            self._refuse(f"{identity} sent what is not an event: {error}")
            return
        if side is None or not may_post(event, side, self._floor):
            self._refuse(f"{identity} may not bring about {event.type}")
            return
        self._post(event)

    def _on_left(self, participant: rtc.RemoteParticipant) -> None:
        if side := side_of(participant.identity):
            self._post(ParticipantLeft(side=side, reason="left the room"))

    def _on_unmuted(self, participant: rtc.Participant, publication: rtc.TrackPublication) -> None:
        side = side_of(participant.identity)
        if side is None or (side is self._floor and self._going.is_set()):
            return
        when = "while the clock stands" if side is self._floor else "out of turn"
        self._refuse(f"{side} opened its microphone {when}")
        self._tasks.spawn(self._microphones.mute(side), "muting")

    def _refuse(self, line: str) -> None:
        log.warning("%s", shown := one_line(line))
        self._refused(shown)

    def _broke(self, what: str, error: BaseException) -> None:
        logged(what, error)
        self._post(Failed(part="chair", reason=f"{what}: {cause(error)}"))

    # -- pauses --------------------------------------------------------------------------------

    async def _silence(self, side: Side) -> None:
        """Mute a speaker in a pause, when what it had said has gone out, unless the pause is over by then."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(UNDER_WAY_SECONDS):
                await self._going.wait()
                return
        await self._microphones.mute(side)

    async def _let_go(self) -> None:
        """From here on no pause mutes anybody any more."""
        self._going.set()
        if self._silencing is not None:
            await asyncio.wait([self._silencing])
            self._silencing = None


def _ignore(text: str, identity: str) -> None:
    """Sent to all, but not for the chair."""
