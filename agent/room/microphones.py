"""The microphones of both sides as the server has them: muted by right, opened by asking."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import aiohttp
from livekit import api, rtc
from livekit.rtc.data_stream import StreamError

from agent.room.wire import CUES
from agent.running.tasks import cause
from config.format import Side

log = logging.getLogger("rostrum.room")

OPEN_TIMEOUT_SECONDS = 1.0  # for a microphone to be opened after a pause


class Microphones:
    """What the chair does with them.

    Args:
        livekit: the server's API with the right to administer this room.
    """

    def __init__(self, room: rtc.Room, livekit: api.LiveKitAPI) -> None:
        self._room, self._livekit = room, livekit
        self._opened = asyncio.Event()
        room.on("track_unmuted", self._opened.set)

    def muted(self, side: Side) -> bool:
        participant = self._room.remote_participants.get(side.value)
        return participant is not None and any(p.muted for p in participant.track_publications.values())

    async def mute(self, side: Side) -> None:
        """Mute at the server: from now on no listener gets that side's sound."""
        participant = self._room.remote_participants.get(side.value)
        if participant is None:
            return
        for publication in list(participant.track_publications.values()):
            request = api.MuteRoomTrackRequest(
                room=self._room.name, identity=side.value, track_sid=publication.sid, muted=True
            )
            try:
                await self._livekit.room.mute_published_track(request)
            except (api.TwirpError, aiohttp.ClientError, OSError) as error:  # gone already, or the room is being lost
                log.warning("the microphone of %s was not muted: %s", side, cause(error))

    async def have_opened(self, side: Side) -> None:
        """Ask a speaker to open its microphone; returns when it has, or soon where it does not."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OPEN_TIMEOUT_SECONDS):
                while self.muted(side):
                    self._opened.clear()
                    await self._cue(side)
                    await self._opened.wait()

    async def _cue(self, side: Side) -> None:
        try:
            await self._room.local_participant.send_text("", topic=CUES, destination_identities=[side.value])
        except StreamError as error:  # a lost room is told through its own event
            log.warning("%s was not asked to open its microphone: %s", side, cause(error))
