"""What `bench recovery` counts, and what a chair makes of an agent that has left."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from livekit import rtc

from agent.local.virtual_time import run
from agent.room.wire.heartbeats import LOST_SECONDS, Beat, Pulse
from agent.room.wire.rehearing import Retelling
from agent.running.tasks import Tasks
from bench.recovery.served import Followed
from bench.recovery.words import of_sound
from config.errors import AudioError
from speech.audio import Audio
from tests.unit.fake_room import FakeRoom

SAID = "we hold that no tutor tires of a child who asks".split()


def test_runs_of_words_are_lost_or_twice_and_a_misheard_word_is_neither() -> None:
    assert of_sound(SAID, SAID, ended=True).what == ()
    misheard = ["tudor" if word == "tutor" else word for word in SAID]
    assert (of_sound(SAID, misheard, ended=True).words_lost, of_sound(SAID, misheard, ended=True).words_twice) == (0, 0)
    assert of_sound(SAID, SAID[:4] + SAID[7:], ended=True).words_lost == 3
    assert of_sound(SAID, SAID[:6] + SAID[2:], ended=False).words_twice == 4
    assert of_sound(SAID, SAID, ended=False).lost


def test_what_was_said_is_right_where_the_one_whom_nobody_killed_misheard() -> None:
    wanted, rest = [*SAID[:4], "tidy", *SAID[7:]], SAID[2:]
    assert of_sound(wanted, SAID, ended=True).words_twice == 2
    assert of_sound(wanted, SAID, ended=True, said=SAID).what == ()
    assert of_sound(SAID, SAID[:6] + rest, ended=True, said=SAID).words_twice == 4
    assert of_sound(SAID, SAID[:4] + SAID[7:], ended=True, said=SAID).words_lost == 3


def test_a_log_is_followed_by_whole_lines(tmp_path: Any) -> None:
    path = tmp_path / "events.jsonl"
    match = Followed("m", path)
    match.look()
    path.write_text('{"type": "turn_started"}\n{"type": "clock_pau')
    match.look()
    assert match.goes
    path.write_text('{"type": "turn_started"}\n{"type": "clock_paused"}\n')
    match.look()
    assert not match.goes


@pytest.mark.parametrize("left", [True, False])
def test_an_agent_that_left_is_missed_at_once_and_one_that_is_silent_after_a_while(left: bool) -> None:
    async def main() -> float:
        pulse, loop = Pulse(), asyncio.get_running_loop()
        pulse.take(Beat(job="a"))
        if left:
            loop.call_later(0.5, pulse.left)
        began = loop.time()
        await pulse.stops()
        return loop.time() - began

    assert run(main(), fast=True) == pytest.approx(0.5 if left else LOST_SECONDS, abs=0.3)


def test_an_agent_that_comes_back_has_not_left() -> None:
    async def main() -> float:
        pulse, loop = Pulse(), asyncio.get_running_loop()
        pulse.take(Beat(job="a"))
        pulse.left()
        pulse.take(Beat(job="a"))
        began = loop.time()
        await pulse.stops()
        return loop.time() - began

    assert run(main(), fast=True) > LOST_SECONDS / 2


def test_only_who_listens_for_the_match_is_sent_its_sound() -> None:
    asked: list[int] = []

    def recorded(turn: int, start: float) -> Audio:
        asked.append(turn)
        raise AudioError("there is nothing")

    async def main() -> None:
        room = FakeRoom()
        tasks = Tasks()
        Retelling(cast(rtc.Room, room), recorded, {"pro"}, tasks)
        for who, text in (("anna", '{"id": "x", "turn": 1, "start": 0}'), ("pro", "{"), ("pro", '{"id": "x"}')):
            room.brings("rostrum.rehear", who, text)
        room.brings("rostrum.rehear", "pro", '{"id": "x", "turn": 7, "start": 2.5}')
        async with asyncio.timeout(5):
            while not asked:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        await tasks.close()

    asyncio.run(main())
    assert asked == [7]
