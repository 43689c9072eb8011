"""A seat that plays one sound in its own turn and another beside the other side, and what it does at which time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import numpy as np

from agent.match.events import Event
from agent.running.ports import Floor
from config.format import Side
from speech.audio import ROOM_RATE, Audio, join
from tests.unit.pausing import Hall, Scripted


def tone(seconds: float, level: int) -> Audio:
    return Audio(np.full(round(seconds * ROOM_RATE), level, dtype=np.int16), ROOM_RATE)


class Asker(Scripted):
    """Plays one sound in its own turn and another where it is heard beside the other side."""

    def __init__(self, side: Side, sound: Audio, beside: Audio) -> None:
        super().__init__(side, sound)
        self._beside = beside

    async def speak(self, floor: Floor) -> None:
        await floor.play(self._beside if floor.beside else self._sound)
        while not floor.idle:
            await asyncio.sleep(0.03)


def at(seconds: float, *events: Event) -> Callable[[Hall], None]:
    """Post these so many seconds into the match."""

    def later(where: Hall) -> None:
        loop = asyncio.get_running_loop()
        for event in events:
            loop.call_later(seconds, where.inbox.post, event)

    return later


def level(seat: Scripted, start: float, end: float) -> int:
    """The loudest that was heard between two times of the match."""
    heard = [audio for time, audio in seat.heard if start <= time < end]
    return int(np.abs(join(heard, ROOM_RATE).samples).max()) if heard else 0
