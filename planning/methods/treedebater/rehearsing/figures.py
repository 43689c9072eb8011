"""Figures and findings in what a model wrote: where each comes from, and sentences put right that have one out of
nowhere. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from planning.debate.argument import Evidence
from planning.language.figures.sourced import Lack, lack
from planning.methods.treedebater.rehearsing.grown import Point
from planning.methods.treedebater.rehearsing.spoken import spoken


@dataclass(frozen=True)
class Doubt:
    """A sentence of the point at `place` in a list, with what no source has."""

    place: int
    text: str
    lack: Lack


def doubts(points: Sequence[Point], shown: Sequence[Evidence], given: Sequence[str]) -> Iterator[Doubt]:
    """Every spoken sentence with a figure or a named finding that is neither in evidence nor in what was given.

    Args:
        shown: evidence that was shown and may be cited still.
        given: the motion and the claims above.
    """
    for place, one in enumerate(points):
        for text in one.said:
            if _carriers(text, one, shown, given) is None:
                yield Doubt(place, text, lack(text, one.evidence, given))


def _carriers(text: str, one: Point, shown: Iterable[Evidence], given: Sequence[str]) -> tuple[Evidence, ...] | None:
    """What must be cited besides for a sentence: nothing, or an item that has all it tells; None if there is none."""
    if not (left := lack(text, one.evidence, given)):
        return ()
    if left.loose:
        return None
    return next(((spoken(item, text),) for item in shown if not lack(text, [item], ())), None)


def put_right(one: Point, changed: Mapping[str, str], bad: Iterable[str]) -> Point | None:
    """The point with changed sentences and without bad ones; None where it cannot stand without them."""
    left_out = set(bad)

    def now(text: str) -> str:
        return "" if (new := changed.get(text, text)) in left_out else new

    argument = tuple(dict.fromkeys(filter(None, map(now, one.argument))))
    claim, impact = now(one.claim), now(one.impact)
    if not (claim and impact and argument):
        return None
    return replace(one, claim=claim, argument=argument, impact=impact)


def cited(one: Point, shown: Sequence[Evidence], given: Sequence[str]) -> Point:
    """The point with the shown items that carry its figures among its evidence, each in the words it is used with."""
    for text in one.said:
        one = replace(one, evidence=(*one.evidence, *(_carriers(text, one, shown, given) or ())))
    return one
