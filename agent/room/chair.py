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
from collections.abc import Callable, Coroutine
from typing import Any

from livekit import api, rtc

from agent.match.clock import UNDER_WAY_SECONDS
from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import Event, ParticipantLeft, TurnStarted, decode, encode
from agent.room.tokens import side_of
from agent.room.wire import CAPTIONS, CUES, EVENTS, INTERIM, POSTS, READY, Receiver, Sender, may_post
from config.errors import LogError, RoomError
from config.format import Side

READY_TIMEOUT_SECONDS = 90.0
OPEN_TIMEOUT_SECONDS = 1.0  # for a microphone to be opened after a pause


class Chair:
    """A venue (see agent/running/runner.py) in a room that is already connected.

    Args:
        livekit: the server's API with the right to administer this room.
        post: the runner's inbox.
        lost: told in one line when the room is gone.
    """

    def __init__(
        self,
        room: rtc.Room,
        livekit: api.LiveKitAPI,
        post: Callable[[Event], None],
        *,
        lost: Callable[[str], None],
        refused: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._room, self._livekit, self._post = room, livekit, post
        self._lost, self._refused = lost, refused
        self._floor: Side | None = None
        self._going = asyncio.Event()  # not in a pause
        self._going.set()
        self._silencing: asyncio.Task[None] | None = None
        self._opened = asyncio.Event()
        self._ready: dict[Side, asyncio.Event] = {side: asyncio.Event() for side in Side}
        self._events = Sender(room, EVENTS)
        self._posts = Receiver(room, POSTS, self._receive)
        self._ignored = [Receiver(room, topic, lambda text, identity: None) for topic in (CAPTIONS, INTERIM)]
        self._tasks: set[asyncio.Task[None]] = set()
        room.register_text_stream_handler(READY, self._on_ready)
        room.on("participant_disconnected", self._on_left)
        room.on("track_unmuted", self._on_unmuted)
        room.on("disconnected", lambda reason: lost(f"the connection to the room was lost ({reason})"))

    async def wait_for_seats(self, timeout_seconds: float = READY_TIMEOUT_SECONDS) -> None:
        """Until both sides have said that they are ready.

        Raises:
            RoomError: one of them has not within the time.
        """
        try:
            async with asyncio.timeout(timeout_seconds):
                for ready in self._ready.values():
                    await ready.wait()
        except TimeoutError:
            missing = [side for side, ready in self._ready.items() if not ready.is_set()]
            names = " and ".join(missing)
            raise RoomError(f"{names} did not become ready in {timeout_seconds:.0f} s") from None

    async def open_floor(self, command: OpenFloor) -> None:
        self._floor = command.side

    async def close_floor(self, command: CloseFloor) -> None:
        self._floor = None
        await self._let_go()
        await self._mute(command.side)

    async def pause_floor(self, command: PauseFloor) -> None:
        self._going.clear()
        self._silencing = self._spawn(self._silence(command.side))

    async def ready_floor(self, side: Side) -> None:
        await self._let_go()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OPEN_TIMEOUT_SECONDS):
                while self._muted(side):
                    self._opened.clear()
                    await self._cue(side)
                    await self._opened.wait()

    async def resume_floor(self, command: ResumeFloor) -> None:
        """Its microphone has been opened."""

    async def broadcast(self, event: Event) -> None:
        if isinstance(event, TurnStarted):  # from here on its microphone may be open
            self._floor = event.side
        self._events.send(encode(event))

    async def close(self) -> None:
        await self._events.drain()
        await self._events.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- what comes in -------------------------------------------------------------------------

    def _on_ready(self, reader: rtc.TextStreamReader, identity: str) -> None:
        if side := side_of(identity):
            self._ready[side].set()

    def _receive(self, text: str, identity: str) -> None:
        side = side_of(identity)
        try:
            event = decode(text)
        except LogError as error:
            self._refused(f"{identity} sent what is not an event: {error}")
            return
        if side is None or not may_post(event, side, self._floor):
            self._refused(f"{identity} may not bring about {event.type}")
            return
        self._post(event)

    def _on_left(self, participant: rtc.RemoteParticipant) -> None:
        if side := side_of(participant.identity):
            self._post(ParticipantLeft(side=side, reason="left the room"))

    def _on_unmuted(self, participant: rtc.Participant, publication: rtc.TrackPublication) -> None:
        side = side_of(participant.identity)
        if side is not None and side is not self._floor:
            self._refused(f"{side} opened its microphone out of turn")
            self._spawn(self._mute(side))
        elif side is not None and not self._going.is_set():
            self._refused(f"{side} opened its microphone while the clock stands")
            self._spawn(self._mute(side))
        self._opened.set()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -- microphones ---------------------------------------------------------------------------

    async def _silence(self, side: Side) -> None:
        """Mute a speaker in a pause, when what it had said has gone out, unless the pause is over by then."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._going.wait(), UNDER_WAY_SECONDS)
            return
        await self._mute(side)

    async def _let_go(self) -> None:
        """From here on no pause mutes anybody any more."""
        self._going.set()
        if self._silencing is not None:
            await asyncio.gather(self._silencing, return_exceptions=True)
            self._silencing = None

    def _muted(self, side: Side) -> bool:
        participant = self._room.remote_participants.get(side.value)
        return participant is not None and any(p.muted for p in participant.track_publications.values())

    async def _cue(self, side: Side) -> None:
        with contextlib.suppress(Exception):  # a lost room is told through its own event
            await self._room.local_participant.send_text("", topic=CUES, destination_identities=[side.value])

    async def _mute(self, side: Side) -> None:
        """Mute at the server: from now on no listener gets that side's sound."""
        participant = self._room.remote_participants.get(side.value)
        if participant is None:
            return
        for publication in participant.track_publications.values():
            request = api.MuteRoomTrackRequest(
                room=self._room.name, identity=side.value, track_sid=publication.sid, muted=True
            )
            with contextlib.suppress(api.TwirpError, OSError):  # gone already, or the room is being lost
                await self._livekit.room.mute_published_track(request)
