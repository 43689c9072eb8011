"""A person who sends too much, or too long, costs the chair nothing and the match a moment, and is told of."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from livekit import rtc

from agent.match.events import Degraded, EndReason, Event, TurnEnded, encode
from agent.match.seats import Occupant
from agent.match.state import Phase
from agent.room.chair.chair import TOO_MUCH
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.texts import CHAIR, MOST_BYTES, POSTS
from config.format import Side
from tests.room.seats import LONG
from tests.room.table import table, until

pytestmark = pytest.mark.room
PEOPLE = dict.fromkeys(Side, Occupant.PERSON)
BYTES = "a stream of bytes"
YIELDED = encode(TurnEnded(turn=0, reason=EndReason.YIELDED))


async def says(room: rtc.Room, text: str, topic: str = POSTS) -> None:
    me = room.local_participant
    if topic == BYTES:
        stream = await me.stream_bytes(name="x", topic=topic, destination_identities=[CHAIR])
        await stream.write(text.encode())
        await stream.aclose()
    else:
        await me.send_text(text, topic=topic, destination_identities=[CHAIR])


def test_a_text_that_is_too_long_is_left_and_the_next_is_read(
    livekit: LiveKitServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> list[Event]:
        async with table(livekit, tmp_path, occupants=PEOPLE) as room:
            pro = await room.seat(Side.PRO)
            room.begin(LONG)
            await until(lambda: room.match.phase is Phase.SPEAKING)
            await says(pro, "x" * (3 * MOST_BYTES))
            await says(pro, YIELDED)
            await until(lambda: any(isinstance(event, TurnEnded) for event in room.posted))
            return [event for event in room.posted if not isinstance(event, Degraded)]  # there are no microphones

    assert [event.type for event in asyncio.run(run())] == ["turn_ended"]
    assert "is longer than 64 kB" in caplog.text


@pytest.mark.parametrize("topic", [POSTS, "rostrum.asked", "lk.transcription", "nobody listens to this", BYTES])
def test_who_floods_the_chair_is_put_out_and_everybody_is_told(
    livekit: LiveKitServer, tmp_path: Path, topic: str
) -> None:
    async def run() -> list[Event]:
        async with table(livekit, tmp_path, occupants=PEOPLE) as room:
            con, gone = await room.seat(Side.CON), []
            con.on("disconnected", lambda reason: gone.append(rtc.DisconnectReason.Name(reason)))
            room.begin(LONG)
            await until(lambda: room.match.phase is Phase.SPEAKING)
            for _ in range(30):
                with_errors = (says(con, "x", topic) for _ in range(20))
                await asyncio.gather(*with_errors, return_exceptions=True)
                if gone:
                    break
            await until(lambda: gone)
            assert gone == ["PARTICIPANT_REMOVED"]
            await until(lambda: told_of("seat of con", room.events))
            assert len(room.refused) < 300, "of what was not an event; the rest was not read"
            return room.events

    assert told_of("seat of con", asyncio.run(run())) == [TOO_MUCH]


def told_of(part: str, events: list[Event]) -> list[str]:
    return [event.reason for event in events if isinstance(event, Degraded) and event.part == part]
