"""What a seat hears of the other side in a room: its sound, or the exact words of an agent that publishes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from livekit import rtc

from agent.match.clock import Stopwatch
from agent.room.sound import heard, on_every_track
from agent.room.splice import Splice
from agent.room.wire import CAPTIONED, CAPTIONS, Receiver
from agent.running.tasks import Tasks
from config.format import Side
from speech.audio import Audio

AGAIN_SECONDS = 0.5  # after a stream of sound broke
TAIL_SECONDS = 0.5  # of the other side's sound may still be under way when its turn ends


class Ear:
    """Hands on what the other side says while its turn is on; pauses are cut out.

    Args:
        side: whose ear it is.
        hear, read: of the seat. What breaks in them is told, and the next sound or caption is handed on all the same.
        sound: whether to listen at all.
        captions: take the exact words of an agent that publishes them instead of listening to it.
        tasks: of the owner, who ends them and is told what breaks in them.
    """

    def __init__(
        self,
        room: rtc.Room,
        side: Side,
        hear: Callable[[Audio], None],
        read: Callable[[str, float], None],
        tasks: Tasks,
        *,
        sound: bool,
        captions: bool,
    ) -> None:
        self._room, self._side, self._tasks = room, side, tasks
        self._hear, self._read = hear, read
        self._sound, self._captions = sound, captions
        self._open = False
        self._clock = Stopwatch(0.0)
        self._splice = Splice(self._on_sound)
        self._listening: asyncio.Task[None] | None = None
        self._reading = Receiver(room, CAPTIONS, self._on_caption, tasks)
        on_every_track(room, self._subscribed)

    def begin(self, clock: Stopwatch, *, other: bool) -> None:
        """A turn is on, by this clock, of the other side or our own."""
        self._clock, self._open = clock, other
        self._splice = Splice(self._on_sound)

    async def end(self) -> None:
        """The turn is over; returns when nothing more of it is under way."""
        if self._open:
            await asyncio.sleep(TAIL_SECONDS)
            self._open = False

    def pause(self) -> None:
        self._clock = self._clock.stop(asyncio.get_running_loop().time())
        self._splice.pause()

    def resume(self) -> None:
        self._clock = self._clock.go(asyncio.get_running_loop().time())
        self._splice.resume()

    # -- what comes in -------------------------------------------------------------------------

    def _subscribed(
        self, track: rtc.Track, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        if self._sound and participant.identity == self._side.other and track.kind == rtc.TrackKind.KIND_AUDIO:
            if self._listening is not None:
                self._listening.cancel()
            self._listening = self._tasks.spawn(self._listen(track), "listening")

    async def _listen(self, track: rtc.Track) -> None:
        """Until the track ends; a stream that breaks is opened again."""
        while True:
            with self._tasks.reporting("listening"):
                async for audio in heard(track):
                    if self._open and not self._reads():
                        self._splice.push(audio)
                return
            await asyncio.sleep(AGAIN_SECONDS)

    def _on_sound(self, audio: Audio) -> None:
        with self._tasks.reporting("hearing"):
            self._hear(audio)

    def _on_caption(self, text: str, identity: str) -> None:
        if identity == self._side.other and self._open and self._reads():
            with self._tasks.reporting("reading"):
                self._read(text, self._clock.read(asyncio.get_running_loop().time()))

    def _reads(self) -> bool:
        """Whether the other side is an agent whose captions are its exact words."""
        other = self._room.remote_participants.get(self._side.other)
        if other is None or other.kind != rtc.ParticipantKind.PARTICIPANT_KIND_AGENT:
            return False
        return self._sound and self._captions and CAPTIONED in other.attributes
