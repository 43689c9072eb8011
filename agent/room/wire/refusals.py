"""A worker that cannot take a job says why: the chair hears it through the server, and tells it in a line.

Only who holds the server's secret can send such a word, and it is read by any version of either.
"""

from __future__ import annotations

import json
import logging

from livekit import api, rtc

from agent.room.wire.dispatch import Trouble
from agent.room.wire.texts import CHAIR, REFUSED
from agent.running.tasks import cause
from config.plain_text import one_line

log = logging.getLogger("rostrum.room")

MOST_CHARACTERS = 300


async def refuse(room: str, reason: str) -> None:
    """Tell the chair of that room why nobody comes. What cannot be told is in this worker's log."""
    word = json.dumps({"reason": reason[:MOST_CHARACTERS]}).encode()
    try:
        async with api.LiveKitAPI() as livekit:
            await livekit.room.send_data(
                api.SendDataRequest(room=room, data=word, topic=REFUSED, destination_identities=[CHAIR])
            )
    except Trouble as error:
        log.warning("the chair of %s was not told why its job is refused: %s", room, cause(error))


class Refusals:
    """Why the last worker that was called into a room did not come."""

    def __init__(self, room: rtc.Room) -> None:
        self.reason = ""
        room.on("data_received", self._received)

    def take(self) -> str:
        """Empty where none has said anything since the last time."""
        reason, self.reason = self.reason, ""
        return reason

    def _received(self, packet: rtc.DataPacket) -> None:
        if packet.topic != REFUSED or packet.participant is not None:  # the server's own words have no sender
            return
        try:
            self.reason = one_line(str(json.loads(packet.data)["reason"]))[:MOST_CHARACTERS]
        except (ValueError, KeyError, TypeError):
            log.warning("a refusal cannot be read")
