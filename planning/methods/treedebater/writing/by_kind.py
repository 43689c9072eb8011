"""What is said to a point that no tree holds: its own words, and what was prepared for objections of its kind. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence

from planning.debate.points import Objection, Point, PointForm
from planning.methods.treedebater.choosing.replies import telling

Answers = Mapping[Objection, Sequence[Sequence[str]]]
WAITED = (
    PointForm.UNANSWERED,
    PointForm.QUESTION,
    PointForm.COUNTER_PROPOSAL,
)  # what a listener waits for an answer to


_TOLD = re.compile(r"^(i|no|yes|oh|well|look|my|we|he|she)\b")  # of one's own life, or what somebody else said


class ByKind:
    """Answers to objections by their kind, each given once.

    Args:
        spoken: sentences that have been spoken in the match.
        seed: chooses among several answers, together with the point.
    """

    def __init__(self, answers: Answers, spoken: Collection[str], seed: str) -> None:
        self._answers, self._spoken, self._seed = answers, spoken, seed
        self._given: set[str] = set()

    def answer(self, point: Point) -> Sequence[str]:
        """Sentences that answer a point of that kind; none are left, or there were none, if empty.

        A point that is hard to place is answered only in its own words: else nobody would know what is meant.
        """
        known = (point.objection,) if point.objection is not Objection.OTHER else ()
        for kind in (*known, *((Objection.OTHER,) if point.quote else ())):
            fresh = [one for one in self._answers.get(kind, ()) if not {*one} & (self._given | {*self._spoken})]
            if fresh:
                chosen = min(fresh, key=lambda one: self._rank(point, one))
                self._given.update(chosen)
                return chosen
        return ()

    def _rank(self, point: Point, answer: Sequence[str]) -> bytes:
        return hashlib.sha256(f"{self._seed}|{point.words}|{answer[0]}".encode()).digest()


def said_back(points: Sequence[Point]) -> Point | None:
    """The point of several that is best said back: what a listener waits for, else what argues, else the last."""
    quoted = [point for point in points if telling(point)]
    waited = [point for form in WAITED for point in quoted if point.form is form]
    argued = [point for point in quoted if not _TOLD.search(point.quote.lower())]
    return next(iter(waited or argued[::-1] or quoted[::-1]), None)
