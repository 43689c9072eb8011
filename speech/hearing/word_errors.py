"""How much of what was said a recogniser got wrong: the word error rate.

Both texts are first brought to the words a listener would write down: lower case, no punctuation,
numbers as they are spoken. jiwer then counts substitutions, deletions and insertions.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from jiwer import process_words
from num2words import num2words

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
    found = process_words(" ".join(wanted), " ".join(normalised(heard)))
    return WordErrors(found.substitutions + found.deletions + found.insertions, len(wanted))


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
    if year and len(whole) == 4 and 1100 <= int(whole) < 2100 and not 2000 <= int(whole) < 2010:
        words = _in_words(int(whole), "year")  # 1990 as nineteen ninety, 1905 as nineteen oh five
    else:
        words = _as_count(whole)
    if decimals:
        words += ["point", *_digits(decimals)]
    if ending == "s":
        words[-1] = words[-1][:-1] + "ies" if words[-1].endswith("y") else words[-1] + "s"
    elif ending:
        words[-1] = _in_words(int(decimals[-1:] or whole[-12:]), "ordinal")[-1]
    return words


def _as_count(digits: str) -> list[str]:
    """A code such as 007, and what is too long to be counted, is read digit by digit."""
    if len(digits) > 12 or (len(digits) > 1 and int(digits[0]) == 0):
        return _digits(digits)
    return _in_words(int(digits))


def _digits(digits: str) -> list[str]:
    return [word for digit in digits for word in _in_words(int(digit))]


def _in_words(number: int, to: Literal["cardinal", "ordinal", "year"] = "cardinal") -> list[str]:
    words: str = num2words(number, to=to)
    return [word for word in re.split(r"[\s,-]+", words) if word != "and"]
