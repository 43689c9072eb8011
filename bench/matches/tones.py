"""Matches in which speaking and hearing cost next to nothing: a voice and a recogniser that understand each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agent.components import Components
from bench.matches.simulated import Loud
from config.format import Side
from config.heard_word import HeardWord
from config.settings import Settings
from speech.audio import EAR_RATE, ROOM_RATE, Audio, join
from speech.ports import Progress, Utterance
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import Estimator, Syllables

LOWEST, STEP = 300.0, 8.0  # Hz


class TonedComponents(Components):
    """What a match is made of, but for voices and ears."""

    def __init__(self, tones: SentenceTones, settings: Settings) -> None:
        super().__init__(settings)
        self._tones = tones

    def voice(self, side: Side) -> Synthesizer:
        return Synthesizer(self._tones, self._tones)

    def recognizer(self, hints: str = "", lanes: int = 1, *, deferred: bool = False) -> SentenceTones:
        return self._tones

    def detector(self) -> Loud:
        return Loud()

    def estimator(self) -> Estimator:
        return Syllables()


class SentenceTones:
    """Every text has a tone of its own. What both sides of a match speak. `word_seconds`: that a sentence takes for each of its words."""

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
