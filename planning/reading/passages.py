"""Heard words to passages, as they come: what the extractor reads at a time. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from config.heard_word import HeardWord

PAUSE_SECONDS = 0.24  # between two words: as long as the silence that ends an utterance
MOST_WORDS = 28  # more are cut at their longest pause
LEAST_WORDS = 6  # fewer are no passage of their own because of a pause


@dataclass(frozen=True)
class Passage:
    """A stretch of a speech that is read as one, with its times in seconds of the turn's own clock.

    `words`: each with its own times, where they are known; two passages are the same without them.
    """

    text: str
    start: float
    end: float
    words: tuple[HeardWord, ...] = field(default=(), compare=False, repr=False)

    @classmethod
    def of(cls, words: Sequence[HeardWord]) -> Passage:
        """At least one word, in order."""
        return cls(" ".join(word.text for word in words), words[0].start, words[-1].end, tuple(words))

    @classmethod
    def joined(cls, passages: Sequence[Passage]) -> Passage:
        """At least one passage, in order, as one."""
        words = tuple(word for one in passages for word in one.timed())
        return cls(" ".join(one.text for one in passages), passages[0].start, passages[-1].end, words)

    def timed(self) -> tuple[HeardWord, ...]:
        """Its words with their times; where those are not known, as if each letter took as long as any other."""
        if self.words:
            return self.words
        texts = self.text.split()
        each = (self.end - self.start) / max(1, sum(map(len, texts)))
        ends = [self.start + each * letters for letters in accumulate(map(len, texts))]
        return tuple(HeardWord(text, *times) for text, *times in zip(texts, [self.start, *ends], ends, strict=False))


@dataclass
class Passages:
    """Collects the words of a speech until a passage is whole.

    A passage is whole when a pause follows it, when its utterance ends, or when it has become too long.
    """

    _words: list[HeardWord] = field(default_factory=list)

    def push(self, word: HeardWord) -> list[Sequence[HeardWord]]:
        """The next word; returns the passages that are whole now that it has come. It is in none of them."""
        whole: list[Sequence[HeardWord]] = []
        if len(self._words) >= LEAST_WORDS and word.start - self._words[-1].end >= PAUSE_SECONDS:
            whole = self.end()
        elif len(self._words) >= MOST_WORDS:
            *whole, rest = cut(self._words, MOST_WORDS - 1, LEAST_WORDS)
            self._words = list(rest)
        self._words.append(word)
        return whole

    def end(self) -> list[Sequence[HeardWord]]:
        """The utterance has ended: the passage in the making is whole, if there is any."""
        words, self._words = self._words, []
        return [words] if words else []


def cut(words: Sequence[HeardWord], most: int = 28, least: int = 6) -> list[Sequence[HeardWord]]:
    """Cut an unpunctuated utterance at its longest pauses until no part has more than `most` words."""
    if len(words) <= most:
        return [words]
    gaps = [
        (words[i].start - words[i - 1].end, -abs(i - len(words) // 2), i) for i in range(least, len(words) - least + 1)
    ]
    at = max(gaps)[2]
    return [*cut(words[:at], most, least), *cut(words[at:], most, least)]
