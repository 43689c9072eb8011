"""The two clocks of a match: what a turn's own shows, and which second of the match that is."""

from __future__ import annotations

import pytest

from agent.match.afterwards.timeline import Timeline
from agent.match.events import INTERRUPTED, EndReason
from tests.chair import Chair


def paused() -> Chair:
    """Turn 1 begins at 5 s; its clock stands from 8 s to 20 s of the match, and from 21 s to 22 s."""
    chair = Chair()
    chair.create()
    chair.begin(0, at=5)
    chair.pause(at=8)
    chair.resume(at=20)
    chair.pause(at=21)
    chair.resume(at=22)
    return chair


@pytest.mark.parametrize(
    ("clock", "at"), [(0, 5), (3, 8), (3.5, 20.5), (4, 21), (4.25, 22.25), (10, 28)], ids=lambda value: f"{value} s"
)
def test_a_turns_clock_stands_in_pauses(clock: float, at: float) -> None:
    (course,) = Timeline.of(paused().events).turns
    assert course.at(clock) == pytest.approx(at)
    assert course.clock(at) == pytest.approx(clock)


def test_while_it_stands_it_shows_what_it_showed() -> None:
    (course,) = Timeline.of(paused().events).turns
    assert course.clock(15) == pytest.approx(3)
    assert course.clock(0) == 0


def test_a_pause_that_is_still_on() -> None:
    chair = paused()
    chair.pause(at=23)
    (course,) = Timeline.of(chair.events).turns
    assert course.clock(60) == pytest.approx(course.clock(23)) == pytest.approx(5)


def test_after_its_end_the_clock_shows_how_long_the_turn_was() -> None:
    chair = paused()
    chair.end(EndReason.YIELDED, at=24)
    (course,) = Timeline.of(chair.events).turns
    assert course.ended == 24
    assert course.clock(100) == pytest.approx(6)


def test_a_turn_that_ends_in_a_pause() -> None:
    chair = paused()
    chair.pause(at=23)
    chair.end(EndReason.YIELDED, at=30)
    (course,) = Timeline.of(chair.events).turns
    assert course.clock(100) == pytest.approx(5)
    assert course.stands[-1].ended == 30


def test_a_pause_between_two_turns_is_no_turns() -> None:
    chair = paused()
    chair.bell(at=28)
    chair.pause(at=29)
    chair.resume(at=90)
    chair.begin(1, at=91)
    timeline = Timeline.of(chair.events)
    assert timeline.turns[0].clock(100) == pytest.approx(10)
    assert timeline.turns[1].at(2) == pytest.approx(93)


def test_the_live_clock_agrees() -> None:
    """What the match itself reckons with shows the same at every moment."""
    chair = paused()
    for at in (22.5, 24.0):
        chair.now = at
        (course,) = Timeline.of(chair.events).turns
        assert course.clock(at) == pytest.approx(chair.match.turns[0].clock.read(at))


def test_an_interruption_is_told_from_a_pause() -> None:
    chair = paused()
    chair.pause(at=23, reason=INTERRUPTED)
    chair.resume(at=23.1)
    (course,) = Timeline.of(chair.events).turns
    assert [stand.interrupted for stand in course.stands] == [False, False, True]
