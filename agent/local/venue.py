"""A match in one process: no server, an in-memory floor, loudspeaker or files."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path

from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import EndReason, Event, Failed, TurnEnded
from agent.running.floor import LocalFloor
from agent.running.folder import recording_name
from agent.running.ports import Post, Seat
from config.errors import AudioError, RostrumError
from config.format import Format, Side
from speech.audio import ROOM_RATE, Audio, WavWriter


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
