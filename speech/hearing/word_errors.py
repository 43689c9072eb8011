"""How much of what was said a recogniser got wrong: the word error rate. Pure.

Both texts are first brought to the words a listener would write down: lower case, no punctuation,
numbers as they are spoken. The rate is (substitutions + deletions + insertions) / words said, by
Levenshtein's distance over words (Levenshtein 1966, as in NIST's sclite).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
SIGNS = {"%": " percent ", "&": " and ", "+": " plus "}
MONEY = {"$": "dollars", "£": "pounds", "€": "euros"}

_APOSTROPHES = re.compile("['’ʼ]")
_AMOUNT = re.compile(r"([$£€])\s?(\d[\d,]*(?:\.\d+)?(?: (?:thousand|million|billion))?)")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_TOKEN = re.compile(r"(\d+)(?:\.(\d+))?(st|nd|rd|th|s)?(?![^\W\d_])|(\d+)|([^\W\d_]+)")


@dataclass(frozen=True)
class WordErrors:
    """Wrong, lost and invented words together, and how many words were said. Adds up over speeches."""

    errors: int
    words: int

    @property
    def rate(self) -> float:
        """Errors a word said; over 1 where more was invented than said. Of nothing said: the errors themselves."""
        return self.errors / max(1, self.words)

    def __add__(self, other: WordErrors) -> WordErrors:
        return WordErrors(self.errors + other.errors, self.words + other.words)


def word_errors(said: str, heard: str) -> WordErrors:
    """Compare two texts, normalised."""
    wanted = normalised(said)
    return WordErrors(distance(wanted, normalised(heard)), len(wanted))


def distance(said: Sequence[str], heard: Sequence[str]) -> int:
    """Fewest substitutions, deletions and insertions of words that turn one into the other."""
    numbers = {word: i for i, word in enumerate({*said, *heard})}
    columns = np.array([numbers[word] for word in heard], dtype=np.int64)
    steps = np.arange(len(heard) + 1)
    row = steps
    for word in said:
        below = row + 1
        below[1:] = np.minimum(below[1:], row[:-1] + (columns != numbers[word]))
        row = np.minimum.accumulate(below - steps) + steps  # insertions, all at once
    return int(row[-1])


def normalised(text: str) -> list[str]:
    """The words of a text: lower case, no punctuation or accents, "3.5 %" as three point five percent.

    A number is said without "and" (one hundred five); 1100 to 1999 and 2010 to 2099 without commas are years.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    plain = _APOSTROPHES.sub("", plain)
    plain = _AMOUNT.sub(lambda found: f"{found[2]} {MONEY[found[1]]}", plain)
    for sign, word in SIGNS.items():
        plain = plain.replace(sign, word)
    words: list[str] = []
    for part in re.split(r"\s+", plain):
        grouped = _GROUPED.sub("", part)
        for whole, decimals, ending, cut_off, letters in _TOKEN.findall(grouped):
            year = grouped == part and not decimals
            words += [letters] if letters else _number(whole or cut_off, decimals, ending, year)
    return words


def _number(whole: str, decimals: str, ending: str, year: bool) -> list[str]:
    words = _as_year(whole) if year and len(whole) == 4 else _as_count(whole)
    if decimals:
        words += ["point", *_digits(decimals)]
    if ending == "s":
        words[-1] = words[-1][:-1] + "ies" if words[-1].endswith("y") else words[-1] + "s"
    elif ending:
        words[-1] = _ordinal(words[-1])
    return words


def _as_year(digits: str) -> list[str]:
    """1990 as nineteen ninety, 1905 as nineteen oh five, 2024 as twenty twenty four."""
    century, rest = divmod(int(digits), 100)
    if not (11 <= century <= 19 or (century == 20 and rest >= 10)):
        return _as_count(digits)
    if rest == 0:
        return [*cardinal(century), "hundred"]
    return [*cardinal(century), *(["oh"] if rest < 10 else []), *cardinal(rest)]


def _as_count(digits: str) -> list[str]:
    """A code such as 007, and what is too long to be counted, is read digit by digit."""
    if len(digits) > 12 or (len(digits) > 1 and int(digits[0]) == 0):
        return _digits(digits)
    return cardinal(int(digits))


def _digits(digits: str) -> list[str]:
    return [ONES[int(digit)] for digit in digits]


def _ordinal(word: str) -> str:
    if word in ORDINALS:
        return ORDINALS[word]
    return word[:-1] + "ieth" if word.endswith("y") else word + "th"


def cardinal(number: int) -> list[str]:
    """A whole number from 0 to 10^12 - 1 in words: 105 is one hundred five."""
    for size, name in SCALES:
        if number >= size:
            many, rest = divmod(number, size)
            return [*cardinal(many), name, *(cardinal(rest) if rest else [])]
    if number < 20:
        return [ONES[number]]
    tens, ones = divmod(number, 10)
    return [TENS[tens], *([ONES[ones]] if ones else [])]
