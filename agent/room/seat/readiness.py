"""A seat lets everybody in the room know whether it is ready, whenever they join."""

from __future__ import annotations

import asyncio

from livekit import rtc

from agent.room.wire.texts import READY
from config.errors import RoomError
from config.format import Side

ATTRIBUTE_SECONDS = 10.0  # for the server to take an attribute; where it refuses one it may not answer at all


async def say_ready(room: rtc.Room, side: Side, state: str) -> None:
    """Raises RoomError: the token of that side does not allow it, or the room does not answer."""
    participant = room.local_participant
    if not participant.permissions.can_update_metadata:
        raise RoomError(f"{side} may not say that it is ready: its token lacks can_update_own_metadata")
    try:
        async with asyncio.timeout(ATTRIBUTE_SECONDS):  # wait_for may lose a cancellation (Python 3.11)
            await participant.set_attributes({READY: state})
    except TimeoutError:
        raise RoomError(f"{side} could not say that it is ready: the room does not answer") from None
