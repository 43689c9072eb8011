"""Sound that goes out late comes back to the clock in its pauses."""

from __future__ import annotations

import numpy as np

from speech.audio import ROOM_RATE, Audio, silence
from speech.playout import CatchingUp

FRAME = 0.05
PAUSE = silence(FRAME, ROOM_RATE)
WORD = Audio(np.full(round(FRAME * ROOM_RATE), 3000, dtype=np.int16), ROOM_RATE)


def _behind(frames: list[Audio], stood_still: int) -> tuple[list[Audio], float]:
    """What went out, and by how much the end was late, where the first so many frames were handed out all at once."""
    catching_up, out, over = CatchingUp(), list[Audio](), 0.0
    for number, frame in enumerate(frames):
        now = max(number, stood_still) * FRAME
        if catching_up.lets_out(frame, now, max(0, stood_still - number) * FRAME):
            out.append(frame)
            over = max(over, now) + FRAME
    return out, over - len(frames) * FRAME


def test_what_is_on_time_goes_out_as_it_is() -> None:
    frames = [WORD, PAUSE, PAUSE, WORD] * 20
    out, late = _behind(frames, 0)
    assert out == frames
    assert abs(late) < 1e-9


def test_the_words_go_out_all_and_the_pauses_get_shorter_until_it_is_on_time() -> None:
    frames = ([WORD] * 30 + [PAUSE] * 10) * 6
    out, late = _behind(frames, 20)
    assert sum(frame is WORD for frame in out) == 180
    assert late <= 0.1 + FRAME
    assert sum(frame is PAUSE for frame in out[:50]) >= 3  # a pause stays a pause
    assert [one is WORD for one in out[-40:]] == [True] * 30 + [False] * 10  # as it was, once it is on time


def test_words_without_a_pause_stay_late() -> None:
    out, late = _behind([WORD] * 100, 20)
    assert len(out) == 100
    assert late > 0.9
