"""An agent tells the words of its sentence as they are heard."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from livekit.rtc.participant import PublishDataError

from agent.local.virtual_time import run
from agent.match.events import SentenceSpoken
from agent.room.wire.heartbeats import TICK_SECONDS, tell_words
from agent.room.wire.texts import SEGMENT, WORDS
from config.format import Side

SENTENCE = "Unions make firms more productive."


def spoken(text: str) -> SentenceSpoken:
    return SentenceSpoken(turn=0, side=Side.PRO, id="s1", text=text, start=0.0, end=1.0, voice="", cut=True)


class Packets:
    """A room as far as packets go. `lost`: how many of the next cannot be sent."""

    def __init__(self, lost: int = 0) -> None:
        self.sent: list[tuple[str, bool, str]] = []
        self._lost = lost
        self.local_participant = SimpleNamespace(publish_data=self._publish)

    async def _publish(self, packet: str, *, reliable: bool, topic: str) -> None:
        if self._lost:
            self._lost -= 1
            raise PublishDataError("the connection is away")
        self.sent.append((json.loads(packet)["text"], reliable, topic))
        assert json.loads(packet)[SEGMENT] == "0-s1"


def told(room: Any, ticks: int) -> list[str]:
    """What is sent while a word is heard every second tick, and nothing after the last."""
    words = SENTENCE.split()

    async def speak() -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()

        def in_the_air() -> tuple[SentenceSpoken, ...]:
            count = int((loop.time() - began) / (2 * TICK_SECONDS) + 1e-6)
            return (spoken(" ".join(words[:count])),) if count else ()

        telling = asyncio.create_task(tell_words(room, in_the_air))
        await asyncio.sleep(ticks * TICK_SECONDS)
        telling.cancel()

    run(speak())
    return [text for text, _, _ in room.sent]


def test_each_word_is_told_once_when_it_has_been_heard() -> None:
    room = Packets()
    assert told(room, 15) == ["Unions", "Unions make", "Unions make firms", "Unions make firms more", SENTENCE]
    assert {(reliable, topic) for _, reliable, topic in room.sent} == {(False, WORDS)}


def test_what_could_not_be_sent_is_made_good_by_the_next() -> None:
    assert told(Packets(lost=1), 15)[0] == "Unions make"
