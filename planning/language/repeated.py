"""Whether words only say again what was said before, by the other side or by oneself. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from planning.language.cues.cues import content_words, stem

SAME_WORDS = 0.8  # share of the words that were in another passage, from which they are only said again
MOST_WORDS = 0.7  # share of a passage that sentences make up which it reads out, beside the words that join them
VERBATIM = 6  # words in a row that nobody says by chance
LEAST = 3  # different words, of which it can be told
_QUOTED = re.compile("“[^”]*”")
_NOT = re.compile(r"\b(not|no|never|nobody|nothing|none|cannot|without|neither|nor)\b|n't\b")


@lru_cache(maxsize=10_000)
def stems(words: str) -> frozenset[str]:
    """What words are made of, whatever their form and order."""
    return frozenset(stem(word) for word in content_words(words))


def again(words: frozenset[str], before: Iterable[frozenset[str]]) -> bool:
    """Whether nearly all of these were said before in one go."""
    return bool(words) and any(len(words & one) >= SAME_WORDS * len(words) for one in before)


def read_back(words: str, sentences: Iterable[str]) -> str | None:
    """The sentence that these words read out, or the longest of several; None where they say something of their own.

    A denial of it is no reading out.
    """
    said = stems(words)
    if len(said) < LEAST:
        return None
    read = [one for one in sentences if _of(said, stems(one))]
    covered = frozenset[str]().union(*map(stems, read)) & said
    denied = len(_NOT.findall(words.lower())) - sum(len(_NOT.findall(one.lower())) for one in read)
    if len(covered) < MOST_WORDS * len(said) or denied > 0:
        return None
    return max(read, key=lambda one: len(stems(one) & said))


def _of(said: frozenset[str], sentence: frozenset[str]) -> bool:
    """Whether one of the two is nearly all in the other, and a short sentence wholly in what was said."""
    shared, least = len(said & sentence), min(len(said), len(sentence))
    return shared == len(sentence) > 0 or (least >= LEAST and shared >= SAME_WORDS * least)


class Told:
    """What was spoken, to know it when it is read out word for word, from the beginning of a sentence on.

    What it quoted of somebody else is left out, and an objection that it only foresaw is not taken from whoever makes
    it: that begins in the middle of our sentence.
    """

    def __init__(self) -> None:
        self._text = " "
        self._starts: set[int] = set()
        self._reading = False

    def add(self, sentence: str) -> None:
        self._starts.add(len(self._text))
        self._text += f"{_plain(_QUOTED.sub(' ', sentence))} "

    def read_by(self, passage: str) -> bool:
        """Whether the next passage reads it, from the beginning of a sentence or going on from the last passage."""
        words = _plain(passage)
        place = self._text.find(f" {words} ") + 1
        begins = place > 0 and (self._reading or place in self._starts)
        self._reading = begins and len(words.split()) >= VERBATIM
        return self._reading


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower().replace("’", "'")))
