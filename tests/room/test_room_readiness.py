"""The chair knows who is ready, whoever came first."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from livekit import api

from agent.room.chair.chair import Chair
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.seat.seat import RoomSeat
from agent.room.wire.texts import READY
from agent.room.wire.tokens import chair_token
from agent.running.ports import Post
from config.errors import RoomError
from config.format import Side
from tests.room.seats import Quiet, leave, sit
from tests.room.table import table

pytestmark = pytest.mark.room


def test_a_chair_that_comes_after_the_seats_were_ready_sees_it(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> None:
        async with table(livekit, tmp_path) as room:
            await room.chair.close()
            await room.leave(room.rooms[0])
            pro, con = await sit(room, Side.PRO), await sit(room, Side.CON)
            late = await room.join(chair_token(*room.keys))
            chair = Chair(late, room.livekit, room.post, history=tuple, lost=room.lost.append)
            await chair.wait_for_seats(10)
            await leave(pro, con)
            await chair.close()

    asyncio.run(run())


async def quiet(side: Side, post: Post, loaded: asyncio.Event | None = None) -> Quiet:
    """Ready when it is told to be."""
    if loaded is not None:
        await loaded.wait()
    return Quiet(side, post)


def test_the_chair_waits_until_both_are_ready(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> None:
        loaded = asyncio.Event()
        async with table(livekit, tmp_path) as room:
            pro = await sit(room, Side.PRO)
            connected = await room.seat(Side.CON)
            con = asyncio.create_task(RoomSeat(connected, Side.CON, lambda post: quiet(Side.CON, post, loaded)).run())
            with pytest.raises(RoomError, match=r"^con did not become ready in 1 s"):
                await room.chair.wait_for_seats(1)
            waiting = asyncio.create_task(room.chair.wait_for_seats())
            loaded.set()
            await waiting
            assert room.rooms[0].remote_participants["con"].attributes[READY] == "yes"
            con.cancel()
            await asyncio.gather(con, return_exceptions=True)
            await leave(pro)

    asyncio.run(run())


def test_a_token_that_lets_a_seat_say_nothing_of_itself_is_named(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> None:
        async with table(livekit, tmp_path) as room:
            grants = api.VideoGrants(room_join=True, room=room.name, can_publish_sources=["microphone"])
            token = api.AccessToken(room.keys[0], room.keys[1]).with_identity("pro").with_grants(grants).to_jwt()
            with pytest.raises(RoomError, match=r"pro may not say that it is ready.*can_update_own_metadata"):
                await RoomSeat(await room.join(token), Side.PRO, lambda post: quiet(Side.PRO, post)).run()

    asyncio.run(run())
