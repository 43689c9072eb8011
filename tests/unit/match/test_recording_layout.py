"""Where each second of a match is in its recording: the same second, but for waiting and what came after a crash."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.match.afterwards.recording_layout import LONGEST_WAIT_SECONDS, Layout, lay_out
from agent.match.afterwards.timeline import Timeline
from agent.match.events import INTERRUPTED, EndReason, MatchEnded
from tests.chair import Chair

Row = tuple[float, float, float, int | None, float]  # file, at, seconds, turn, start


def two_turns(*, gap: float = 2.0) -> Chair:
    """10 s, a gap, 10 s, the end."""
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.bell(at=10)
    chair.begin(1, at=10 + gap)
    chair.bell(at=20 + gap)
    chair.tell(MatchEnded(reason="stopped"), at=22 + gap)
    return chair


def laid(chair: Chair, *recorded: tuple[float, ...]) -> Layout:
    return lay_out(Timeline.of(chair.events), dict(enumerate(recorded)))


def rows(layout: Layout) -> list[Row]:
    return [
        (round(one.file, 3), round(one.at, 3), round(one.seconds, 3), one.turn, round(one.start, 3))
        for one in layout.stretches
    ]


def test_second_for_second() -> None:
    layout = laid(two_turns(), (10.0,), (10.0,))
    assert rows(layout) == [
        (0, 0, 10, 0, 0),
        (10, 10, 2, None, 0),
        (12, 12, 10, 1, 0),
        (22, 22, 2, None, 0),
    ]
    assert layout.second_for_second
    assert layout.file(17.4) == pytest.approx(17.4)


def test_a_listener_in_a_room_records_on_into_the_gap() -> None:
    layout = laid(two_turns(), (11.0,), (10.5,))
    assert rows(layout)[:3] == [(0, 0, 11, 0, 0), (11, 11, 1, None, 0), (12, 12, 10.5, 1, 0)]
    assert layout.second_for_second


def test_a_turn_without_a_recording_is_silence() -> None:
    layout = laid(two_turns(), (), (10.0,))
    assert layout.second_for_second
    assert layout.seconds == pytest.approx(24)


def test_long_waiting_is_cut_and_told() -> None:
    layout = laid(two_turns(gap=100.0), (10.0,), (10.0,))
    assert rows(layout)[1] == (10, 10, LONGEST_WAIT_SECONDS, None, 0)
    assert rows(layout)[2] == (20, 110, 10, 1, 0)
    assert not layout.second_for_second
    assert layout.file(113) == pytest.approx(23)
    assert layout.file(60) == pytest.approx(20), "a second that was left out is where the turn after it begins"


def test_a_pause_within_a_turn_is_silence_between_its_words() -> None:
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.pause(at=4)
    chair.resume(at=7)
    chair.end(EndReason.YIELDED, at=13)
    layout = laid(chair, (10.0,))
    assert rows(layout) == [(0, 0, 4, 0, 0), (4, 4, 3, None, 0), (7, 7, 6, 0, 4)]
    assert layout.second_for_second


def interrupted() -> Chair:
    """The process dies with 4 s of a turn in the log; another goes on half a second later."""
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.pause(at=4, reason=INTERRUPTED)
    chair.resume(at=4.5)
    chair.end(EndReason.YIELDED, at=10.5)
    return chair


def test_a_recording_that_was_gone_on_with_keeps_what_the_log_had_not() -> None:
    layout = laid(interrupted(), (12.0,))
    assert rows(layout) == [(0, 0, 4, 0, 0), (4, 4, 2, 0, 4), (6, 4, 0.5, None, 0), (6.5, 4.5, 6, 0, 6)]
    assert [one.extra for one in layout.stretches] == [False, True, False, False]
    assert layout.file(5.5) == pytest.approx(7.5)


def test_a_listener_who_began_anew() -> None:
    layout = laid(interrupted(), (6.0, 6.3))
    assert [(row[0], one.part, row[4]) for row, one in zip(rows(layout), layout.stretches, strict=True)] == [
        (0, 0, 0),
        (4, 0, 4),
        (6, 0, 0),
        (6.5, 1, 0),
    ]
    assert layout.seconds == pytest.approx(12.8)


def test_a_process_that_died_while_the_clock_stood() -> None:
    """The log has nothing but the pause; a listener began anew all the same."""
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.pause(at=2)
    chair.resume(at=3)
    chair.pause(at=5)
    chair.resume(at=9)
    chair.end(EndReason.YIELDED, at=15)
    layout = laid(chair, (4.0, 6.0))
    heard = [(round(one.file, 3), one.part, round(one.start, 3)) for one in layout.stretches if one.turn == 0]
    assert heard == [(0, 0, 0), (3, 0, 2), (9, 1, 0)]
    assert layout.second_for_second


def test_more_recordings_than_the_log_can_tell() -> None:
    """They follow each other, and none is left out."""
    layout = laid(interrupted(), (2.0, 2.0, 6.0))
    assert sum(one.seconds for one in layout.stretches if one.turn == 0) == pytest.approx(10)
    assert [one.part for one in layout.stretches if one.turn == 0] == [0, 1, 2]


def test_a_match_that_was_cut_off_is_kept_as_far_as_it_went() -> None:
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    chair.pause(at=4)
    chair.resume(at=5)
    assert laid(chair, (4.5,)).seconds == pytest.approx(5.5)


def test_nothing_at_all() -> None:
    layout = lay_out(Timeline(), {})
    assert layout.seconds == 0
    assert layout.file(3) == 0


pauses = st.lists(st.tuples(st.floats(0.01, 3), st.floats(0, 30), st.booleans()), max_size=5)


@given(pauses, st.floats(0, 3), st.floats(0, 2))
def test_no_sound_is_lost_and_none_is_heard_twice(
    stands: list[tuple[float, float, bool]], rest: float, tail: float
) -> None:
    chair = Chair()
    chair.create()
    chair.begin(0, at=0)
    now, spoken = 0.0, rest
    for speech, stood, crash in stands:
        now, spoken = now + speech, spoken + speech
        chair.pause(at=now, reason=INTERRUPTED if crash else "a question")
        now += stood
        chair.resume(at=now)
    chair.end(EndReason.YIELDED, at=now + rest)
    layout = laid(chair, (spoken + tail,))
    heard = sorted((one for one in layout.stretches if one.turn == 0), key=lambda one: one.file)
    assert sum(one.seconds for one in heard) == pytest.approx(spoken + tail, abs=0.05)
    ends = 0.0
    for one in heard:
        assert one.start == pytest.approx(ends, abs=0.02), "in order, without a gap"
        ends = one.start + one.seconds
    files = [(one.file, one.seconds) for one in layout.stretches]
    for (file, seconds), (following, _) in pairwise(files):
        assert following == pytest.approx(file + seconds)
