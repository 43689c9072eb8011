"""When it is said that somebody speaks another language than the recogniser reads. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

SURE = 0.7  # probability of another language from which an utterance counts
IN_A_ROW = 2  # utterances: one alone may be a name, a quotation or a cough
LEAST_SECONDS = 2.0  # of an utterance that is asked about


@dataclass
class LanguageWatch:
    """Counts utterances in another language; each language is told once."""

    reads: str = "en"
    _last: str = ""
    _count: int = 0
    _told: set[str] = field(default_factory=set)

    def notice(self, language: str, probability: float) -> str | None:
        """An utterance's language; returns one line where it is time to say so."""
        other = language if probability >= SURE and language != self.reads else ""
        self._count = self._count + 1 if other and other == self._last else 1
        self._last = other
        if not other or self._count < IN_A_ROW or other in self._told:
            return None
        self._told.add(other)
        return (
            f"this sounds like another language ({other}, probability {probability:.2f}); "
            f"it is read as {self.reads} all the same"
        )
