"""The silence around a sentence, whole and in pieces."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from speech.audio import Audio, join, silence
from speech.synthesis.making import EDGE_SECONDS, Trimmer, trim

RATE = 8_000
EDGE = round(EDGE_SECONDS * RATE)


def tone(count: int) -> Audio:
    return Audio(np.resize(np.array([3000, -3000], dtype=np.int16), count), RATE)


def test_silence_around_a_sentence_goes_and_silence_inside_stays() -> None:
    sound = join([silence(1, RATE), tone(100), silence(0.5, RATE), tone(100), silence(2, RATE)], RATE)
    trimmed = trim(sound)
    assert EDGE < np.flatnonzero(trimmed.samples)[0] + 1 <= EDGE + 1
    assert len(trimmed.samples) == EDGE + 100 + RATE // 2 + 100 + EDGE - 1


def test_of_silence_nothing_is_left() -> None:
    assert not len(trim(silence(3, RATE)).samples)


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 900)), max_size=8),
    st.lists(st.integers(0, 700), min_size=1, max_size=12),
)
def test_piece_by_piece_it_is_the_same(parts: list[tuple[bool, int]], sizes: list[int]) -> None:
    sound = join([tone(count) if loud else silence(count / RATE, RATE) for loud, count in parts], RATE)
    trimmer, place, pieces = Trimmer(RATE), 0, []
    for size in [*sizes, len(sound.samples)]:
        pieces.append(trimmer(Audio(sound.samples[place : place + size], RATE)))
        place += size
    assert join(pieces, RATE).samples.tobytes() == reference(sound).tobytes()


def reference(sound: Audio) -> np.ndarray:
    loud = np.flatnonzero(sound.samples)
    return sound.samples[max(0, loud[0] - EDGE) : loud[-1] + EDGE] if len(loud) else sound.samples[:0]
