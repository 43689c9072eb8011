"""The chair stops the clock of a local match and lets it run again, in virtual time: no time is lost or gained."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest

from agent.local.virtual_time import run
from agent.match.clock import Stopwatch
from agent.match.events import (
    ClockPaused,
    ClockResumed,
    ClockSignal,
    EndReason,
    Event,
    ParticipantLeft,
    TurnEnded,
    TurnStarted,
)
from agent.match.state import Match, Phase
from agent.running.files.log import read_log
from agent.running.floor import FRAME_SECONDS, LocalFloor
from speech.audio import ROOM_RATE, Audio, join
from tests.unit.pausing import PRO, ramp, two

# -- a floor by itself -------------------------------------------------------------------------------


def test_a_paused_floor_stands_keeps_what_is_queued_and_takes_more() -> None:
    async def stand() -> None:
        floor = LocalFloor(0, 10.0)
        await floor.play(ramp(3.0))
        out: list[Audio] = []
        pump = asyncio.create_task(floor.pump(out.append))
        await asyncio.sleep(1.02)
        floor.pause()
        heard, queued = len(out), floor.queued()
        await asyncio.sleep(100.0)
        assert floor.paused
        assert floor.elapsed() == pytest.approx(1.02)
        assert (len(out), floor.queued()) == (heard, queued)
        await floor.play(ramp(1.0, first=72_001 % 30_000))
        assert floor.queued() == pytest.approx(queued + 1.0)
        floor.resume()
        await asyncio.sleep(4.0)
        assert not floor.paused
        assert floor.elapsed() == pytest.approx(5.02)
        assert np.array_equal(join(out, ROOM_RATE).samples[: 4 * ROOM_RATE], ramp(4.0).samples)
        pump.cancel()

    run(stand(), fast=True)


def test_a_stopwatch_stopped_twice_stands_where_it_stopped_first() -> None:
    watch = Stopwatch(5.0).stop(7.0).stop(9.0)
    assert (watch.read(100.0), watch.go(10.0).read(12.0), watch.go(10.0).stood) == (2.0, 4.0, 3.0)
    assert Stopwatch(5.0).go(8.0) == Stopwatch(5.0)


# -- what the clock does -----------------------------------------------------------------------------


def test_warnings_and_the_bell_keep_the_time_they_have_left(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path, seconds=30.0)  # nobody yields
    hall.hold([(5.0, 100.0), (106.5, 0.25)])
    first = [e for e in hall.events if isinstance(e, ClockSignal) and e.turn == 0]
    assert [(e.left, e.at) for e in first] == [(4, 106.0), (0, 110.25)]
    assert not hall.refused


def test_the_gap_between_turns_keeps_the_time_it_has_left(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path, seconds=30.0)
    hall.hold([(11.5, 60.0)])
    assert hall.at(TurnStarted) == [0.0, 72.0]
    (paused,) = (e for e in hall.events if isinstance(e, ClockPaused))
    assert paused.turn is None


@pytest.mark.parametrize("at", [0.0, 6.0, 10.0, 12.0, 22.0])
def test_a_pause_at_the_very_moment_of_a_signal_or_a_turn_loses_neither(tmp_path: Path, at: float) -> None:
    hall, _, _ = two(tmp_path, seconds=30.0)
    match = hall.hold([(at, 9.0)])
    assert match.ended == "all turns were held"
    assert [record.reason for record in match.turns] == [EndReason.BELL, EndReason.BELL]
    assert len(hall.at(ClockSignal)) == 4
    assert len(hall.at(ClockPaused)) == len(hall.at(ClockResumed)) == 1
    for record in match.turns:
        assert record.clock.read(1e6) == pytest.approx(10.0, abs=0.002)


# -- what goes wrong ---------------------------------------------------------------------------------


def test_a_second_pause_and_a_resume_too_many_are_refused_and_change_nothing(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path)
    match = hall.hold([(1.0, 20.0), (21.0, 0.0)], meanwhile=lambda: hall.inbox.pause("again"))
    assert hall.refused == [
        "clock_paused is not allowed while the match is paused",
        "clock_paused is not allowed while the match is paused",
    ]
    assert np.array_equal(con.sound, ramp(6.0).samples)
    assert match.ended == "all turns were held"


def test_one_key_stops_the_clock_and_lets_it_run_again(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)

    def at_first(event: Event) -> None:
        if isinstance(event, TurnStarted) and event.turn == 0:
            loop = asyncio.get_running_loop()
            loop.call_later(2.0, lambda: hall.inbox.pause_or_resume("key"))
            loop.call_later(7.0, lambda: hall.inbox.pause_or_resume("key"))

    hall.watch = at_first
    hall.hold()
    assert (hall.at(ClockPaused), hall.at(ClockResumed)) == ([2.0], [7.0])


@pytest.mark.parametrize("event", [ClockPaused(turn=0, reason="I need time"), ClockResumed()])
def test_a_seat_may_not_touch_the_clock(tmp_path: Path, event: Event) -> None:
    hall, pro, _ = two(tmp_path)
    match = hall.hold([(1.0, 20.0)], meanwhile=lambda: hall.inbox.post(event))
    assert hall.refused == ["only the chair may bring this about"]
    assert hall.at(ClockResumed) == [21.0]
    assert match.turns[0].numbers()["paused"] == 20.0
    assert pro.sound.any()


def test_who_leaves_in_a_pause_is_gone_when_the_clock_runs_again(tmp_path: Path) -> None:
    hall, _, con = two(tmp_path)
    left = ParticipantLeft(side=PRO, reason="the line dropped")
    match = hall.hold([(3.0, 20.0)], meanwhile=lambda: hall.inbox.post(left))
    assert match.turns[0].reason is EndReason.LEFT
    assert match.turns[0].ended == 23.0
    assert len(con.sound) <= round((3.0 + FRAME_SECONDS) * ROOM_RATE)
    assert match.turns[1].started == 25.0


def test_who_yields_in_a_pause_ends_the_turn_and_the_next_begins_after_it(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    yielded = TurnEnded(turn=0, reason=EndReason.YIELDED)
    match = hall.hold([(3.0, 20.0)], meanwhile=lambda: hall.inbox.post(yielded))
    assert match.turns[0].ended == 13.0
    assert match.turns[1].started == 25.0
    assert match.ended == "all turns were held"


def test_a_match_stopped_in_a_pause_ends_in_order(tmp_path: Path) -> None:
    hall, _, _ = two(tmp_path)
    match = hall.hold([(3.0, 20.0)], meanwhile=lambda: hall.inbox.end("enough"))
    assert (match.phase, match.ended, match.at) == (Phase.ENDED, "enough", 13.0)
    assert Match.replay(read_log(tmp_path)) == match
