"""LocalAgreement-n: words are committed once n successive hypotheses agree on them. Pure.

Source: Machacek, Dabre, Bojar 2023, "Turning Whisper into Real-Time Transcription System" (there n = 2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from config.heard_word import HeardWord


def _same(a: str, b: str) -> bool:
    return a.strip(" .,!?;:\"'").lower() == b.strip(" .,!?;:\"'").lower()


def after(last: HeardWord | None, words: Sequence[HeardWord]) -> Sequence[HeardWord]:
    """Words that lie after a committed one, by time; a repeated boundary word is dropped."""
    if last is None:
        return words
    later = [word for word in words if (word.start + word.end) / 2 > last.end]
    if later and _same(later[0].text, last.text) and later[0].start < last.end:
        later = later[1:]
    return later


def plain(words: Sequence[HeardWord]) -> str:
    """Their text in one line."""
    return " ".join(word.text for word in words)


@dataclass
class LocalAgreement:
    """Committed words never change; `tail` is what the last hypothesis adds and may still change.

    Args:
        agreeing: how many hypotheses in a row must agree on a word.
    """

    agreeing: int = 2
    committed: list[HeardWord] = field(default_factory=list)
    tail: list[HeardWord] = field(default_factory=list)
    _before: list[list[HeardWord]] = field(default_factory=list)  # the last hypotheses, each after `committed`

    @property
    def last(self) -> HeardWord | None:
        """The last committed word."""
        return self.committed[-1] if self.committed else None

    def push(self, hypothesis: Sequence[HeardWord], until: float = math.inf) -> list[HeardWord]:
        """Take a hypothesis for the whole utterance; returns the newly committed words, all ended by `until`."""
        return self.extend(after(self.last, hypothesis), until)

    def extend(self, continuation: Sequence[HeardWord], until: float = math.inf) -> list[HeardWord]:
        """As `push`, for a hypothesis that begins after the committed words."""
        new = list(continuation)
        recent = [*self._before, new]
        agreed = _agreed(recent) if len(recent) >= self.agreeing else 0
        while agreed and new[agreed - 1].end > until:
            agreed -= 1
        fresh = new[:agreed]
        self.committed += fresh
        self.tail = new[agreed:]
        self._before = [words[agreed:] for words in recent][-(self.agreeing - 1) :]
        return fresh

    def commit(self, count: int) -> list[HeardWord]:
        """The first words of the tail need no other hypothesis; returns them."""
        fresh, self.tail = self.tail[:count], self.tail[count:]
        self._before = [words[count:] for words in self._before]
        self.committed += fresh
        return fresh

    def settle(self) -> list[HeardWord]:
        """There is no other hypothesis to come: the tail is taken as it is; returns the newly committed words."""
        fresh, self.tail, self._before = self.tail, [], []
        self.committed += fresh
        return fresh

    def finish(self, hypothesis: Sequence[HeardWord]) -> list[HeardWord]:
        """The last hypothesis is taken as it is; returns the newly committed words."""
        self.tail = list(after(self.last, hypothesis))
        return self.settle()


def _agreed(hypotheses: Sequence[Sequence[HeardWord]]) -> int:
    """How many words from the first one on all of them share."""
    shared = 0
    for words in zip(*hypotheses, strict=False):
        if not all(_same(word.text, words[0].text) for word in words[1:]):
            break
        shared += 1
    return shared
