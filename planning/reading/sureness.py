"""Which recognised words may be said back to whoever said them, by how sure the recogniser was. Pure.

Measured on 18,000 words of seventeen people as Whisper base heard them, aligned with what they said: of content words
four in five were right from a probability of 0.6, of small words from 0.4; below that two in three. Of the small word
that begins an utterance ("And", "So", "The") it is seldom sure, for it cannot know whether a sentence begins there:
between 0.2 and 0.6 nineteen in twenty were right.
"""

from __future__ import annotations

from collections.abc import Sequence

from config.heard_word import HeardWord
from planning.language.clauses import bare, ends_sentence
from planning.language.cues.cues import STOPWORDS

SURE, SURE_SMALL, SURE_FIRST = 0.6, 0.4, 0.2  # of any word, of a small one, of a small one that begins a sentence


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
