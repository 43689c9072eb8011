"""Where utterances begin and end, frame by frame."""

from __future__ import annotations

import logging
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speech.hearing.voice_activity import Edge, Endpointer

FRAME = 0.02


def endpointer(frame_seconds: float = FRAME) -> Endpointer:
    """Ends an utterance after 0.3 s, or 0.12 s once it is 9 s old; the defaults are tuned elsewhere."""
    return Endpointer(frame_seconds, 0.06, 0.3, 0.12, 9.0, 20.0)


def edges(*stretches: tuple[float, bool], flush: bool = False) -> list[tuple[float, Edge]]:
    """The edges found in stretches of (seconds, speech or not), each with its time."""
    points = endpointer()
    found = []
    frame = 0
    for seconds, speech in stretches:
        for _ in range(round(seconds / FRAME)):
            frame += 1
            if edge := points.push(speech):
                found.append((round(frame * FRAME, 2), edge))
    if flush and (edge := points.flush()):
        found.append((round(frame * FRAME, 2), edge))
    return found


START, END = Edge.START, Edge.END


def test_each_edge_is_logged_with_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    endpointer = Endpointer(frame_seconds=0.02)
    with caplog.at_level(logging.DEBUG, "rostrum.hearing"):
        for speech in [True] * 5 + [False] * 12:
            endpointer.push(speech)
    assert [record.getMessage() for record in caplog.records] == [
        "an utterance begins: 0.06 s of voice",
        "an utterance ends: 0.24 s without voice, 0.3 s old",
    ]


def test_an_utterance_between_two_silences() -> None:
    assert edges((1.0, False), (2.0, True), (1.0, False)) == [(1.06, START), (3.3, END)]


def test_a_click_is_no_speech() -> None:
    assert edges((1.0, False), (0.04, True), (1.0, False)) == []


def test_a_breath_is_no_end() -> None:
    assert edges((2.0, True), (0.28, False), (2.0, True), (0.5, False)) == [(0.06, START), (4.58, END)]


def test_after_nine_seconds_a_breath_will_do() -> None:
    assert edges((9.0, True), (0.14, False)) == [(0.06, START), (9.12, END)]


def test_a_breath_before_nine_seconds_does_not_count_later() -> None:
    assert edges((8.0, True), (0.14, False), (2.0, True), (0.14, False)) == [(0.06, START), (10.26, END)]


def test_nobody_speaks_for_more_than_twenty_seconds_at_a_stretch() -> None:
    start, end, again = edges((30.0, True))
    assert start == (0.06, START)
    assert end[1] is END
    assert 20.0 <= end[0] <= 20.0 + FRAME
    assert again == (pytest.approx(end[0] + 0.06), START)


def test_two_utterances() -> None:
    assert edges((1.0, True), (0.5, False), (1.0, True), (0.5, False)) == [
        (0.06, START),
        (1.3, END),
        (1.56, START),
        (2.8, END),
    ]


def test_the_end_of_the_stream_ends_an_utterance() -> None:
    assert edges((1.0, True), flush=True) == [(0.06, START), (1.0, END)]
    assert edges((1.0, True), (1.0, False), flush=True) == [(0.06, START), (1.3, END)]
    assert edges((1.0, False), flush=True) == []


def test_after_a_flush_it_starts_afresh() -> None:
    points = endpointer()
    for _ in range(10):
        points.push(True)
    assert points.flush() is END
    assert points.flush() is None
    assert [points.push(True) for _ in range(3)] == [None, None, START]


def test_frames_of_another_length() -> None:
    points = endpointer(0.03)
    assert [points.push(True) for _ in range(2)] == [None, START]
    assert [points.push(False) for _ in range(10)][-1] is END


stretches = st.lists(st.tuples(st.integers(1, 400), st.booleans()), max_size=12)


@given(stretches)
def test_starts_and_ends_alternate_and_the_last_utterance_ends(frames: list[tuple[int, bool]]) -> None:
    found = edges(*((count * FRAME, speech) for count, speech in frames), flush=True)
    assert [edge for _, edge in found] == [START, END] * (len(found) // 2)
    for (start, _), (end, _) in list(pairwise(found))[::2]:
        assert end - start <= 20.0


@given(stretches)
def test_no_speech_is_left_out(frames: list[tuple[int, bool]]) -> None:
    """Every run of at least three speech frames lies inside an utterance, up to its own first frames."""
    found = edges(*((count * FRAME, speech) for count, speech in frames), flush=True)
    inside = [(found[i][0], found[i + 1][0]) for i in range(0, len(found), 2)]
    decisions = [speech for count, speech in frames for _ in range(count)]
    run = 0
    for number, speech in enumerate(decisions, 1):
        run = run + 1 if speech else 0
        if run > 3:
            time = number * FRAME
            cut_short = any(0 <= time - end <= 3 * FRAME + 1e-9 for _, end in inside)  # restarted after 20 s
            assert cut_short or any(start - 1e-9 <= time <= end + 1e-9 for start, end in inside)
