"""Whether words that somebody is said to have used were really heard, and where. Pure.

A reader that is a model gives the words it stands on. It sees what a recogniser made of them, and may write them with
other capitals and stops, or put a word right; it may not make them up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from planning.language.heard_words import likest, near_enough, parts
from planning.reading.passages import Passage

_OUTER = ' \t\r\n"“”«»'


@dataclass(frozen=True)
class Clause:
    """Words as they were heard, with their times in seconds of the turn's own clock, and the passage they begin in."""

    text: str
    start: float
    end: float
    passage: Passage


def found(quote: str, passages: Sequence[Passage]) -> Clause | None:
    """Where in these passages, in order, a quote is; None where it was not said.

    Letters and digits count, capitals and stops do not; of longer quotes a word in five may differ.
    """
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
