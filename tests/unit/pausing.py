"""A local match in virtual time whose clock the chair stops as told, and seats that play and listen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from agent.debater.debater import Debater
from agent.local.venue import LocalVenue
from agent.local.virtual_time import run
from agent.match.events import Event, MatchCreated, SentenceSpoken
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from agent.running.files.log import MatchLog
from agent.running.inbox import Inbox
from agent.running.observers import Observer, Observers
from agent.running.ports import Floor, Seat
from agent.running.runner import Runner
from config.format import Format, Side, Stage, Turn
from speech.audio import ROOM_RATE, Audio, join

PRO, CON = Side
SHORT = Format(
    name="short",
    gap_seconds=2,
    warnings_seconds=(4,),
    turns=(Turn(side=PRO, stage=Stage.OPENING, seconds=10), Turn(side=CON, stage=Stage.OPENING, seconds=10)),
)
Pauses = Sequence[tuple[float, float]]  # (match seconds, for so long)


def ramp(seconds: float, first: int = 1) -> Audio:
    """Sound of which every sample tells its place: 1, 2, 3 ... up to 30000 and again."""
    return Audio(((np.arange(round(seconds * ROOM_RATE)) + first - 1) % 30_000 + 1).astype(np.int16), ROOM_RATE)


class Scripted:
    """Plays one sound in its turn, and keeps all it hears with the time at which it came."""

    def __init__(self, side: Side, sound: Audio) -> None:
        self.side, self._sound = side, sound
        self.heard: list[tuple[float, Audio]] = []
        self.said: Callable[[Event], None] = lambda event: None

    async def speak(self, floor: Floor) -> None:
        start = floor.elapsed() + floor.queued()
        await floor.play(self._sound)
        while not floor.idle:
            await asyncio.sleep(0.03)
        self.said(
            SentenceSpoken(
                turn=floor.turn, side=self.side, id="s1", text="x", start=start, end=start + self._sound.seconds
            )
        )

    def hear(self, audio: Audio) -> None:
        self.heard.append((asyncio.get_running_loop().time(), audio))

    def read(self, text: str, end: float) -> None:
        """It listens."""

    async def on_event(self, event: Event) -> None:
        """It does not react."""

    async def close(self) -> None:
        """Nothing to end."""

    @property
    def sound(self) -> np.ndarray:
        """All that was heard, from the first to the last sample that is not silent."""
        samples = join([audio for _, audio in self.heard], ROOM_RATE).samples
        loud = np.flatnonzero(samples)
        return samples[loud[0] : loud[-1] + 1] if len(loud) else samples[:0]


class Hall(Observer):
    """A local match of two seats, paused as told; afterwards what happened in it."""

    def __init__(
        self, folder: Path, pro: Seat, con: Seat, match_format: Format = SHORT, occupant: Occupant = Occupant.DEBATER
    ) -> None:
        self.occupant = occupant
        self.folder, self.seats, self.format = folder, {PRO: pro, CON: con}, match_format
        self.refused: list[str] = []
        self.events: list[Event] = []
        self.inbox = Inbox(lambda event, reason: self.refused.append(reason))
        self.watch: Callable[[Event], None] = lambda event: None
        self.also: Observer = Observers([])
        self.held = False  # until the inbox says otherwise

    def hold(self, pauses: Pauses = (), meanwhile: Callable[[], None] = lambda: None) -> Match:
        """`meanwhile` is called in the middle of each pause."""
        return run(self._hold(pauses, meanwhile), fast=True, lag=0.0)  # the same every time

    async def _hold(self, pauses: Pauses, meanwhile: Callable[[], None]) -> Match:
        venue = LocalVenue(self.seats, self.format, self.folder, self.inbox.post)
        runner = Runner(MatchLog(self.folder), venue, self.inbox, self)
        for seat in self.seats.values():
            if isinstance(seat, Scripted):
                seat.said = self.inbox.post
            elif isinstance(seat, Debater):
                await seat.open()
        infos = {side: SeatInfo(occupant=self.occupant, keeps_flow=True, name="x") for side in Side}
        created = MatchCreated(match_id="m", motion_id="x", motion="X", format=self.format, seats=infos)
        chair = asyncio.create_task(self._chair(pauses, meanwhile))
        try:
            return await runner.run(created, held=self.held)
        finally:
            chair.cancel()
            for seat in self.seats.values():
                await seat.close()

    async def _chair(self, pauses: Pauses, meanwhile: Callable[[], None]) -> None:
        began = asyncio.get_running_loop().time()
        for at, seconds in pauses:
            await asyncio.sleep(began + at - asyncio.get_running_loop().time())
            self.inbox.pause("a question")
            await asyncio.sleep(seconds / 2)
            meanwhile()
            await asyncio.sleep(seconds / 2)
            self.inbox.resume()

    def on_event(self, event: Event, match: Match) -> None:
        self.events.append(event)
        self.also.on_event(event, match)
        self.watch(event)

    def on_refused(self, event: Event, reason: str) -> None:
        self.refused.append(reason)

    def at(self, kind: type) -> list[float]:
        return [event.at for event in self.events if isinstance(event, kind)]


def two(folder: Path, seconds: float = 6.0) -> tuple[Hall, Scripted, Scripted]:
    pro, con = Scripted(PRO, ramp(seconds)), Scripted(CON, ramp(seconds))
    return Hall(folder, pro, con), pro, con
