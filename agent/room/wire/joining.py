"""A room is joined whole or not at all."""

from __future__ import annotations

import asyncio
import contextlib

from livekit import rtc


async def join(room: rtc.Room, url: str, token: str, options: rtc.RoomOptions) -> None:
    """As `rtc.Room.connect`; left off in the middle, it is ended first and then left.

    A connection that nobody takes over makes LiveKit's library end the whole process after ten seconds ("timed out
    waiting for ReadyForRoomEventRequest").

    Raises rtc.ConnectError.
    """
    connecting = asyncio.ensure_future(room.connect(url, token, options))
    try:
        await asyncio.shield(connecting)
    except asyncio.CancelledError:
        with contextlib.suppress(rtc.ConnectError):
            await connecting
            await room.disconnect()
        raise
