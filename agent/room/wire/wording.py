"""The words of an agent as they are heard, for captions that follow its voice.

They go as lossy packets, each with all that has been heard of its sentence: one that is lost is made good by the next.
What was said for good is the sentence's own caption, and its event.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence

from livekit import rtc
from livekit.rtc.participant import PublishDataError

from agent.match.events import SentenceSpoken
from agent.room.wire.texts import SEGMENT, WORDS, segment
from agent.running.tasks import cause

log = logging.getLogger("rostrum.room")

TICK_SECONDS = 0.1  # a word takes about four times as long


async def tell_words(room: rtc.Room, in_the_air: Callable[[], Sequence[SentenceSpoken]]) -> None:
    """Send the words of the sentence in the air, as often as there are more of them, until cancelled."""
    told = ""
    while True:
        for spoken in in_the_air()[-1:]:
            packet = json.dumps({SEGMENT: segment(spoken), "text": spoken.text})
            if packet != told:
                await _send(room, packet)
                told = packet
        await asyncio.sleep(TICK_SECONDS)


async def _send(room: rtc.Room, packet: str) -> None:
    try:
        await room.local_participant.publish_data(packet, reliable=False, topic=WORDS)
    except PublishDataError as error:  # the next one will do
        log.debug("words were not sent: %s", cause(error))
