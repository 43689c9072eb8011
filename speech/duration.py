"""How long a sentence will take to speak: measured where it has been synthesised, else estimated."""

from __future__ import annotations

from collections.abc import Callable

from speech.audio import Audio

PAPER_SECONDS_PER_WORD = 60 / 130  # TreeDebater's first guess


class Durations:
    """Seconds by sentence from the delivering voice, and a guess for sentences not yet synthesised.

    The guess is seconds by letter, learned from what was measured so far.

    Args:
        known: the synthesised sentence, or None.
    """

    def __init__(self, known: Callable[[str], Audio | None]) -> None:
        self._known = known
        self._letters = 0
        self._seconds = 0.0
        self._counted: set[str] = set()

    def __call__(self, text: str) -> float:
        """Seconds to speak the sentence, without the pause after it."""
        audio = self._known(text)
        if audio is None:
            return self.estimate(text)
        if text not in self._counted:
            self._counted.add(text)
            self._letters += len(text)
            self._seconds += audio.seconds
        return audio.seconds

    def estimate(self, text: str) -> float:
        if self._letters < 200:
            return len(text.split()) * PAPER_SECONDS_PER_WORD
        return len(text) * self._seconds / self._letters
