"""A spectator that records each turn as it arrives over the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from livekit import rtc

from agent.match.events import ClockPaused, ClockResumed, Event, MatchCreated, MatchEnded, TurnEnded, TurnStarted
from agent.match.state import Match, Phase
from agent.room.sound import heard, on_every_track
from agent.room.splice import Splice
from agent.room.subscription import Subscription
from agent.room.tokens import side_of
from agent.room.wire import CAPTIONS, INTERIM, Receiver
from agent.running.folder import recording_name
from agent.running.tasks import Tasks, cause, logged
from config.errors import AudioError
from config.format import Format, Side
from speech.audio import ROOM_RATE, Audio, WavWriter

TAIL_SECONDS = 1.0  # recorded on after a turn's end: whatever is heard there was heard after the bell


class Recorder:
    """Writes `turn-N-side-stage.wav` files into a folder from a connected room; pauses are not in them.

    A recorder that joins in the middle of a turn records the rest of it; what is there already of the turn stays.

    Args:
        on_caption: told of every caption in the room, with the identity it came from.
        on_interim: told of what a debater is hearing, still changing, with the debater's identity.
        on_trouble: told in one line when a recording cannot be written.
    """

    def __init__(
        self,
        room: rtc.Room,
        folder: Path,
        *,
        on_caption: Callable[[str, str], None] = lambda text, identity: None,
        on_interim: Callable[[str, str], None] = lambda text, identity: None,
        on_trouble: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._folder, self._on_trouble = folder, on_trouble
        self._tasks = Tasks(self._broke)
        self._format: Format | None = None
        self._speaker: Side | None = None
        self._writer: WavWriter | None = None
        self._splice = Splice(self._write)
        self._closing: asyncio.Task[None] | None = None
        self._streams: dict[str, asyncio.Task[None]] = {}
        self.ended = asyncio.Event()
        self._events = Subscription(room, self._follow, self._catch_up, self._tasks)
        self._captions = Receiver(room, CAPTIONS, on_caption, self._tasks)
        self._interim = Receiver(room, INTERIM, on_interim, self._tasks)
        on_every_track(room, self._subscribed)

    async def close(self) -> None:
        await self._tasks.close()
        self._stop()

    def _broke(self, what: str, error: BaseException) -> None:
        logged(what, error)
        self._on_trouble(f"the recorder broke while {what}: {cause(error)}")

    # -- events --------------------------------------------------------------------------------

    def _follow(self, event: Event) -> None:
        match event:
            case MatchCreated():
                self._format = event.format
            case TurnStarted() if self._format is not None:
                self._start(event.side, self._folder / recording_name(event.turn, event.side, self._format))
            case ClockPaused():
                self._splice.pause()
            case ClockResumed():
                self._splice.resume()
            case TurnEnded():
                self._closing = self._tasks.spawn(self._stop_later(), "ending a recording")
            case MatchEnded():
                self._stop()
                self.ended.set()

    def _catch_up(self, events: tuple[Event, ...]) -> None:
        """The match began without us."""
        match = Match.replay(events)
        self._format = match.format
        if (turn := match.turn) is not None:
            self._start(turn.side, unused(self._folder / recording_name(turn.index, turn.side, match.format)))
            if match.phase is Phase.PAUSED:
                self._splice.pause()
        if match.ended is not None:
            self.ended.set()

    def _start(self, side: Side, path: Path) -> None:
        if self._closing is not None:
            self._closing.cancel()
        self._stop()
        self._splice = Splice(self._write)
        try:
            self._writer = WavWriter(path, ROOM_RATE)
            self._speaker = side
        except AudioError as error:
            self._on_trouble(str(error))

    async def _stop_later(self) -> None:
        await asyncio.sleep(TAIL_SECONDS)
        self._stop()

    def _stop(self) -> None:
        writer, self._writer, self._speaker = self._writer, None, None
        if writer is not None:
            try:
                writer.close()
            except AudioError as error:
                self._on_trouble(str(error))

    # -- sound ---------------------------------------------------------------------------------

    def _subscribed(
        self, track: rtc.Track, publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        side = side_of(participant.identity)
        if side is None or track.kind != rtc.TrackKind.KIND_AUDIO:
            return
        if (old := self._streams.get(participant.identity)) is not None:
            old.cancel()
        self._streams[participant.identity] = self._tasks.spawn(self._listen(track, side), f"listening to {side}")

    async def _listen(self, track: rtc.Track, side: Side) -> None:
        async for audio in heard(track):
            if side is self._speaker:
                self._splice.push(audio)

    def _write(self, audio: Audio) -> None:
        if self._writer is None:
            return
        try:
            self._writer.add(audio)
        except AudioError as error:
            self._writer = None
            self._on_trouble(str(error))


def unused(path: Path) -> Path:
    """The path, or the next of its kind that is free: turn-1-pro-opening-2.wav."""
    number, free = 2, path
    while free.exists():
        number, free = number + 1, path.with_stem(f"{path.stem}-{number}")
    return free
