"""A match in one process: no server, an in-memory floor, loudspeaker or files."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from agent.match.clock import Stopwatch
from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import EndReason, Event, Failed, TurnEnded
from agent.running.ports import Post, Seat
from config.errors import AudioError, RostrumError
from config.format import Format, Side
from speech.audio import ROOM_RATE, Audio, WavWriter, join, silence

FRAME_SECONDS = 0.05
GRAIN_SECONDS = 1e-6  # a timer is no finer


class LocalFloor:
    """One open turn: sound queued by the speaker goes to the listeners at the pace of playout.

    A frame that has been handed out when the clock stops is heard to its end, and not again.
    """

    def __init__(self, turn: int, seconds: float) -> None:
        self.turn, self.seconds = turn, seconds
        self._clock = Stopwatch(asyncio.get_running_loop().time())
        self._running = asyncio.Event()
        self._running.set()
        self._queue: list[Audio] = []
        self._waiting = self._played = 0  # samples: a sum of seconds would never come down to 0 again

    @property
    def paused(self) -> bool:
        return not self._running.is_set()

    def pause(self) -> None:
        """Stand still; nothing is handed out until `resume`."""
        self._clock = self._clock.stop(asyncio.get_running_loop().time())
        self._running.clear()

    def resume(self) -> None:
        self._clock = self._clock.go(asyncio.get_running_loop().time())
        self._running.set()

    def elapsed(self) -> float:
        return self._clock.read(asyncio.get_running_loop().time())

    def queued(self) -> float:
        return self._waiting / ROOM_RATE + max(0.0, self._played / ROOM_RATE - self.elapsed())

    @property
    def idle(self) -> bool:
        return not self._waiting

    async def play(self, audio: Audio) -> None:
        sound = audio.at(ROOM_RATE)
        self._queue.append(sound)
        self._waiting += len(sound.samples)

    def take(self, seconds: float) -> Audio:
        """The next `seconds` of sound, silence where there is none."""
        wanted = round(seconds * ROOM_RATE)
        self._played += wanted
        parts: list[Audio] = []
        while self._queue and wanted > 0:
            head = self._queue.pop(0)
            piece, rest = Audio(head.samples[:wanted], ROOM_RATE), Audio(head.samples[wanted:], ROOM_RATE)
            if len(rest.samples):
                self._queue.insert(0, rest)
            wanted -= len(piece.samples)
            self._waiting -= len(piece.samples)
            parts.append(piece)
        parts.append(silence(wanted / ROOM_RATE, ROOM_RATE))
        return join(parts, ROOM_RATE)

    async def pump(self, hear: Callable[[Audio], None]) -> None:
        """Hand out a frame each frame's length until the turn's seconds are over."""
        frames = int(self.seconds / FRAME_SECONDS + 1e-9)
        for number in range(frames):
            await self._until(number * FRAME_SECONDS)
            hear(self.take(FRAME_SECONDS))

    async def _until(self, seconds: float) -> None:
        """Until the turn's own clock shows so much, and runs."""
        while True:
            await asyncio.sleep(max(0.0, seconds - self.elapsed()))
            await self._running.wait()
            if seconds - self.elapsed() <= GRAIN_SECONDS:
                return


class LocalVenue:
    """Seats, recordings and, if wanted, a loudspeaker.

    Args:
        play: receives what is heard, for a loudspeaker.
        post: the runner's inbox.
    """

    def __init__(
        self,
        seats: Mapping[Side, Seat],
        match_format: Format,
        folder: Path,
        post: Post,
        *,
        play: Callable[[Audio], None] | None = None,
    ) -> None:
        self._seats, self._format, self._folder, self._post = seats, match_format, folder, post
        self._play = play
        self._tasks: list[asyncio.Task[None]] = []
        self._floor: LocalFloor | None = None
        self._recording: WavWriter | None = None

    async def open_floor(self, command: OpenFloor) -> None:
        self._floor = floor = LocalFloor(command.turn, command.seconds)
        self._record(command)
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(floor.pump(lambda audio: self._hear(command.side, audio))),
            loop.create_task(self._speak(self._seats[command.side], floor)),
        ]

    async def close_floor(self, command: CloseFloor) -> None:
        tasks, self._tasks, self._floor = self._tasks, [], None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._recording is not None:
            recording, self._recording = self._recording, None
            with contextlib.suppress(AudioError):
                recording.close()

    async def pause_floor(self, command: PauseFloor) -> None:
        if self._floor is not None:
            self._floor.pause()

    async def ready_floor(self, side: Side) -> None:
        """There is nothing to open here."""

    async def resume_floor(self, command: ResumeFloor) -> None:
        if self._floor is not None:
            self._floor.resume()

    async def broadcast(self, event: Event) -> None:
        for seat in self._seats.values():
            await seat.on_event(event)

    def _record(self, command: OpenFloor) -> None:
        try:
            name = recording_name(command.turn, command.side, self._format)
            self._recording = WavWriter(self._folder / name, ROOM_RATE)
        except AudioError as error:
            self._post(Failed(part="recording", reason=str(error)))

    def _hear(self, side: Side, audio: Audio) -> None:
        if self._recording is not None:
            try:
                self._recording.add(audio)
            except AudioError as error:
                self._recording = None
                self._post(Failed(part="recording", reason=str(error)))
        if self._play is not None:
            self._play(audio)
        self._seats[side.other].hear(audio)

    async def _speak(self, seat: Seat, floor: LocalFloor) -> None:
        try:
            await seat.speak(floor)
        except RostrumError as error:
            self._post(Failed(part=f"seat of {seat.side}", reason=str(error)))
            self._post(TurnEnded(turn=floor.turn, reason=EndReason.FAILED))
        else:
            self._post(TurnEnded(turn=floor.turn, reason=EndReason.YIELDED))


def recording_name(turn: int, side: Side, match_format: Format) -> str:
    """turn-1-pro-opening.wav"""
    return f"turn-{turn + 1}-{side}-{match_format.turns[turn].name}.wav"
