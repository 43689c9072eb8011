"""Where in a stretch of sound nobody speaks, by its level alone. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from speech.audio import EAR_RATE, Samples

FRAME = round(0.02 * EAR_RATE)
LOUD = 90  # percentile of the levels of a stretch that stands for its speech
QUIET_SHARE = 0.1  # of that level: 20 dB under it
QUIET_LEAST = 40.0  # of 32767: what is under it is never speech
PAUSE_FRAMES = 6  # 0.12 s; the closures of consonants are shorter


def quiet_frames(samples: Samples) -> NDArray[np.bool_]:
    """For each whole frame of 20 ms at 16 kHz whether it is a pause."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME).astype(np.float64)
    levels = np.sqrt((frames**2).mean(axis=1))
    loud = float(np.percentile(levels, LOUD)) if len(levels) else 0.0
    quiet: NDArray[np.bool_] = levels < max(QUIET_LEAST, QUIET_SHARE * loud)
    return quiet


def ends_quiet(samples: Samples) -> bool:
    """Whether it ends with a pause."""
    quiet = quiet_frames(samples)
    return len(quiet) >= PAUSE_FRAMES and bool(quiet[-PAUSE_FRAMES:].all())


def voiced_span(samples: Samples) -> tuple[float, float] | None:
    """From when to when there is more than a pause, in seconds; None where there is nothing else."""
    heard = np.flatnonzero(~quiet_frames(samples))
    if not len(heard):
        return None
    return float(heard[0] * FRAME / EAR_RATE), float((heard[-1] + 1) * FRAME / EAR_RATE)
