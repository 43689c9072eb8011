"""Whether words that somebody is said to have used were really heard, and which heard words may be said back. Pure.

A reader that is a model gives the words it stands on. It sees what a recogniser made of them, and may write them with
other capitals and stops, or put a word right; it may not make them up.

How sure a recogniser must be was measured on 18,000 words of seventeen people as Whisper base heard them: of content
words four in five were right from a probability of 0.6, of small words from 0.4; below that two in three. Of the small
word that begins an utterance ("And", "So") it is seldom sure: between 0.2 and 0.6 nineteen in twenty were right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from config.heard_word import HeardWord
from planning.language.clauses import bare, ends_sentence
from planning.language.cues.cues import STOPWORDS
from planning.language.said import likest, near_enough, parts
from planning.reading.passages import Passage

_OUTER = ' \t\r\n"“”«»'
SURE, SURE_SMALL, SURE_FIRST = 0.6, 0.4, 0.2  # of any word, of a small one, of a small one that begins a sentence


@dataclass(frozen=True)
class Clause:
    """Words as they were heard, with their times in seconds of the turn's own clock, and the passage they begin in."""

    text: str
    start: float
    end: float
    passage: Passage


def found(quote: str, passages: Sequence[Passage]) -> Clause | None:
    """Where in these passages, in order, a quote is; None where it was not said.
    Letters and digits count, capitals and stops do not; of longer quotes a word in five may differ."""
    heard = [(word, part, passage) for passage in passages for word in passage.timed() for part in parts(word.text)]
    wanted = parts(quote)
    if not wanted or not heard:
        return None
    wrong, first, last = likest(wanted, [part for _, part, _ in heard])
    if last < first or not near_enough(wrong, len(wanted)):
        return None
    words = [word for word, _, _ in heard[first : last + 1]]
    whole = [words[0], *(word for before, word in pairwise(words) if word is not before)]  # one may have several parts
    text = " ".join(word.text for word in whole).strip(_OUTER)
    return Clause(text, whole[0].start, whole[-1].end, heard[first][2])


def unsure(words: Sequence[HeardWord]) -> frozenset[int]:
    """The places of the words, told apart at blanks, that may have been misheard."""
    found: list[bool] = []
    first = True
    for word in words:
        found += [word.sure is not None and word.sure < _least(word.text, first=first)] * len(word.text.split())
        first = ends_sentence(word.text)
    return frozenset(place for place, doubted in enumerate(found) if doubted)


def _least(word: str, *, first: bool) -> float:
    """The probability from which a word is taken to be right."""
    if bare(word) not in STOPWORDS:
        return SURE
    return SURE_FIRST if first else SURE_SMALL
