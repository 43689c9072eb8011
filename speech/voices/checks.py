"""What goes into a voice and comes out of it: text without commands, sound that was checked.

The libraries of voices raise whatever they like and answer with whatever the model file makes of a sentence; nothing of
either reaches a listener unchecked.
"""

from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np

from config.errors import ProviderError
from speech.audio import FULL_SCALE, Audio

Device = Literal["auto", "cpu", "cuda"]
LEAST_RATE, MOST_RATE = 8_000, 48_000
MOST_SECONDS = 300.0  # of sound for one sentence; more is a model that found no end
FIRST = "Ready, 1."  # said to oneself at the start: it loads what speech needs, and shows a model that cannot speak
_BRACKETS = str.maketrans("[]\0", "   ")


def threads() -> int:
    """How many a model may use: half of the cores.

    The recogniser works beside it, and threads of one model that wait for each other spin: on two busy cores, a
    sentence took ten to eighty times as long by two threads as by one.
    """
    return max(1, (os.cpu_count() or 2) // 2)


def speakable(text: str) -> bool:
    """Whether there is anything in the text to say."""
    return any(character.isalnum() for character in text)


def printable(text: str) -> str:
    """On one line, spaces in place of control characters and halves of characters: no voice takes those for text."""
    return "".join(c if c.isprintable() else " " for c in text)


def plain(text: str) -> str:
    """The text without the brackets that some models take for phonemes or control tokens."""
    return text.translate(_BRACKETS)


def checked_rate(rate: Any, name: str) -> int:
    """A model's sampling rate in Hz. Raises ProviderError: it is none that speech can have."""
    if isinstance(rate, bool) or not isinstance(rate, int) or not LEAST_RATE <= rate <= MOST_RATE:
        raise ProviderError(name, f"its configuration says {str(rate)[:20]} Hz; speech needs 8000 to 48000")
    return rate


def sound(samples: Any, rate: int, name: str) -> Audio:
    """What a model made of a sentence: floats of shape (n,), full scale at 1; louder ones are cut off.

    Raises:
        ProviderError: the samples are no mono sound, or far too many.
    """
    wave = np.asarray(samples)
    if wave.ndim != 1 or wave.dtype.kind != "f":
        raise ProviderError(name, f"made no mono sound but {wave.dtype} of shape {wave.shape}; is it a whole voice?")
    if not len(wave):
        raise ProviderError(name, "made no sound of a sentence")
    if len(wave) > MOST_SECONDS * rate:
        raise ProviderError(name, f"made more than {MOST_SECONDS:.0f} s of sound of one sentence")
    if not np.isfinite(wave).all():
        raise ProviderError(name, "made samples that are no numbers")
    return Audio((np.clip(wave, -1.0, 1.0) * FULL_SCALE).astype(np.int16), rate)
