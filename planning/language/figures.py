"""Figures in a text, and whether they come from somewhere. Pure.

Digits and number words alike count ("5.1 percent", "five point one per cent", "one in five", "two thirds of", "40bn");
ordinals, names such as COVID-19, and small whole numbers that only count what is in view ("two reasons") do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from text_to_num import alpha2digit

SMALL = 12  # up to which a whole number is no figure by itself
SHARE_MOST = 100  # up to which `n in m` is a share, and not a number in a year
_CENTURIES = range(11, 22)
_SIZES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9}
_SIZES |= {"tn": 1e12, "trillion": 1e12}
_WHOLE_SIZES = frozenset(_SIZES.values())
_NAMES = re.compile(r"\b[A-Z][A-Za-z]*-\d+\b|\b24/7\b")
_SIGNS = str.maketrans({"’": "'", "½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅓": " 1/3", "⅔": " 2/3", "–": "-", "—": "-"})
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_COUNTS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_FRACTION = re.compile(
    rf"\b(?:({'|'.join(_COUNTS)})[ -])?({'|'.join(_PARTS)})(s?) of\b(?! (?:it|that|this|which)\b)", re.IGNORECASE
)
_FOLD = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten)fold\b", re.IGNORECASE)
_RANGE = re.compile(r"(?<=\d)\s?-\s?(?=\d)")
_PERCENT_RANGE = re.compile(r"(\d)\s?(?:-|to)\s?(\d[\d.]*\s?(?:%|per\s?cent))", re.IGNORECASE)
_ONE_IN = re.compile(r"\bone (?=(?:in|out of) )", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?P<money>[$£€]\s?)?(?<![\w.,])(?P<value>\d[\d,]*(?:\.\d+)?)"
    r"(?:\s?/\s?(?P<under>\d+)|s\b|\s?(?P<size>thousand|million|billion|trillion|k|mn?|bn?|tn)\b)?"
    r"(?:\s*(?P<unit>%|per\s?cent|percentage points?|times|fold|x))?(?!\w)"
    r"(?:\s(?:in|out of) (?:every )?(?P<among>\d[\d,]*)(?![\w.,]*\d))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Number:
    """A number in a text; `kind` is percent, times, share or empty. `figure`: whether it needs a source."""

    value: float
    kind: str
    figure: bool


def untraced(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The figures of `text` that occur in none of the sources, in order, as digits; a percentage only as one."""
    found = {(n.value, n.kind): None for n in _read(text) if n.figure}
    if not found:
        return ()
    known = {(n.value, n.kind) for source in sources for n in _read(source)}
    return tuple(_digits(value) for value, kind in found if (value, kind) not in known)


def figures(text: str) -> tuple[str, ...]:
    """Every figure as plain digits, without separators and without needless zeros; shares as parts of one."""
    return tuple(_digits(number.value) for number in _read(text) if number.figure)


def _digits(value: float) -> str:
    return f"{value:.15g}"


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Number, ...]:
    plain = _NAMES.sub(" ", text).translate(_SIGNS)
    plain = _FOLD.sub(lambda found: f"{found[1]} times", plain)
    plain = _FRACTION.sub(_share, plain)
    plain = alpha2digit(_ONE_IN.sub("1 ", plain), "en")
    return tuple(_numbers(_RANGE.sub(" to ", _PERCENT_RANGE.sub(r"\1 percent to \2", plain))))


def _share(found: re.Match[str]) -> str:
    """`two thirds of` as 2/3."""
    count = _COUNTS[(found[1] or "a").lower()]
    return f"{count}/{_PARTS[found[2].lower()]} of"


def _numbers(plain: str) -> Iterator[Number]:
    matches = list(_NUMBER.finditer(plain))
    i = 0
    while i < len(matches):
        match = matches[i]
        value = _value(match["value"]) * _SIZES.get((match["size"] or "").lower(), 1)
        sure = bool(match["money"] or match["unit"] or match["size"])
        kind = _kind(match["unit"])
        whole = _value(match["under"] or match["among"] or "0")
        if whole >= value > 0 and not sure and (match["under"] or value <= SHARE_MOST):
            yield Number(round(value / whole, 6), "share", True)
            i += 1
            continue
        if match["among"]:
            yield Number(whole, "", whole > SMALL)
        following = matches[i + 1] if i + 1 < len(matches) else None
        if not kind and following is not None and plain[match.end() : following.start()].strip() == "":
            second = _value(following["value"])
            if second in _WHOLE_SIZES and value not in _WHOLE_SIZES:
                value, sure, i = value * second, True, i + 1
            elif value in _CENTURIES and 10 <= second < 100:
                value, i = value * 100 + second, i + 1
        yield Number(value, kind, sure or value > SMALL or bool(value % 1))
        i += 1


def _kind(unit: str | None) -> str:
    if unit is None:
        return ""
    return "percent" if unit[0] in "%pP" else "times"


def _value(digits: str) -> float:
    return float(digits.replace(",", ""))
