"""Figures in a text, and what each comes from: a source that has it, or a plain step from given numbers. Pure.

The step is a sum, a difference, a ratio or a rounding. Where the numbers reckoned with stand in the sentence itself,
everybody can follow; where they stand in a source, all of them in one sentence of it or in the sentence and one source,
a word such as `together`, `left` or `more` must say that something was reckoned, for with many numbers almost every
other can be made.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from planning.language.figures.numbers import SMALL, Number, numbers

FEW = 40  # numbers of one sentence that are reckoned with: more of them make any other
_TOGETHER = re.compile(
    r"\b(together|total\w*|altogether|combined|in all|all told|sum|adds?|added|adding|plus|both|joint\w*|overall)\b",
    re.I,
)
_APART = re.compile(
    r"\b(more|fewer|less|lower|higher|longer|shorter|bigger|smaller|differ\w*|gap|gain\w*|rises?|rose|risen|falls?|fell|fallen"
    r"|drop\w*|grew|grow\w*|increase\w*|decrease\w*|decline\w*|cuts?|sav(?:e[sd]?|ing)|extra|los(?:e|es|t|s)|left|leav(?:e|es|ing)"
    r"|remain\w*|rest|others?|later|earlier|ago|years|after|between|apart|net|minus|short|without|not|never|no|only|missing"
    r"|points?)\b|n't\b",
    re.I,
)
_NOT = re.compile(r"\b(not|never|no|none|others?|rest|remain\w*|without|lack\w*|left)\b|n't\b", re.I)
_TIMES = {"twice": 2.0, "double": 2.0, "doubled": 2.0, "doubles": 2.0, "triple": 3.0, "tripled": 3.0, "half": 0.5}
_TIMES |= {"halved": 0.5, "quarter": 0.25, "third": 1 / 3}
_TIMES_WORD = re.compile(rf"\b({'|'.join(_TIMES)})\b", re.I)
_Way = Callable[[Number, Number, Number, str, bool], "str | None"]


def rounded(number: Number, known: Number) -> bool:
    """Whether a number is a known one, rounded as its text says: `nearly 60,000` of 59,400."""
    if number.kind != known.kind or not number.hedge or not known.value or known.year:
        return False
    place = number.place
    if place > known.value:
        return False
    parts = known.value / place
    near, below, above = round(parts), math.floor(parts + 1e-9), math.ceil(parts - 1e-9)
    allowed = {
        "near": {near},
        "over": {below, near} & {n for n in (below, near) if n <= parts + 1e-9},
        "under": {above},
    }
    return any(math.isclose(n * place, number.value) for n in allowed[number.hedge])


def same(number: Number, known: Number) -> bool:
    """Whether two are one figure: equal, a share as a percentage, points that are percentage points, a decade with the
    year, a rounded number."""
    if number.kind == known.kind and math.isclose(number.value, known.value, rel_tol=1e-9):
        return True
    if number.points and known.points and math.isclose(number.value, known.value, rel_tol=1e-9):
        return True
    if {number.kind, known.kind} == {"percent", "share"}:
        percent, share = (number, known) if number.kind == "percent" else (known, number)
        return _is_percent(percent, 100 * share.value) or (number is share and _about(share, percent.value))
    if number.kind == "decade":
        return known.year and known.value // 10 * 10 == number.value
    return rounded(number, known)


def reckoned(number: Number, text: str, own: Sequence[Number], found: Sequence[Number]) -> str | None:
    """How a number follows from those `found` in one place, such as `100000 - 60000`; None if it does not.

    `text`: the sentence of the number. `own`: other numbers of that sentence which are known to come from somewhere.
    `found`: numbers of one sentence of a source; empty to reckon with the sentence's own alone.
    """
    known = _once([*own, *found])
    if len(known) > FEW:
        return None
    plain = not found  # everything is said in the sentence itself
    for one, other in permutations(known, 2):
        mixed = (one in own) != (other in own)
        if (mixed and one.value == other.value) or (not plain and one in own and other in own):
            continue
        for way in _WAYS:
            if (told := way(number, one, other, text, plain)) is not None:
                return told
    return _alone(number, text, known) or _all(number, text, _once(own if plain else found))


def _once(known: Sequence[Number]) -> list[Number]:
    return list({(one.value, one.kind, one.start): one for one in known}.values())


# -- of two --------------------------------------------------------------------------------------------


def _sum(number: Number, one: Number, other: Number, text: str, plain: bool) -> str | None:
    if not number.kind == one.kind == other.kind or one.year or other.year or one.value < other.value:
        return None
    if (number.kind == "percent" and number.value > 100) or number.kind in ("decade", "times"):
        return None
    if not _equal(number, one.value + other.value) or not (plain or _TOGETHER.search(text)):
        return None
    return f"{one.digits} + {other.digits}"


def _difference(number: Number, one: Number, other: Number, text: str, plain: bool) -> str | None:
    if not number.kind == one.kind == other.kind or one.year != other.year or number.year:
        return None
    if number.kind in ("decade", "times") or not _equal(number, one.value - other.value):
        return None
    return f"{one.digits} - {other.digits}" if plain or _APART.search(text) else None


def _ratio(number: Number, one: Number, other: Number, text: str, plain: bool) -> str | None:
    if one.kind != other.kind or one.kind not in ("", "percent") or one.year or other.year or not other.value:
        return None
    quotient = one.value / other.value
    if (
        number.kind == "times"
        and quotient > 1
        and _equal(number, quotient, 0.05 * number.value if number.hedge else 0.0)
    ):
        return f"{one.digits} / {other.digits}"
    if number.kind == "percent" and one.kind == "" and quotient <= 1 and _is_percent(number, 100 * quotient):
        return f"{one.digits} / {other.digits}"
    if number.kind == "share" and one.kind == "" and abs(quotient - number.value) < 1e-5:
        return f"{one.digits} / {other.digits}"
    return None


def _change(number: Number, one: Number, other: Number, text: str, plain: bool) -> str | None:
    """From `one` to `other`, in per cent of the first."""
    if number.kind != "percent" or one.kind or other.kind or one.year or other.year or not one.value:
        return None
    if not _APART.search(text) or not _is_percent(number, 100 * abs(other.value - one.value) / one.value):
        return None
    high, low = (other, one) if other.value > one.value else (one, other)
    return f"({high.digits} - {low.digits}) / {one.digits}"


def _part(number: Number, one: Number, other: Number, text: str, plain: bool) -> str | None:
    """So many per cent, or such a share, of a count; both said in the sentence."""
    if number.kind or other.kind or number.year or other.year or one.kind not in ("percent", "share"):
        return None
    share = one.value / 100 if one.kind == "percent" else one.value
    return (
        f"{one.digits}{' %' * (one.kind == 'percent')} of {other.digits}"
        if _equal(number, share * other.value)
        else None
    )


_WAYS: tuple[_Way, ...] = (_sum, _difference, _ratio, _change, _part)


# -- of one, and of all --------------------------------------------------------------------------------


def _alone(number: Number, text: str, known: Sequence[Number]) -> str | None:
    """The rest of a hundred per cent, or twice, half and so on of one number."""
    for one in known:
        if one.kind == "percent" and _NOT.search(text) and _is_rest(number, 100 - one.value):
            return f"100 - {one.digits}"
        if number.kind == one.kind == "" and not number.year and not one.year:
            for word in _TIMES_WORD.findall(text):
                if _equal(number, _TIMES[word.lower()] * one.value):
                    return f"{word.lower()} {one.digits}"
    return None


def _is_rest(number: Number, rest: float) -> bool:
    if number.kind == "share":
        return _equal(number, rest / 100) or _about(number, rest)
    return number.kind == "percent" and _equal(number, rest)


def _about(share: Number, percent: float) -> bool:
    """Whether a share is a percentage, rounded as its text says: `about four in ten` of 39."""
    return rounded(share, replace(share, value=percent / 100))


def _all(number: Number, text: str, known: Sequence[Number]) -> str | None:
    parts = [one for one in known if one.kind == number.kind and not one.year]
    if len(parts) < 3 or number.kind not in ("", "percent") or not _TOGETHER.search(text):
        return None
    total = sum(one.value for one in parts)
    if (number.kind == "percent" and total > 100) or not _equal(number, total):
        return None
    return " + ".join(one.digits for one in parts)


def _equal(number: Number, value: float, off: float = 0.0) -> bool:
    return value > 0 and math.isclose(number.value, value, rel_tol=1e-9, abs_tol=max(off, 1e-9))


def _is_percent(percent: Number, value: float) -> bool:
    """Whether a percentage is that value, rounded to as many places as it is given with."""
    places = len(percent.digits.partition(".")[2])
    return abs(percent.value - value) <= 0.5 * 10.0**-places + 1e-9


def pieces(source: str) -> Iterator[str]:
    """A source as its sentences; what was heard has none, and is one."""
    yield from (piece for piece in re.split(r"(?<=[.!?;])\s+", source) if piece)


@dataclass(frozen=True)
class Account:
    """Where a figure comes from: the place of a source in the list, and how it was reckoned if not found as it is.
    `source` is None where it was reckoned from other figures of its own sentence."""

    number: Number
    source: int | None
    derived: str = ""

    @property
    def figure(self) -> str:
        return self.number.digits


def untraced(text: str, sources: Iterable[str]) -> tuple[str, ...]:
    """The figures of `text` that neither occur in a source nor follow from given ones, in order, as digits."""
    found = _figures(text)
    if not found:
        return ()
    known = {_key(account.number) for account in accounts(text, tuple(sources))}
    return tuple(number.digits for number in found if _key(number) not in known)


def figures(text: str) -> tuple[str, ...]:
    """Every figure as plain digits, without separators and without needless zeros; shares as parts of one."""
    return tuple(number.digits for number in numbers(text) if number.figure)


def accounts(text: str, sources: Sequence[str]) -> list[Account]:
    """Each figure of `text` that comes from somewhere, once: from the first source that has it, else as reckoned.

    A figure that was reckoned may be reckoned with. What a percentage is of is not looked at, so that only a
    percentage or a share, and never a count, carries one.
    """
    found = _figures(text)
    kept = {_key(number): _found(number, sources) for number in found}
    for number in found:
        if kept[_key(number)] is None:
            own = [one for one in numbers(text) if not one.figure or kept.get(_key(one))]
            kept[_key(number)] = _reckoned(number, text, own, sources)
    return [account for account in kept.values() if account is not None]


def _figures(text: str) -> list[Number]:
    return list({_key(number): number for number in numbers(text) if number.figure}.values())


def _key(number: Number) -> tuple[float, str]:
    return number.value, number.kind


def _found(number: Number, sources: Sequence[str]) -> Account | None:
    """An exact match anywhere goes before a rounded one."""
    for like in (lambda number, known: _key(number) == _key(known), same):
        for place, source in enumerate(sources):
            for known in numbers(source):
                if like(number, known):
                    return Account(number, place, f"{known.digits}, rounded" if rounded(number, known) else "")
    return None


def _reckoned(number: Number, text: str, own: Sequence[Number], sources: Sequence[str]) -> Account | None:
    operands = [one for one in own if one.figure or one.value > SMALL]
    if derived := reckoned(number, text, operands, ()):
        return Account(number, None, derived)
    for place, source in enumerate(sources):
        for piece in pieces(source):
            if (there := numbers(piece)) and (derived := reckoned(number, text, operands, there)):
                return Account(number, place, derived)
    return None
