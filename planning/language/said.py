"""Whether words were said before: quoted, however a recogniser wrote them, or only said again. Pure.

Of a quotation letters and digits count, capitals and stops do not; of longer ones a word in five may differ, for a
recogniser may have got one wrong and whoever quotes put it right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from planning.language.cues.cues import content_words, stem

WRONG_SHARE = 0.2  # of the words of a quote that may be others, missing or too many
LEAST_WORDS = 2  # of a quote; a single word between marks is a word spoken of
_SIGNS = re.compile(r"[^\w]+|_")
_MARKS = str.maketrans("", "", "'’`")
_QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|(?<!\w)‘([^‘]+?)’(?!\w)")
SAME_WORDS = 0.8  # share of the words that were in another passage, from which they are only said again
MOST_WORDS = 0.7  # share of a passage that sentences make up which it reads out, beside the words that join them
VERBATIM = 6  # words in a row that nobody says by chance
LEAST = 3  # different words, of which it can be told
_QUOTED_WORDS = re.compile("“[^”]*”")
_NOT = re.compile(r"\b(not|no|never|nobody|nothing|none|cannot|without|neither|nor)\b|n't\b")


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


@lru_cache(maxsize=10_000)
def stems(words: str) -> frozenset[str]:
    """What words are made of, whatever their form and order."""
    return frozenset(stem(word) for word in content_words(words))


def again(words: frozenset[str], before: Iterable[frozenset[str]]) -> bool:
    """Whether nearly all of these were said before in one go."""
    return bool(words) and any(len(words & one) >= SAME_WORDS * len(words) for one in before)


def read_back(words: str, sentences: Iterable[str]) -> str | None:
    """The sentence that these words read out, or the longest of several; None where they say something of their own.
    A denial of it is no reading out."""
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
        self._text += f"{_plain(_QUOTED_WORDS.sub(' ', sentence))} "

    def read_by(self, passage: str) -> bool:
        """Whether the next passage reads it, from the beginning of a sentence or going on from the last passage."""
        words = _plain(passage)
        place = self._text.find(f" {words} ") + 1
        begins = place > 0 and (self._reading or place in self._starts)
        self._reading = begins and len(words.split()) >= VERBATIM
        return self._reading


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower().replace("’", "'")))
