"""People in a room: LiveKit's own client, a seat's token, a recording for a voice, and no more of a seat of ours."""

from __future__ import annotations

from functools import cache

from livekit import rtc

from agent.components import Components
from agent.match.events import ClockPaused, ClockResumed, EndReason, Event, MatchEnded, TurnEnded, TurnStarted, encode
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.subscription import Subscription
from agent.room.wire.texts import CHAIR, POSTS, Sender
from agent.room.wire.tokens import seat_token
from agent.running.tasks import Tasks
from config.format import Side
from config.settings import Settings
from speech.audio import ROOM_RATE, Audio, join, silence
from speech.text.sentences import sentences
from tests.room.table import OPPONENTS, until

FRAME_SECONDS = 0.02


@cache
def speech(motion: str, side: Side, seconds: float) -> Audio:
    """The beginning of a shipped opponent's opening, read aloud."""
    voice = Components(Settings()).voice(side)
    sound = silence(0.0, ROOM_RATE)
    for sentence in sentences((OPPONENTS / f"{motion}-{side}" / "opening.txt").read_text()):
        if sound.seconds < seconds:
            sound = join([sound, voice.synthesize(sentence).at(ROOM_RATE), silence(0.3, ROOM_RATE)], ROOM_RATE)
    return sound.cut(0, seconds)


class Human:
    """Talks through a recording in its turns, in as many goes as it takes; its browser does nothing but LiveKit's."""

    def __init__(self, server: LiveKitServer, match: str, side: Side, says: Audio) -> None:
        self._server, self._match, self.side = server, match, side
        self._frames = list(says.frames(FRAME_SECONDS))
        self._next = 0
        self.events: list[Event] = []
        self.room: rtc.Room
        self._tasks = Tasks()
        self._talking = self._mine = False

    @property
    def said_seconds(self) -> float:
        return self._next * FRAME_SECONDS

    async def come(self) -> None:
        self.room, self._tasks = rtc.Room(), Tasks()
        token = seat_token(self._server.keys.key, self._server.keys.secret, self._match, self.side)
        await self.room.connect(self._server.url, token)
        Subscription(self.room, self._follow, self._catch_up, self._tasks)
        source = rtc.AudioSource(ROOM_RATE, 1, queue_size_ms=100)
        self.track = rtc.LocalAudioTrack.create_audio_track("microphone", source)
        options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
        await self.room.local_participant.publish_track(self.track, options)
        self._tasks.spawn(self._talk(source), "talking")

    async def go(self) -> None:
        self._talking = False
        await self._tasks.close()
        await self.room.disconnect()

    async def yields(self, turn: int) -> None:
        sender = Sender(self.room, POSTS, [CHAIR])
        sender.send(encode(TurnEnded(turn=turn, reason=EndReason.YIELDED)))
        await sender.drain()
        await sender.close()

    def _catch_up(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.seq > (self.events[-1].seq if self.events else -1):
                self._follow(event)

    def _follow(self, event: Event) -> None:
        self.events.append(event)
        match event:
            case TurnStarted(side=side):
                self._mine = self._talking = side is self.side
            case ClockPaused() | TurnEnded() | MatchEnded():
                self._talking = False
            case ClockResumed():
                self._talking = self._mine

    async def _talk(self, source: rtc.AudioSource) -> None:
        """A microphone gives sound all the time; words only while its owner speaks, and it is open."""
        quiet = silence(FRAME_SECONDS, ROOM_RATE)
        while True:
            speaks = self._talking and not self.muted and self._next < len(self._frames)
            frame = self._frames[self._next] if speaks else quiet
            self._next += speaks
            await source.capture_frame(rtc.AudioFrame(frame.samples.tobytes(), ROOM_RATE, 1, len(frame.samples)))

    @property
    def muted(self) -> bool:
        return any(one.muted for one in self.room.local_participant.track_publications.values())


async def heard_to_the_end(human: Human, seconds: float = 60) -> None:
    await until(lambda: human._next == len(human._frames), seconds)
