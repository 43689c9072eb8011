"""A seat in a LiveKit room: publishes what it says, hears the other side, follows the chair's events."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable

import numpy as np
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
    decode,
    encode,
)
from agent.room.splice import Splice
from agent.room.wire import CAPTIONED, CAPTIONS, CHAIR, CUES, EVENTS, POSTS, READY, Receiver, Sender
from agent.running.floor import LocalFloor
from agent.running.ports import Post, Seat
from config.errors import LogError, RostrumError
from config.format import Side
from speech.audio import ROOM_RATE, Audio

TAIL_SECONDS = 0.5  # of the other side's sound may still be under way when its turn ends
SOURCE_QUEUE_MS = 200


class RoomSeat:
    """Brings a seat into a room that is already connected.

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
        self._room, self._side, self._hears = room, side, hears
        self._captions_wanted = captions
        self._posts = Sender(room, POSTS, [CHAIR])
        self._captions = Sender(room, CAPTIONS)
        self._make_seat = make_seat
        self._made: Seat | None = None
        self._inbox: asyncio.Queue[Event] = asyncio.Queue()
        self._events = Receiver(room, EVENTS, self._receive)
        self._source = rtc.AudioSource(ROOM_RATE, 1, queue_size_ms=SOURCE_QUEUE_MS)
        self._track = rtc.LocalAudioTrack.create_audio_track("voice", self._source)
        self._hearing_open = False
        self._floor: LocalFloor | None = None
        self._frames: asyncio.Queue[Audio] = asyncio.Queue()
        self._floor_tasks: list[asyncio.Task[None]] = []
        self._quieting: asyncio.Task[None] | None = None
        self._stream_task: asyncio.Task[None] | None = None
        on_every_track(room, self._subscribed)
        self._reading = Receiver(room, CAPTIONS, self._read)
        self._clock = Stopwatch(0.0)
        self._splice = Splice(lambda audio: None)
        room.register_text_stream_handler(CUES, self._on_cue)

    @property
    def _seat(self) -> Seat:
        assert self._made is not None
        return self._made

    async def run(self) -> None:
        """Prepare, tell the chair, and take part until the match has ended."""
        options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
        try:
            self._made = await self._make_seat(self._post)
            await self._room.local_participant.publish_track(self._track, options)
            self._track.mute()
            await self._room.local_participant.send_text("", topic=READY, destination_identities=[CHAIR])
            while await self._follow(await self._inbox.get()):
                pass
        finally:
            await self._close()

    # -- events --------------------------------------------------------------------------------

    def _post(self, event: Event) -> None:
        self._posts.send(encode(event))
        if isinstance(event, SentenceSpoken):
            self._captions.send(event.text)

    def _receive(self, text: str, identity: str) -> None:
        if identity == CHAIR:
            with contextlib.suppress(LogError):
                self._inbox.put_nowait(decode(text))

    async def _follow(self, event: Event) -> bool:
        """React to one event of the chair's; False when the match is over."""
        if isinstance(event, TurnStarted):
            await self._seat.on_event(event)
            self._clock = Stopwatch(asyncio.get_running_loop().time())
            self._splice = Splice(self._seat.hear)
            self._hearing_open = event.side is not self._side
            if event.side is self._side:
                self._take_floor(event)
            return True
        if isinstance(event, ClockPaused):
            self._pause()
        elif isinstance(event, ClockResumed):
            self._resume()
        elif isinstance(event, TurnEnded):
            await self._leave_floor()
            if self._hearing_open:
                await asyncio.sleep(TAIL_SECONDS)
                self._hearing_open = False
        await self._seat.on_event(event)
        return not isinstance(event, MatchEnded)

    # -- pauses --------------------------------------------------------------------------------

    def _pause(self) -> None:
        self._clock = self._clock.stop(asyncio.get_running_loop().time())
        self._splice.pause()
        if self._floor is not None:
            self._floor.pause()
            self._quieting = asyncio.get_running_loop().create_task(self._fall_silent())

    async def _fall_silent(self) -> None:
        """What the floor has handed out goes out to its last sample; then the microphone is closed."""
        await self._frames.join()
        await self._source.wait_for_playout()
        self._track.mute()

    def _on_cue(self, reader: rtc.TextStreamReader, identity: str) -> None:
        if identity == CHAIR and self._floor is not None:
            self._open_microphone()

    def _open_microphone(self) -> None:
        if self._quieting is not None:
            self._quieting.cancel()
            self._quieting = None
        self._track.unmute()

    def _resume(self) -> None:
        self._clock = self._clock.go(asyncio.get_running_loop().time())
        self._splice.resume()
        if self._floor is not None:
            self._open_microphone()
            self._floor.resume()

    # -- speaking ------------------------------------------------------------------------------

    def _take_floor(self, event: TurnStarted) -> None:
        self._floor = floor = LocalFloor(event.turn, event.seconds)
        frames: asyncio.Queue[Audio] = asyncio.Queue()
        self._frames = frames
        self._track.unmute()
        loop = asyncio.get_running_loop()
        self._floor_tasks = [
            loop.create_task(floor.pump(frames.put_nowait)),
            loop.create_task(self._publish(frames)),
            loop.create_task(self._speak(floor)),
        ]

    async def _publish(self, frames: asyncio.Queue[Audio]) -> None:
        while True:
            audio = await frames.get()
            count = len(audio.samples)
            await self._source.capture_frame(rtc.AudioFrame(audio.samples.tobytes(), audio.rate, 1, count))
            frames.task_done()

    async def _speak(self, floor: LocalFloor) -> None:
        reason = EndReason.YIELDED
        try:
            await self._seat.speak(floor)
            await asyncio.sleep(SOURCE_QUEUE_MS / 1000)
        except RostrumError as error:
            self._post(Failed(part=f"seat of {self._side}", reason=str(error)))
            reason = EndReason.FAILED
        self._post(TurnEnded(turn=floor.turn, reason=reason))

    async def _leave_floor(self) -> None:
        tasks, self._floor_tasks, self._floor = self._floor_tasks, [], None
        if self._quieting is not None:
            tasks.append(self._quieting)
            self._quieting = None
        if tasks:
            self._source.clear_queue()
            self._track.mute()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- hearing -------------------------------------------------------------------------------

    def _subscribed(
        self, track: rtc.Track, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        if self._hears and participant.identity == self._side.other and track.kind == rtc.TrackKind.KIND_AUDIO:
            if self._stream_task is not None:
                self._stream_task.cancel()
            self._stream_task = asyncio.get_running_loop().create_task(self._hear(track))

    def _read(self, text: str, identity: str) -> None:
        if identity == self._side.other and self._hearing_open and self._reads():
            self._seat.read(text, self._clock.read(asyncio.get_running_loop().time()))

    def _reads(self) -> bool:
        """Whether the other side is an agent whose captions are its exact words."""
        other = self._room.remote_participants.get(self._side.other)
        if other is None or other.kind != rtc.ParticipantKind.PARTICIPANT_KIND_AGENT:
            return False
        return self._hears and self._captions_wanted and CAPTIONED in other.attributes

    async def _hear(self, track: rtc.Track) -> None:
        async for audio in heard(track):
            if self._hearing_open and not self._reads():
                self._splice.push(audio)

    async def _close(self) -> None:
        await self._leave_floor()
        if self._stream_task is not None:
            self._stream_task.cancel()
            await asyncio.gather(self._stream_task, return_exceptions=True)
        await self._seat.close()
        for sender in (self._posts, self._captions):
            await sender.drain()
            await sender.close()
        await self._source.aclose()


def on_every_track(
    room: rtc.Room, take: Callable[[rtc.Track, rtc.RemoteTrackPublication, rtc.RemoteParticipant], None]
) -> None:
    """Call `take` for each subscribed track, those that were there before us included."""
    room.on("track_subscribed", take)
    for participant in room.remote_participants.values():
        for publication in participant.track_publications.values():
            if publication.track is not None:
                take(publication.track, publication, participant)


async def heard(track: rtc.Track) -> AsyncIterator[Audio]:
    """What arrives on a track, as Audio at ROOM_RATE."""
    stream = rtc.AudioStream(track, sample_rate=ROOM_RATE, num_channels=1)
    try:
        async for event in stream:
            yield Audio(np.frombuffer(event.frame.data, dtype=np.int16), event.frame.sample_rate)
    finally:
        await stream.aclose()
