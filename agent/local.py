"""A match in one process: no server, an in-memory floor, loudspeaker or files."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from agent.events import EndReason, Event, Failed, TurnEnded
from agent.floor import Post, Seat
from agent.match import CloseFloor, OpenFloor
from config.errors import AudioError, RostrumError
from config.format import Format, Side
from speech.audio import ROOM_RATE, Audio, WavWriter, join, silence

FRAME_SECONDS = 0.05


class LocalFloor:
    """One open turn: sound queued by the speaker goes to the listeners at the pace of playout."""

    def __init__(self, turn: int, seconds: float) -> None:
        self.turn, self.seconds = turn, seconds
        self._began = asyncio.get_running_loop().time()
        self._queue: list[Audio] = []
        self._waiting = 0.0
        self._played = 0.0

    def elapsed(self) -> float:
        return asyncio.get_running_loop().time() - self._began

    def queued(self) -> float:
        return self._waiting + max(0.0, self._played - self.elapsed())

    async def play(self, audio: Audio) -> None:
        self._queue.append(audio.at(ROOM_RATE))
        self._waiting += audio.seconds

    def take(self, seconds: float) -> Audio:
        """The next `seconds` of sound, silence where there is none."""
        wanted = round(seconds * ROOM_RATE)
        parts: list[Audio] = []
        while self._queue and wanted > 0:
            head = self._queue.pop(0)
            piece, rest = Audio(head.samples[:wanted], ROOM_RATE), Audio(head.samples[wanted:], ROOM_RATE)
            if len(rest.samples):
                self._queue.insert(0, rest)
            wanted -= len(piece.samples)
            self._waiting = max(0.0, self._waiting - piece.seconds)
            parts.append(piece)
        parts.append(silence(wanted / ROOM_RATE, ROOM_RATE))
        self._played += seconds
        return join(parts, ROOM_RATE)

    async def pump(self, hear: Callable[[Audio], None]) -> None:
        """Hand out a frame each frame's length until the turn's seconds are over."""
        loop = asyncio.get_running_loop()
        frames = int(self.seconds / FRAME_SECONDS + 1e-9)
        for number in range(frames):
            await asyncio.sleep(max(0.0, self._began + number * FRAME_SECONDS - loop.time()))
            hear(self.take(FRAME_SECONDS))


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
        self._recording: WavWriter | None = None

    async def open_floor(self, command: OpenFloor) -> None:
        floor = LocalFloor(command.turn, command.seconds)
        self._record(command)
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(floor.pump(lambda audio: self._hear(command.side, audio))),
            loop.create_task(self._speak(self._seats[command.side], floor)),
        ]

    async def close_floor(self, command: CloseFloor) -> None:
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._recording is not None:
            recording, self._recording = self._recording, None
            with contextlib.suppress(AudioError):
                recording.close()

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
