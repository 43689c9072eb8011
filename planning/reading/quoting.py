"""Whether words that somebody is said to have used were really heard, and where. Pure.

A reader that is a model gives the words it stands on. It sees what a recogniser made of them, and may write them with
other capitals and stops, or put a word right; it may not make them up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from planning.reading.passages import Passage

WRONG_SHARE = 0.2  # of the words of a quote that may be others, missing or too many
_SIGNS = re.compile(r"[^\w]+|_")
_MARKS = str.maketrans("", "", "'’`")
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
    heard = [(word, part, passage) for passage in passages for word in passage.timed() for part in _parts(word.text)]
    wanted = _parts(quote)
    if not wanted or not heard:
        return None
    wrong, first, last = _best(wanted, [part for _, part, _ in heard])
    if wrong > int(WRONG_SHARE * len(wanted)) or last < first:
        return None
    words = [word for word, _, _ in heard[first : last + 1]]
    whole = [words[0], *(word for before, word in pairwise(words) if word is not before)]  # one may have several parts
    text = " ".join(word.text for word in whole).strip(_OUTER)
    return Clause(text, whole[0].start, whole[-1].end, heard[first][2])


def _parts(text: str) -> list[str]:
    """The words of a text without what a recogniser may write in one way or another."""
    return [part for part in _SIGNS.split(text.translate(_MARKS).lower()) if part]


def _best(wanted: Sequence[str], heard: Sequence[str]) -> tuple[int, int, int]:
    """How many words are wrong in the stretch of what was heard that is most like what is wanted, and its two ends.

    The usual table of edits between words, in which a match may begin and end anywhere in what was heard; of two with
    as many edits the one that puts fewer words in the place of others.
    """
    row = [(0, 0, place) for place in range(len(heard) + 1)]
    for count, word in enumerate(wanted, 1):
        before, row = row, [(count, 0, 0)]
        for place, said in enumerate(heard, 1):
            other = int(word != said)
            wrong, swapped, start = before[place - 1]
            steps = [(wrong + other, swapped + other, start)]
            steps += [(wrong + 1, swapped, start) for wrong, swapped, start in (before[place], row[-1])]
            row.append(min(steps, key=lambda step: step[:2]))
    end = min(range(len(row)), key=lambda place: (row[place][:2], place))
    return row[end][0], row[end][2], end - 1
