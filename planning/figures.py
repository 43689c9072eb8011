"""Figures in a text, and whether they come from somewhere. Pure.

Digits and number words alike count ("5.1 percent", "five point one per cent"); ordinals and small whole numbers that
only count what is in view ("two reasons") do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from text_to_num import alpha2digit

SMALL = 12  # up to which a whole number is no figure by itself
_NUMBER = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)(?!\w)(?:\s*(%|per\s?cent|percentage points?|times|fold))?", re.I)
_SIZES = frozenset({1e3, 1e6, 1e9, 1e12})
_CENTURIES = range(11, 22)


def untraced(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The figures of `text` that occur in none of the sources, in order, as digits."""
    found = dict.fromkeys(figures(text))
    if not found:
        return ()
    known = {value for source in sources for value in numbers(source)}
    return tuple(figure for figure in found if float(figure) not in known)


def figures(text: str) -> tuple[str, ...]:
    """Every figure as plain digits, without separators and without needless zeros."""
    return tuple(f"{value:.15g}" for value, measured in _read(text) if measured or value > SMALL or value % 1)


def numbers(text: str) -> frozenset[float]:
    """Every number, small ones too."""
    return frozenset(value for value, _ in _read(text))


@lru_cache(maxsize=2048)
def _read(text: str) -> tuple[tuple[float, bool], ...]:
    return tuple(_joined(text))


def _joined(text: str) -> Iterator[tuple[float, bool]]:
    """Each number with whether a unit makes it a figure; `8.5 million` and `nineteen ninety nine` are one each."""
    plain = alpha2digit(text.replace("’", "'"), "en")
    matches = list(_NUMBER.finditer(plain))
    i = 0
    while i < len(matches):
        value, measured = _value(matches[i]), bool(matches[i][2])
        following = matches[i + 1] if i + 1 < len(matches) else None
        if following is not None and plain[matches[i].end() : following.start()].strip() == "":
            second = _value(following)
            if second in _SIZES and value not in _SIZES:
                value, measured, i = value * second, True, i + 1
            elif value in _CENTURIES and 10 <= second < 100:
                value, i = value * 100 + second, i + 1
        yield value, measured
        i += 1


def _value(match: re.Match[str]) -> float:
    return float(match[1].replace(",", ""))
