"""Seats that do as little as a test wants, brought into a room."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from agent.match.events import Event
from agent.room.seat.seat import RoomSeat
from agent.running.ports import Floor, Post
from config.format import Format, Side, Stage, Turn
from speech.audio import Audio
from tests.room.table import Table, until

LONG = Format(
    name="long",
    gap_seconds=0.2,
    warnings_seconds=(),
    turns=(
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=60),
        Turn(side=Side.CON, stage=Stage.OPENING, seconds=60),
        Turn(side=Side.PRO, stage=Stage.REBUTTAL, seconds=60),
    ),
)


class Quiet:
    """Holds the floor until the chair takes it away."""

    def __init__(self, side: Side, post: Post) -> None:
        self.side, self.post = side, post
        self.events: list[Event] = []
        self.heard = 0

    async def speak(self, floor: Floor) -> None:
        await asyncio.Event().wait()

    def hear(self, audio: Audio) -> None:
        self.heard += 1

    def read(self, text: str, end: float) -> None:
        """It listens."""

    async def on_event(self, event: Event) -> None:
        self.events.append(event)

    async def close(self) -> None:
        """Nothing to end."""


class Sitting:
    """A seat in a room, with the task that keeps it there."""

    def __init__(self, seat: Quiet, task: asyncio.Task[None]) -> None:
        self.seat, self.task = seat, task


async def sit(room: Table, side: Side, make: Callable[[Side, Post], Quiet] = Quiet) -> Sitting:
    """A seat that is ready, or has broken."""
    made: list[Quiet] = []

    async def make_seat(post: Post) -> Quiet:
        made.append(make(side, post))
        return made[0]

    connected = await room.seat(side)
    task = asyncio.create_task(RoomSeat(connected, side, make_seat).run())
    await until(lambda: connected.local_participant.track_publications or task.done())
    return Sitting(made[0] if made else Quiet(side, lambda event: None), task)


async def leave(*sitting: Sitting) -> None:
    for one in sitting:
        one.task.cancel()
    await asyncio.gather(*(one.task for one in sitting), return_exceptions=True)
