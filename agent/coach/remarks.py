"""What rules for remarks share: what they look at, how they are weighed, where they find words. Pure.

A rule finds its places in the match and says how much they weigh; the three that weigh most are told, one of each kind,
each with words that were said. Rules look at what can be counted. Whether an argument is a good one they do not know,
and never say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.coach.coaching import Quote, Remark, SpeechFigures, TheirPoint
from agent.coach.points import Flow, Group, most_telling, quoted
from agent.coach.said import Line, Spoken, quote_of
from config.format import Format, Side

SHOWN = 3
SPENT = 15.0  # seconds on one point, from which it is told how many
SENTENCE = 5  # words, at least, of a line in which a cue is looked for
REASON = re.compile(
    r"\b(because|since|so that|which means|therefore|that is why|the reason|for example|for instance)\b", re.I
)
CASE = re.compile(
    r"\b(for example|for instance|imagine an?|picture,? an?|take the case|think of (?:an?|somebody|someone)"
    r"|there was an? (?:\w+ ){0,2}(?:girl|boy|man|woman|child|school|town|family|firm|nurse|worker|friend|student"
    r"|teacher)|when i (?:was|worked)|in my (?:\w+ ){0,2}(?:years?|school|town|job|class))\b",
    re.I,
)


@dataclass(frozen=True)
class Seen:
    """What rules look at. `stood`: points of one's own that nobody came near."""

    format: Format
    side: Side
    flow: Flow
    mine: Spoken
    theirs: Spoken
    figures: Sequence[SpeechFigures]
    dropped: Sequence[TheirPoint]
    stood: Sequence[Quote]

    @property
    def own(self) -> list[Group]:
        return [group for group in self.flow.of(self.side) if group.recognised]

    def quote(self, *lines: Line) -> Quote:
        return quote_of(self.side, lines)

    def lines(self, pattern: re.Pattern[str]) -> list[Line]:
        """Those of one's own that have such words."""
        return [line for line in self.mine.lines if line.words >= SENTENCE and pattern.search(line.text)]

    def said_by_them(self, ids: Sequence[str]) -> Quote | None:
        """The first of these points, in their words."""
        points = (self.flow.point(one) for one in ids)
        found = (quoted(point, self.theirs) for point in points if point is not None)
        return next((quote for quote in found if quote is not None), None)

    def speech(self, turn: int) -> str:
        """rebuttal (speech 4)"""
        return f"{self.format.turns[turn].name} (speech {turn + 1})"

    def spent_on(self, turn: int) -> tuple[Quote, float]:
        """What most seconds of a speech went to, as far as points were read, and how many; else its longest line."""
        seconds: dict[int, float] = {}
        for place, group in enumerate(self.own):
            there = [point for point in group.points if point.turn == turn]
            seconds[place] = sum((point.end or 0.0) - (point.start or 0.0) for point in there)
        most = max(seconds, key=lambda place: seconds[place], default=None)
        if most is not None and seconds[most] >= SPENT:
            said = [point for point in self.own[most].points if point.turn == turn]
            if (quote := most_telling(said, self.mine)) is not None:
                return quote, seconds[most]
        return self.quote(max(self.mine.of(turn) or self.mine.lines, key=lambda line: line.words)), 0.0


@dataclass(frozen=True)
class Weighed:
    """A remark, and how much it weighs beside others."""

    weight: float
    remark: Remark


Rule = Callable[[Seen], Iterator[Weighed]]


def remark(weight: float, kind: str, title: str, advice: str, quote: Quote, theirs: Quote | None = None) -> Weighed:
    return Weighed(weight, Remark(kind=kind, title=title, advice=advice, quote=quote, theirs=theirs))


def heaviest(seen: Seen, rules: Iterable[Rule]) -> tuple[Remark, ...]:
    """The heaviest of each kind, and of these so many; no words are told twice."""
    found = sorted((one for rule in rules for one in rule(seen)), key=lambda one: -one.weight)
    kept: dict[str, Remark] = {}
    places: set[tuple[int, float]] = set()
    for one in (weighed.remark for weighed in found):
        place = (one.quote.turn, one.quote.start)
        if one.kind not in kept and place not in places:
            kept[one.kind] = one
            places.add(place)
    return tuple(kept.values())[:SHOWN]
