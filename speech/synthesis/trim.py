"""The silence at both ends of a sentence taken off, of a whole one and of one that is still arriving."""

from __future__ import annotations

import numpy as np

from speech.audio import FULL_SCALE, Audio, Samples, silence

QUIET = 0.004  # under this share of full scale a sample at the edge of a sentence is silence
EDGE_SECONDS = 0.03


def trim(audio: Audio) -> Audio:
    """From a moment before the first sound to a moment after the last; empty when all is silence."""
    return Trimmer(audio.rate)(audio)


class Trimmer:
    """`trim` piece by piece: silence is held back until more sound shows that it is not the end."""

    def __init__(self, rate: int) -> None:
        self._rate, self._edge = rate, round(EDGE_SECONDS * rate)
        self._begun = False
        self._held = silence(0, rate).samples  # before the first sound at most one edge of it
        self._shown = 0  # samples of `_held` that follow the last sound closely enough to have been handed on

    def __call__(self, audio: Audio) -> Audio:
        """What of the sound so far is now known to belong to the sentence; later pieces follow without a gap."""
        samples = np.concatenate([self._held, audio.samples])
        loud = np.flatnonzero(np.abs(samples[len(self._held) :].astype(np.int32)) > QUIET * FULL_SCALE)
        if not len(loud):
            return self._quiet(samples)
        first, last = len(self._held) + int(loud[0]), len(self._held) + int(loud[-1])
        start = self._shown if self._begun else max(0, first - self._edge)
        end = min(len(samples), last + self._edge)
        self._begun = True
        self._held, self._shown = samples[last:], end - last
        return Audio(samples[start:end], self._rate)

    def _quiet(self, samples: Samples) -> Audio:
        if not self._begun:
            self._held = samples[max(0, len(samples) - self._edge) :]
            return silence(0, self._rate)
        start, end = self._shown, min(len(samples), self._edge)
        self._held, self._shown = samples, max(start, end)
        return Audio(samples[start : self._shown], self._rate)
