"""Loose quantities that a cited source contradicts: "half of women" beside "12 per cent of women". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from planning.language.figures.numbers import as_digits
from planning.language.loose import PARTS

_BETWEEN = r"(?:of )?(?:all |the |its |our |their |these |those )*"
_SIZES = {"dozens": 1e1, "tens": 1e1, "hundreds": 1e2, "thousands": 1e3, "millions": 1e6, "billions": 1e9}
_PART_OF = re.compile(rf"\b(?:a |an )?({PARTS}) {_BETWEEN}(\w{{3,}})", re.IGNORECASE)
_COUNTED_OF = re.compile(
    rf"\b({'|'.join(_SIZES)})(?: of ({'|'.join(_SIZES)}))? (?:of )({_BETWEEN})(\w{{3,}})", re.IGNORECASE
)
_SHARES = {"half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fifth": 1 / 5, "sixth": 1 / 6, "seventh": 1 / 7}
_SHARES |= {"eighth": 1 / 8, "ninth": 1 / 9, "tenth": 1 / 10}
NEAR = 0.2  # of a share: a loose half is from 40 to 60 per cent


def contradictions(text: str, cited: Iterable[str]) -> tuple[str, ...]:
    """Loose quantities of something that the cited sources count, and count otherwise."""
    known = " . ".join(as_digits(source).lower() for source in cited)
    if not known:
        return ()
    parts = (
        found[0] for found in _PART_OF.finditer(text) if _far(_SHARES[found[1].lower()], _percents(known, found[2]))
    )
    sizes = (found[0] for found in _COUNTED_OF.finditer(text) if _less(_size(found), _counts(known, found[4])))
    return (*parts, *sizes)


def _far(share: float, percents: list[float]) -> bool:
    return bool(percents) and all(abs(one / 100 - share) > NEAR * share + 1e-9 for one in percents)


def _less(size: float, counts: list[float]) -> bool:
    return bool(counts) and max(counts) < size


def _size(found: re.Match[str]) -> float:
    return _SIZES[found[1].lower()] * (_SIZES[found[2].lower()] if found[2] else 1.0)


def _percents(known: str, what: str) -> list[float]:
    """Percentages of the thing in texts that have digits."""
    of = re.compile(rf"(\d+(?:\.\d+)?)\s?(?:%|per\s?cents?) {_BETWEEN}(?:\w+ )?{re.escape(what.lower())}\b")
    return [float(one) for one in of.findall(known)]


def _counts(known: str, what: str) -> list[float]:
    """How many of the thing they tell, at the most: a size in words is digits of its own there (`3 1000000`)."""
    of = re.compile(
        rf"(\d[\d,]*(?:\.\d+)?)(?: (1(?:000)+|thousand|million|billion))? (?:\w+ )?{re.escape(what.lower())}\b"
    )
    return [_value(value) * (_NAMED.get(size) or _value(size or "1")) for value, size in of.findall(known)]


_NAMED = {"thousand": 1e3, "million": 1e6, "billion": 1e9}


def _value(digits: str) -> float:
    return float(digits.replace(",", ""))
