"""Words that somebody is said to have used, looked for in what was heard, however a recogniser writes it. Pure.

Letters and digits count, capitals and stops do not; of longer quotes a word in five may differ, for a recogniser may
have got one wrong and whoever quotes put it right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

WRONG_SHARE = 0.2  # of the words of a quote that may be others, missing or too many
LEAST_WORDS = 2  # of a quote; a single word between marks is a word spoken of
_SIGNS = re.compile(r"[^\w]+|_")
_MARKS = str.maketrans("", "", "'’`")
_QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|(?<!\w)‘([^‘]+?)’(?!\w)")


def parts(text: str) -> list[str]:
    """The words of a text without what a recogniser may write in one way or another."""
    return [part for part in _SIGNS.split(text.translate(_MARKS).lower()) if part]


def near_enough(wrong: int, wanted: int) -> bool:
    """Whether so many wrong words still make it the same quote."""
    return wrong <= int(WRONG_SHARE * wanted)


def likest(wanted: Sequence[str], heard: Sequence[str]) -> tuple[int, int, int]:
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


def quotes(text: str) -> Iterator[str]:
    """What stands between quotation marks in a text, where it is more than a word."""
    for match in _QUOTED.finditer(text):
        quote = next(group for group in match.groups() if group is not None).strip()
        if len(parts(quote)) >= LEAST_WORDS:
            yield quote


def misquoted(text: str, said: Iterable[str]) -> tuple[str, ...]:
    """The quotes in a text that stand in none of these."""
    heard = [words for one in said if (words := parts(one))]
    return tuple(quote for quote in quotes(text) if not any(_holds(parts(quote), words) for words in heard))


def says_back(text: str, words: str) -> bool:
    """Whether a text quotes some of these words."""
    heard = parts(words)
    return any(_holds(parts(quote), heard) for quote in quotes(text))


def _holds(wanted: Sequence[str], heard: Sequence[str]) -> bool:
    if not {*wanted} & {*heard}:
        return False
    wrong, first, last = likest(wanted, heard)
    return last >= first and near_enough(wrong, len(wanted))
