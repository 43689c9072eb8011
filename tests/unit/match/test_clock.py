"""When the chair gives a signal, and how it reads out a clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.match.clock import face, signals
from config.format import Format, Side, Stage, Turn
from config.shipped import load_format


def one_turn(seconds: float, *warnings: float) -> Format:
    turn = Turn(side=Side.PRO, stage=Stage.OPENING, seconds=seconds)
    return Format(name="one", turns=(turn,), warnings_seconds=warnings)


def test_the_signals_of_an_oxford_opening() -> None:
    assert list(signals(load_format("oxford"), 240)) == [(180, 60), (210, 30), (225, 15), (240, 0)]


def test_the_signals_of_a_short_closing() -> None:
    """Thirty seconds cannot be left of twenty."""
    assert list(signals(load_format("sprint"), 20)) == [(5, 15), (20, 0)]


def test_a_warning_at_the_start_of_the_turn_is_none() -> None:
    assert list(signals(one_turn(30, 30), 30)) == [(30, 0)]


def test_without_warnings_there_is_still_a_bell() -> None:
    assert list(signals(one_turn(7.5), 7.5)) == [(7.5, 0)]


@given(st.floats(0.1, 3600), st.lists(st.floats(0.1, 3600), max_size=5))
def test_signals_come_in_order_and_the_bell_is_the_last(seconds: float, warnings: list[float]) -> None:
    found = list(signals(one_turn(seconds, *warnings), seconds))
    assert found[-1] == (seconds, 0.0)
    times = [after for after, _ in found]
    assert times == sorted(times)
    assert all(0 < after <= seconds and after + left == pytest.approx(seconds) for after, left in found)
    assert len(found) == 1 + sum(warning < seconds for warning in warnings)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (240, "4:00"),
        (239.4, "3:59"),
        (65, "1:05"),
        (59.6, "1:00"),
        (0.4, "0:00"),
        (0, "0:00"),
        (-3, "0:00"),
        (3600, "60:00"),
    ],
)
def test_the_face_of_the_clock(seconds: float, shown: str) -> None:
    assert face(seconds) == shown
