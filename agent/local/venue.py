"""Where a local match is held: an in-memory floor, recordings, and a loudspeaker if there is one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import EndReason, Event, Failed, PoiEnded, PoiOver, TimeAdded, TurnEnded
from agent.running.files.folder import SPARED_BYTES, recording_name
from agent.running.floor import FloorBeside, LocalFloor
from agent.running.ports import Post, Seat
from agent.running.tasks import Tasks, cause, logged
from config.errors import AudioError, RostrumError
from config.format import Format, Side
from speech.audio import ROOM_RATE, Audio, mixed
from speech.sound_files import WavWriter

log = logging.getLogger("rostrum.venue")


class Follower(Protocol):
    """A seat of this process, as far as every venue knows it."""

    async def on_event(self, event: Event) -> None: ...


class VenueHere:
    """A venue whose seats are in this process: what one raises is told, and costs nobody else anything.

    `post`: the runner's inbox.
    """

    def __init__(self, seats: Mapping[Side, Follower], match_format: Format, post: Post) -> None:
        self._followers, self._format, self._post = seats, match_format, post
        self._tasks = Tasks(self._on_death)
        self._told: set[tuple[str, str]] = set()  # which seat failed, and of what

    async def ready_floor(self, side: Side) -> None:
        """There is nothing to open here."""

    async def broadcast(self, event: Event) -> None:
        for side, seat in self._followers.items():
            try:
                await seat.on_event(event)
            except Exception as error:
                self._failed(side, error)

    async def settle(self) -> None:
        """The seats of this process report while they are told of the end."""

    async def close(self) -> None:
        """Nobody speaks any more."""
        await self._tasks.close()

    def _on_death(self, what: str, error: BaseException) -> None:
        logged(what, error)
        self._post(Failed(part=what, reason=cause(error)))

    def _failed(self, side: Side, error: Exception) -> None:
        """Told once for each reason: what fails at every frame fails a thousand times."""
        part, reason = f"seat of {side}", cause(error)
        if (part, reason) in self._told:
            return
        self._told.add((part, reason))
        log.error("%s: %s", part, reason, exc_info=None if isinstance(error, RostrumError) else error)
        self._post(Failed(part=part, reason=reason))


class LocalVenue(VenueHere):
    """Seats, recordings and, if wanted, a loudspeaker.

    `play`: receives what is heard, for a loudspeaker; `present`: sides that are in the room themselves: what they say
    is not played there again.
    """

    def __init__(
        self,
        seats: Mapping[Side, Seat],
        match_format: Format,
        folder: Path,
        post: Post,
        *,
        play: Callable[[Audio], None] | None = None,
        present: Collection[Side] = (),
    ) -> None:
        super().__init__(seats, match_format, post)
        self._seats, self._folder, self._play, self._present = seats, folder, play, present
        self._beside = Tasks(self._on_death)  # of who is heard in the other's turn
        self._floor: LocalFloor | None = None
        self._other: tuple[Side, FloorBeside] | None = None
        self._recording: WavWriter | None = None

    async def open_floor(self, command: OpenFloor) -> None:
        if command.beside:
            self._open_beside(command)
            return
        self._floor = floor = LocalFloor(command.turn, command.seconds, command.elapsed)
        self._record(command)
        self._tasks.spawn(floor.pump(lambda audio: self._hear(command.side, audio)), "the floor")
        self._tasks.spawn(self._speak(self._seats[command.side], floor), f"seat of {command.side}")

    def _open_beside(self, command: OpenFloor) -> None:
        if self._floor is None:  # the bell has gone
            return
        floor = FloorBeside(self._floor, command.seconds)
        self._other = command.side, floor
        self._beside.spawn(self._speak_beside(self._seats[command.side], floor), f"seat of {command.side}")

    async def close_floor(self, command: CloseFloor) -> None:
        if self._other is not None and self._other[0] is command.side:
            self._other = None
            await self._beside.close()
            return
        self._floor = None
        await self._tasks.close()
        if self._recording is not None:
            recording, self._recording = self._recording, None
            self._written(recording.close)

    async def pause_floor(self, command: PauseFloor) -> None:
        if self._floor is not None:
            self._floor.pause()

    async def resume_floor(self, command: ResumeFloor) -> None:
        if self._floor is not None:
            self._floor.resume()

    async def broadcast(self, event: Event) -> None:
        if isinstance(event, TimeAdded) and self._floor is not None:
            self._floor.add(event.seconds)
            if self._other is not None and self._format.turns[event.turn].cross_examination is not None:
                self._other[1].add(event.seconds)
        await super().broadcast(event)

    async def close(self) -> None:
        await self._beside.close()
        await super().close()

    def _record(self, command: OpenFloor) -> None:
        path = self._folder / recording_name(command.turn, command.side, self._format)
        try:
            self._recording = WavWriter(path, ROOM_RATE, go_on=command.elapsed is not None, spared=SPARED_BYTES)
        except AudioError as error:
            self._post(Failed(part="recording", reason=str(error)))

    def _hear(self, side: Side, audio: Audio) -> None:
        """A frame of the turn, with what is said beside it: both are recorded and played as one sound."""
        heard = {side: audio}
        if self._other is not None:
            heard[self._other[0]] = self._other[1].take(audio.seconds)
        if self._recording is not None and not self._written(self._recording.add, mixed(list(heard.values()))):
            self._recording = None
        if self._play is not None and (absent := [one for who, one in heard.items() if who not in self._present]):
            self._play(mixed(absent))
        for who, sound in heard.items():
            try:
                self._seats[who.other].hear(sound)
            except Exception as error:
                self._failed(who.other, error)

    def _written(self, write: Callable[..., None], *what: Audio) -> bool:
        try:
            write(*what)
        except AudioError as error:
            self._post(Failed(part="recording", reason=str(error)))
            return False
        return True

    async def _speak(self, seat: Seat, floor: LocalFloor) -> None:
        """Whatever a seat raises gives its turn up."""
        reason = EndReason.YIELDED
        try:
            await seat.speak(floor)
        except Exception as error:
            self._failed(seat.side, error)
            reason = EndReason.FAILED
        self._post(TurnEnded(turn=floor.turn, reason=reason))

    async def _speak_beside(self, seat: Seat, floor: FloorBeside) -> None:
        """Whoever puts a point of information ends it by returning; who is cross-examined has answered all."""
        try:
            await seat.speak(floor)
        except Exception as error:
            self._failed(seat.side, error)
        if self._format.turns[floor.turn].cross_examination is None:
            self._post(PoiEnded(turn=floor.turn, side=seat.side, reason=PoiOver.ASKED))
