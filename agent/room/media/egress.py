"""A broadcast of a match's sound by LiveKit Egress, to a file or over RTMP, started and stopped with the match.

Whatever goes wrong with it is told in a line and costs the match nothing. The address it streams to holds a key: it
comes from the environment and is shown nowhere.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Protocol
from urllib.parse import urlsplit

import aiohttp
from livekit import api
from livekit.api.egress_service import EgressService

from config.errors import ConfigError, RoomError
from config.plain_text import one_line
from config.secrets import SECRETS
from config.settings import Broadcast

UNDER_WAY = (api.EgressStatus.EGRESS_STARTING, api.EgressStatus.EGRESS_ACTIVE)
BROKEN = (api.EgressStatus.EGRESS_FAILED, api.EgressStatus.EGRESS_ABORTED, api.EgressStatus.EGRESS_LIMIT_REACHED)
STOP_SECONDS = 10.0
log = logging.getLogger("rostrum.egress")


class Broadcaster(Protocol):
    """Makes what is heard in a room heard elsewhere."""

    async def start(self, room: str) -> None:
        """Raises RoomError: it cannot be."""
        ...

    async def stop(self) -> None:
        """Raises RoomError: it cannot be stopped, or had broken off by itself."""
        ...


def broadcaster(
    livekit: api.LiveKitAPI, settings: Broadcast, environment: Mapping[str, str] = os.environ
) -> Broadcaster | None:
    """What the settings ask for; None where they ask for nothing.

    Raises ConfigError: the variable with the address is empty, or holds no such address.
    """
    address = _address(settings.stream_variable, environment) if settings.stream_variable else ""
    return EgressBroadcaster(livekit.egress, settings, address) if settings.file or address else None


@asynccontextmanager
async def broadcasting(
    broadcaster: Broadcaster | None, room: str, seconds: float, tell: Callable[[str], None]
) -> AsyncIterator[None]:
    """Inside, the room is broadcast, if anything is asked for and can be had.

    `seconds`: that starting it may take; `tell`: told in a line what went wrong.
    """
    if broadcaster is None:
        yield
        return
    try:
        async with asyncio.timeout(seconds):
            await broadcaster.start(room)
    except (RoomError, TimeoutError) as error:
        why = str(error) or f"it did not start within {seconds:g} s"
        tell(f"there is no broadcast: {why}; the match goes on without")
        yield
        return
    try:
        yield
    finally:
        await _stop(broadcaster, tell)


async def _stop(broadcaster: Broadcaster, tell: Callable[[str], None]) -> None:
    try:
        async with asyncio.timeout(STOP_SECONDS):
            await broadcaster.stop()
    except (RoomError, TimeoutError) as error:
        tell(f"the broadcast did not end in order: {str(error) or f'no answer within {STOP_SECONDS:g} s'}")


class EgressBroadcaster:
    """A room composite of LiveKit Egress, sound only. One that is under way in the room already is gone on with: the
    process that started it has died.

    `address`: an RTMP address with its key; "" for none.
    """

    def __init__(self, egress: EgressService, settings: Broadcast, address: str = "") -> None:
        self._egress, self._settings, self._address = egress, settings, address
        self._id = ""

    async def start(self, room: str) -> None:
        try:
            under_way = await self._egress.list_egress(api.ListEgressRequest(room_name=room, active=True))
            found = next((one for one in under_way.items if one.status in UNDER_WAY), None)
            self._id = (found or await self._egress.start_room_composite_egress(self._request(room))).egress_id
        except (api.TwirpError, aiohttp.ClientError) as error:
            raise RoomError(_told(error)) from error
        log.info("the broadcast %s %s", self._id, "goes on" if found else "has begun")

    async def stop(self) -> None:
        try:
            ended = await self._egress.stop_egress(api.StopEgressRequest(egress_id=self._id))
        except api.TwirpError as error:
            if error.code != api.TwirpErrorCode.FAILED_PRECONDITION:  # it is over
                raise RoomError(_told(error)) from error
            ended = await self._over()
        except aiohttp.ClientError as error:
            raise RoomError(_told(error)) from error
        if ended.status in BROKEN:
            raise RoomError(_shown(ended.error or api.EgressStatus.Name(ended.status)))
        log.info("the broadcast %s has ended", self._id)

    async def _over(self) -> api.EgressInfo:
        """How it ended by itself."""
        try:
            told = await self._egress.list_egress(api.ListEgressRequest(egress_id=self._id))
        except (api.TwirpError, aiohttp.ClientError) as error:
            raise RoomError(_told(error)) from error
        return told.items[0] if told.items else api.EgressInfo()

    def _request(self, room: str) -> api.RoomCompositeEgressRequest:
        request = api.RoomCompositeEgressRequest(room_name=room, audio_only=True)
        if self._settings.file:
            path = self._settings.file.replace("{match}", re.sub(r"[^\w.-]+", "-", room).strip("."))
            request.file_outputs.append(api.EncodedFileOutput(file_type=self._settings.kind, filepath=path))
        if self._address:
            request.stream_outputs.append(api.StreamOutput(protocol=api.StreamProtocol.RTMP, urls=[self._address]))
        return request


def _address(variable: str, environment: Mapping[str, str]) -> str:
    """The address that the variable holds; from here on it and its key are masked wherever they might be shown."""
    address = environment.get(variable, "").strip()
    if not address:
        raise ConfigError(f"broadcast.stream_variable: {variable} is not set; it is to hold the RTMP address")
    SECRETS.hide(address, address.rpartition("/")[2])
    parts = urlsplit(address)
    if parts.scheme not in ("rtmp", "rtmps") or not parts.hostname:
        raise ConfigError(f"broadcast.stream_variable: {variable} holds no address such as rtmp://HOST/APP/KEY")
    return address


def _told(error: Exception) -> str:
    said = error.message if isinstance(error, api.TwirpError) else str(error) or type(error).__name__
    return _shown(said)


def _shown(text: str) -> str:
    return one_line(SECRETS.masked(text))
