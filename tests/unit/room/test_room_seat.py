"""A seat that is told to end does, whatever it is just waiting for."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest
from livekit import rtc

from agent.room.seat.seat import RoomSeat
from agent.running.ports import Post
from config.format import Side
from tests.room.seats import Quiet
from tests.unit.fake_room import FakeRoom

PATIENCE_SECONDS = 5.0  # with one that does not end


class Answer:
    """The room's, to one who says that it is ready."""

    def __init__(self) -> None:
        self.asked, self.given = asyncio.Event(), asyncio.Event()

    async def __call__(self, attributes: dict[str, str]) -> None:
        self.asked.set()
        await self.given.wait()


async def joined(track: rtc.LocalAudioTrack, options: rtc.TrackPublishOptions) -> None:
    """It is published."""


async def quiet(post: Post) -> Quiet:
    return Quiet(Side.PRO, post)


@pytest.mark.parametrize("steps", range(5))
def test_one_who_is_told_to_end_just_as_the_room_answers_it_ends(steps: int) -> None:
    async def main() -> bool:
        room, answer = FakeRoom(), Answer()
        room.local_participant.permissions.can_update_metadata = True
        room.local_participant = SimpleNamespace(
            **vars(room.local_participant), publish_track=joined, set_attributes=answer
        )
        task = asyncio.create_task(RoomSeat(cast(rtc.Room, room), Side.PRO, quiet).run())
        await answer.asked.wait()
        answer.given.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=PATIENCE_SECONDS)
        ended = task.cancelled()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return ended

    assert asyncio.run(main())
