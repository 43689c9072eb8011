"""Who stops joining a room is not in it, and the process goes on."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from livekit import api, rtc

from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.joining import join
from agent.room.wire.tokens import spectator_token

pytestmark = pytest.mark.room


def test_a_join_that_is_left_off_leaves_nobody_in_the_room(livekit: LiveKitServer) -> None:
    name = "left-off"

    async def there(server: api.LiveKitAPI) -> list[str]:
        with contextlib.suppress(api.TwirpError):  # there is no room yet
            found = await server.room.list_participants(api.ListParticipantsRequest(room=name))
            return [one.identity for one in found.participants]
        return []

    async def run() -> None:
        token = spectator_token(livekit.keys.key, livekit.keys.secret, name, "listener-1")
        url = livekit.url.replace("ws", "http", 1)
        async with api.LiveKitAPI(url, livekit.keys.key, livekit.keys.secret) as server:
            joining = asyncio.ensure_future(join(rtc.Room(), livekit.url, token, rtc.RoomOptions()))
            while not await there(server):  # from there on only the answer is missing
                await asyncio.sleep(0)
            joining.cancel()
            with pytest.raises(asyncio.CancelledError):
                await joining
            async with asyncio.timeout(10):
                while await there(server):
                    await asyncio.sleep(0.1)

    asyncio.run(run())
