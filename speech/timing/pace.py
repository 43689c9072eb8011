"""How fast a voice speaks statements: as is stated of it, and as it was measured once there is anything of it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from config.statement import WORDS_PER_MINUTE, Sentence
from speech.timing.pauses import PAUSE, spoken_seconds

KEPT = 0.5  # what a statement is worth beside the next one, word for word


class Pace:
    """Of one voice, pauses at their usual length included. `words_per_minute`: the stated one."""

    def __init__(self, words_per_minute: float = WORDS_PER_MINUTE) -> None:
        self._stated = 60 / words_per_minute
        self._words = self._seconds = 0.0

    @property
    def seconds_per_word(self) -> float:
        return self._seconds / self._words if self._words else self._stated

    def spoken(self, sentences: Sequence[Sentence], lengths: Callable[[str], float]) -> None:
        """So long these sentences take, one after the other; `lengths`: measured seconds of each."""
        self._words = KEPT * self._words + sum(len(one.text.split()) for one in sentences)
        self._seconds = KEPT * self._seconds + spoken_seconds(sentences, (lengths(s.text) for s in sentences), PAUSE)
