"""What a seat posts is taken once and in order, whoever of the two was started again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agent.match.events import (
    SentenceSpoken,
    encode,
)
from agent.match.state import Match
from agent.room.chair.chair import Chair
from agent.room.processes.livekit_server import LiveKitServer
from agent.room.wire.texts import CHAIR, POSTS, Sender
from agent.room.wire.tokens import chair_token
from config.format import Side
from tests.room.seats import LONG
from tests.room.table import table, until

pytestmark = pytest.mark.room


def said(number: int, words: int = 1) -> str:
    text = f"{number}" + " word" * words
    return encode(SentenceSpoken(turn=0, side=Side.PRO, id=f"s{number}", text=text, start=0, end=0.1))


def test_a_seat_that_was_started_again_is_understood_at_once(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with table(livekit, tmp_path) as room:
            pro = await room.seat(Side.PRO)
            room.begin(LONG)
            await until(lambda: room.match.turns)
            first = Sender(pro, POSTS, [CHAIR])
            for number in range(3):
                first.send(said(number))
            await until(lambda: len(room.match.turns[0].spoken) == 3)
            await first.close()
            again = Sender(pro, POSTS, [CHAIR])
            for number in range(3, 6):
                again.send(said(number))
            await until(lambda: len(room.match.turns[0].spoken) == 6)
            await again.close()
            return [sentence.text.split()[0] for sentence in room.match.turns[0].spoken]

    assert asyncio.run(run()) == list("012345")


def test_a_chair_that_comes_later_understands_who_was_there_before_it(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> list[str]:
        async with table(livekit, tmp_path) as room:
            await room.chair.close()
            await room.leave(room.rooms[0])
            pro = await room.seat(Side.PRO)
            sender = Sender(pro, POSTS, [CHAIR])
            for number in range(5):
                sender.send(said(number))
            await sender.drain()
            chair = Chair(
                await room.join(chair_token(*room.keys)), room.livekit, room.posted.append,
                history=tuple, lost=room.lost.append,
            )  # fmt: skip
            chair._floor = Side.PRO
            await until(lambda: CHAIR in pro.remote_participants)
            for number in range(5, 9):
                sender.send(said(number, words=9000 if number == 5 else 1))
            await until(lambda: len(room.posted) == 4)
            await sender.close()
            await chair.close()
            return [event.text.split()[0] for event in room.posted if isinstance(event, SentenceSpoken)]

    assert asyncio.run(run()) == list("5678")


def test_what_was_sent_twice_is_taken_once(livekit: LiveKitServer, tmp_path: Path) -> None:
    async def run() -> Match:
        async with table(livekit, tmp_path) as room:
            pro = await room.seat(Side.PRO)
            room.begin(LONG)
            await until(lambda: room.match.turns)
            for number in (0, 0, 1, 1, 2):
                await pro.local_participant.send_text(
                    said(number), topic=POSTS, destination_identities=[CHAIR],
                    attributes={"n": str(number), "epoch": "one"},
                )  # fmt: skip
            await until(lambda: len(room.match.turns[0].spoken) >= 3)
            return room.match

    assert [sentence.id for sentence in asyncio.run(run()).turns[0].spoken] == ["s0", "s1", "s2"]
