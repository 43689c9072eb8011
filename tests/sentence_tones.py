"""A voice and a recogniser that understand each other: every text has a tone of its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from config.heard_word import HeardWord
from speech.audio import EAR_RATE, ROOM_RATE, Audio, join
from speech.ports import Progress, Utterance

LOWEST, STEP = 300.0, 8.0  # Hz


class SentenceTones:
    """What both sides of a match speak. `word_seconds`: that a sentence takes for each of its words."""

    name = "tones"
    lanes = 1

    def __init__(self, word_seconds: float = 0.4) -> None:
        self._texts: list[str] = []
        self._each = word_seconds

    # -- as a voice ----------------------------------------------------------------------------

    def synthesize(self, text: str) -> Audio:
        if text not in self._texts:
            self._texts.append(text)
        tone = LOWEST + STEP * self._texts.index(text)
        assert tone < EAR_RATE / 2, "there are no tones left"
        time = np.arange(round((self._each * len(text.split()) + 0.1) * ROOM_RATE)) / ROOM_RATE
        return Audio((np.sin(2 * np.pi * tone * time) * 8000).astype(np.int16), ROOM_RATE)

    # -- as a recogniser -----------------------------------------------------------------------

    def utterance(self) -> Utterance:
        return _Heard(self._texts)

    def close(self) -> None:
        """Nothing to end."""


class _Heard:
    left_out: Sequence[str] = ()

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts, self._parts = texts, list[Audio]()

    def accept(self, audio: Audio) -> Progress:
        self._parts.append(audio)
        return Progress()

    def finish(self) -> Sequence[HeardWord]:
        sound = join(self._parts, EAR_RATE)
        spectrum = np.abs(np.fft.rfft(sound.samples))
        if not len(sound.samples) or not spectrum.any():
            return []
        tone = float(np.argmax(spectrum)) * EAR_RATE / len(sound.samples)
        number = round((tone - LOWEST) / STEP)
        words = self._texts[number].split() if 0 <= number < len(self._texts) else []
        each = sound.seconds / max(1, len(words))
        return [HeardWord(word, i * each, (i + 1) * each) for i, word in enumerate(words)]
