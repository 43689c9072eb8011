"""LocalAgreement-2: words are committed once two successive hypotheses agree on them. Pure.

Source: Machacek, Dabre, Bojar 2023, "Turning Whisper into Real-Time Transcription System".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from speech.ports import HeardWord


def _same(a: str, b: str) -> bool:
    return a.strip(" .,!?;:\"'").lower() == b.strip(" .,!?;:\"'").lower()


@dataclass
class LocalAgreement:
    """Committed words never change; `tail` is what the last hypothesis adds and may still change."""

    committed: list[HeardWord] = field(default_factory=list)
    tail: list[HeardWord] = field(default_factory=list)

    def push(self, hypothesis: Sequence[HeardWord]) -> list[HeardWord]:
        """Take a hypothesis for the whole utterance; returns the newly committed words."""
        new = self._after_committed(hypothesis)
        agreed = 0
        while agreed < min(len(new), len(self.tail)) and _same(new[agreed].text, self.tail[agreed].text):
            agreed += 1
        fresh = list(new[:agreed])
        self.committed += fresh
        self.tail = list(new[agreed:])
        return fresh

    def finish(self, hypothesis: Sequence[HeardWord]) -> list[HeardWord]:
        """The last hypothesis is taken as it is; returns the newly committed words."""
        fresh = list(self._after_committed(hypothesis))
        self.committed += fresh
        self.tail = []
        return fresh

    def _after_committed(self, hypothesis: Sequence[HeardWord]) -> Sequence[HeardWord]:
        """Words that lie after the committed ones, by time; a repeated boundary word is dropped."""
        if not self.committed:
            return hypothesis
        edge = self.committed[-1].end
        later = [word for word in hypothesis if (word.start + word.end) / 2 > edge]
        if later and _same(later[0].text, self.committed[-1].text) and later[0].start < edge:
            later = later[1:]
        return later
