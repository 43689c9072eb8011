"""Sound in a room: the tracks one can hear, and a microphone of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

import numpy as np
from livekit import rtc

from speech.audio import ROOM_RATE, Audio
from speech.timing.catching_up import CatchingUp

SOURCE_QUEUE_MS = 200
FRAME_MS = 20  # of sound at a time, as the detector of speech takes it; 10 by default, and each wakes the event loop

OnTrack = Callable[[rtc.Track, rtc.RemoteTrackPublication, rtc.RemoteParticipant], None]


def on_every_track(room: rtc.Room, take: OnTrack) -> None:
    """Call `take` for each subscribed track, those that were there before us included."""
    room.on("track_subscribed", take)
    for participant in room.remote_participants.values():
        for publication in participant.track_publications.values():
            if publication.track is not None:
                take(publication.track, publication, participant)


async def heard(track: rtc.Track, frame_ms: int = FRAME_MS) -> AsyncGenerator[Audio, None]:
    """What arrives on a track, as Audio at ROOM_RATE, in pieces of so many milliseconds."""
    stream = rtc.AudioStream(track, sample_rate=ROOM_RATE, num_channels=1, frame_size_ms=frame_ms)
    try:
        async for event in stream:
            yield Audio(np.frombuffer(event.frame.data, dtype=np.int16), event.frame.sample_rate)
    finally:
        await stream.aclose()


class Voice:
    """A microphone of our own; it is shut until it is opened."""

    def __init__(self) -> None:
        self._source = rtc.AudioSource(ROOM_RATE, 1, queue_size_ms=SOURCE_QUEUE_MS)
        self._track = rtc.LocalAudioTrack.create_audio_track("voice", self._source)
        self._frames: asyncio.Queue[Audio] = asyncio.Queue()

    async def join(self, room: rtc.Room) -> None:
        options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
        await room.local_participant.publish_track(self._track, options)
        self._track.mute()

    def open(self) -> None:
        self._track.unmute()

    def begin(self, *, shut: bool = False) -> None:
        """A new turn: open unless it is to be `shut`, with nothing left of the one before."""
        self._frames = asyncio.Queue()
        if not shut:
            self.open()

    def say(self, audio: Audio) -> None:
        self._frames.put_nowait(audio)

    async def publish(self) -> None:
        """Send what is said in this turn, for as long as it lasts; what is late catches up in the pauses."""
        frames, catching_up = self._frames, CatchingUp()
        now = asyncio.get_running_loop().time
        while True:
            audio = await frames.get()
            if catching_up.lets_out(audio, now(), frames.qsize() * audio.seconds):
                count = len(audio.samples)
                await self._source.capture_frame(rtc.AudioFrame(audio.samples.tobytes(), audio.rate, 1, count))
            frames.task_done()

    async def last_of_it(self) -> None:
        """Until what was sent last has gone out of the source."""
        await asyncio.sleep(SOURCE_QUEUE_MS / 1000)

    async def fall_silent(self) -> None:
        """What was said goes out to its last sample; then the microphone is shut."""
        await self._frames.join()
        await self._source.wait_for_playout()
        self._track.mute()

    def cut(self) -> None:
        """Shut at once."""
        self._source.clear_queue()
        self._track.mute()

    async def close(self) -> None:
        await self._source.aclose()
