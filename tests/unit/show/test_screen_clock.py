"""The clock on the screen: it counts down, changes colour, and stands in a pause."""

from __future__ import annotations

import pytest

from agent.match.clock import Stopwatch
from agent.match.events import ClockPaused, ClockResumed, EndReason, TurnEnded
from agent.show.picture import ClockFace
from agent.show.screen import Screen, big
from tests.unit.showing import Hall, created, spoke, started


@pytest.mark.parametrize(
    ("now", "face", "colour"),
    [
        (1.0, "0:10", "green"),  # an event of another thread may be ahead of the clock
        (2.0, "0:10", "green"),
        (7.2, "0:05", "green"),
        (8.0, "0:04", "yellow"),
        (11.9, "0:01", "yellow"),
        (12.0, "0:00", "red"),
        (99.0, "0:00", "red"),
    ],
)
def test_the_clock_counts_down_turns_yellow_at_the_last_warning_and_red_at_the_bell(
    now: float, face: str, colour: str
) -> None:
    hall = Hall(colour=True).at(0, created()).at(2, started(0))
    hall.now = now
    code = {"green": 32, "yellow": 33, "red": 31}[colour]
    assert f"\x1b[1;{code}m{face}\x1b[0m left" in hall.shown()


def test_the_clock_runs_without_events_and_stops_with_the_turn() -> None:
    hall = Hall().at(0, created()).at(0, started(0))
    hall.now = 3
    assert hall.rows()[2].startswith("0:07 left, pro is speaking")
    hall.at(6, TurnEnded(turn=0, reason=EndReason.YIELDED))
    hall.now = 7.5
    assert hall.rows()[2].startswith("0:04 left, yielded; next: con opening")


def test_in_a_pause_the_clock_stands_and_afterwards_runs_on() -> None:
    hall = Hall().at(0, created()).at(0, started(0)).at(3, ClockPaused(turn=0, reason="by the user"))
    hall.now = 500
    assert hall.rows()[2].startswith("0:07 left, paused, pro is speaking")
    assert "0:03 clock: paused, by the user" in hall.rows()
    hall.at(600, ClockResumed())
    hall.now = 602
    assert hall.rows()[2].startswith("0:05 left, pro is speaking")
    assert "10:00 clock: it runs again" in hall.rows()


def test_a_turn_that_ends_in_a_pause_and_a_pause_between_turns_leave_its_clock_where_it_was() -> None:
    hall = Hall().at(0, created()).at(0, started(0)).at(3, ClockPaused(turn=0, reason="by the user"))
    hall.at(50, TurnEnded(turn=0, reason=EndReason.YIELDED)).at(60, ClockResumed())
    hall.now = 61
    assert hall.rows()[2].startswith("0:07 left, yielded; next: con opening")
    hall.at(61, ClockPaused(turn=None, reason="by the user"))
    hall.now = 99
    assert hall.rows()[2].startswith("0:07 left, paused, yielded; next: con opening")
    assert not hall.at(100, ClockResumed()).rows()[2].count("paused")


def test_a_narrow_terminal_and_plain_lines_tell_of_a_pause_too() -> None:
    pause, resume = ClockPaused(turn=0, reason="by the user"), ClockResumed()
    narrow = Hall(width=40, height=12).at(0, created()).at(0, started(0)).at(3, pause)
    assert narrow.rows()[1] == "0:07 paused, turn 1 of 6: pro opening"
    plain = Hall(live=False).at(0, created()).at(0, started(0)).at(3, pause).at(9, resume)
    assert plain.log[-2:] == [" 0:03 clock: paused, by the user", " 0:09 clock: it runs again"]


def test_without_a_clock_of_its_own_the_screen_goes_by_the_events() -> None:
    hall = Hall()
    hall.screen = Screen(hall.console)
    hall.at(0, created()).at(0, started(0)).at(4, spoke(0, "Yes."))
    assert hall.rows()[2].startswith("0:06 left")


@pytest.mark.parametrize("now", [-5.0, 0.0, 4.9, 10.0, 1e9])
def test_there_is_never_less_than_nothing_left_nor_more_than_the_turn(now: float) -> None:
    assert 0 <= ClockFace("turn 1", seconds=10, watch=Stopwatch(0), warning=4).left(now) <= 10


def test_the_big_clock_reads_as_it_should() -> None:
    clock = ClockFace("turn 1", seconds=45, watch=Stopwatch(100), warning=15).shown(108)
    assert clock.plain == "0:37"
    assert big(clock).plain.splitlines() == ["┏━┓  ╻  ╺━┓ ╺━┓", "┃ ┃      ━┫   ┃", "┗━┛  ╹  ╺━┛   ╹"]
