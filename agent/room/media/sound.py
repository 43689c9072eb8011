"""Sound in a room: the tracks one can hear, and a microphone of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable

import numpy as np
from livekit import rtc

from agent.match.clock import UNDER_WAY_SECONDS
from speech.audio import ROOM_RATE, Audio, mixed
from speech.playout import CatchingUp, WaitingSound

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


class MicrophoneTrack:
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


# -- cuts a pause out of sound that comes over the network, so that the speech goes on as if there had been none
#
# Sound lags behind the chair's events. What is under way when the clock stops is still let through, as far as
# it is audible, and when the clock runs again as much silence is left out: the sound stays as far behind the
# turn's own clock as it was, and no sample of the speech is lost or heard twice.

AUDIBLE = 0.001  # root mean square as a share of full scale


class Splice:
    """Hands sound on to `out`, in order, while the clock runs."""

    def __init__(self, out: Callable[[Audio], None]) -> None:
        self._out = out
        self._paused = False
        self._late = 0.0  # seconds that have come since the clock stopped
        self._held: list[Audio] = []  # silence that is let through only if something audible follows
        self._ahead = 0.0  # seconds let through while the clock stood

    def pause(self) -> None:
        self._paused, self._late = True, 0.0

    def resume(self) -> None:
        self._paused = False
        self._held.clear()

    def push(self, audio: Audio) -> None:
        """The next sound that has arrived."""
        audible = audio.level > AUDIBLE
        if self._paused:
            self._push_late(audio, audible)
            return
        if audible or self._ahead <= 0:
            self._ahead = 0.0
            self._out(audio)
            return
        left_out = min(self._ahead, audio.seconds)
        self._ahead -= left_out
        if (rest := audio.cut(left_out, audio.seconds)).seconds > 0:
            self._out(rest)

    def _push_late(self, audio: Audio, audible: bool) -> None:
        self._late += audio.seconds
        if self._late > UNDER_WAY_SECONDS:
            return
        self._held.append(audio)
        if not audible:
            return
        for late in self._held:
            self._ahead += late.seconds
            self._out(late)
        self._held.clear()


# -- the two sides of a turn as one sound, second for second, as it comes from each over the network

PATIENCE_SECONDS = 0.5  # that one waits for the other: whoever is behind by more gives no sound, and is silent there


class BothVoices:
    """Hands the mixture on to `out`, at ROOM_RATE.

    A room gives sound of everybody all the time, also of who is muted, at one pace: what came since the other was let
    in belongs together. While it is not, what it says is not taken, and the speaker's own waits for nothing.
    """

    def __init__(self, out: Callable[[Audio], None]) -> None:
        self._out = out
        self._own, self._beside = WaitingSound(ROOM_RATE), WaitingSound(ROOM_RATE)
        self.both = False

    def let_in(self) -> None:
        """The other side may be heard from here on."""
        self.both = True

    def shut_out(self) -> None:
        """No more of the other side than what has come."""
        self.both = False
        self._hand_on()

    def finish(self) -> None:
        """Nothing more comes."""
        self.both = False
        self._mix(max(self._own.samples, self._beside.samples))

    def speaker(self, audio: Audio) -> None:
        """The next sound of the turn's own speaker."""
        self._own.put(audio)
        self._hand_on()

    def other(self, audio: Audio) -> None:
        """The next sound of the other side; nothing where it may not be heard."""
        if self.both:
            self._beside.put(audio)
            self._hand_on()

    def _hand_on(self) -> None:
        own, beside = self._own.samples, self._beside.samples
        late = max(own, beside) - round(PATIENCE_SECONDS * ROOM_RATE)
        self._mix(max(min(own, beside), late) if self.both else own)

    def _mix(self, samples: int) -> None:
        if samples > 0:
            own = self._own.take(samples)
            self._out(mixed([own, self._beside.take(samples)]) if self._beside.samples else own)
