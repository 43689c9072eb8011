"""A pause is cut out of sound that lags behind the chair's events: nothing of the speech is lost or doubled."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.match.clock import UNDER_WAY_SECONDS
from agent.room.media.sound import Splice
from speech.audio import Audio, join

RATE = 24_000
FRAME = 240  # samples; what a room hands out at a time


def speech(seconds: float) -> np.ndarray:
    """Loud, and every sample tells its place."""
    return (np.arange(round(seconds * RATE)) % 20_000 + 5_000).astype(np.int16)


def over_the_network(
    said: np.ndarray, *, at: float, stands: float, lag: float, lag_after: float | None = None
) -> np.ndarray:
    """What a listener keeps of a speech paused `at` seconds, of which each sound comes `lag` seconds late."""
    kept: list[Audio] = []
    splice = Splice(kept.append)
    place = round(at * RATE)
    resumed = round((at + stands) * RATE)
    arrives = [np.zeros(round(lag * RATE), np.int16), said[:place]]
    silence = resumed + round((lag if lag_after is None else lag_after) * RATE) - sum(map(len, arrives))
    wire = np.concatenate([*arrives, np.zeros(max(0, silence), np.int16), said[place:]])
    for start in range(0, len(wire), FRAME):
        if start - FRAME < place <= start:
            splice.pause()
        if start - FRAME < resumed <= start:
            splice.resume()
        splice.push(Audio(wire[start : start + FRAME], RATE))
    return join(kept, RATE).samples


@given(
    at=st.integers(1, 250).map(lambda n: n / 100),
    stands=st.sampled_from([0.6, 1.0, 30.0]),
    lag=st.integers(0, 40).map(lambda n: n / 100),
)
def test_the_speech_stays_whole_and_as_late_as_it_was(at: float, stands: float, lag: float) -> None:
    said = speech(3.0)
    kept = over_the_network(said, at=at, stands=stands, lag=lag)
    assert np.array_equal(np.trim_zeros(kept), said)
    assert len(kept) == pytest.approx(len(said) + lag * RATE, abs=FRAME)


@pytest.mark.parametrize("lag_after", [0.05, 0.45])
def test_a_network_that_has_become_faster_or_slower_loses_nothing(lag_after: float) -> None:
    said = speech(2.0)
    kept = over_the_network(said, at=1.0, stands=5.0, lag=0.2, lag_after=lag_after)
    assert np.array_equal(kept[kept != 0], said)


def test_a_pause_in_a_silence_leaves_the_silence_as_long_as_it_was() -> None:
    said = np.concatenate([speech(1.0), np.zeros(RATE, np.int16), speech(1.0)])
    kept = over_the_network(said, at=1.5, stands=9.0, lag=0.2)
    assert np.array_equal(np.trim_zeros(kept), said)


def test_what_comes_later_than_it_can_have_been_under_way_is_not_heard() -> None:
    """A speaker who goes on in a pause gains nothing by it."""
    kept: list[Audio] = []
    splice = Splice(kept.append)
    splice.pause()
    for frame in Audio(speech(10.0), RATE).frames(0.01):
        splice.push(frame)
    assert sum(audio.seconds for audio in kept) <= UNDER_WAY_SECONDS


def test_two_pauses_are_two_cuts() -> None:
    kept: list[Audio] = []
    splice = Splice(kept.append)
    said = speech(3.0)
    for part in range(3):
        for frame in Audio(said[part * RATE : (part + 1) * RATE], RATE).frames(0.01):
            splice.push(frame)
        splice.pause()
        for _ in range(200):
            splice.push(Audio(np.zeros(FRAME, np.int16), RATE))
        splice.resume()
    assert np.array_equal(join(kept, RATE).samples, said)
