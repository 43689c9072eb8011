"""Who meets whom next, on which motion. Pure; what it says depends on nothing but what came of the rounds before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

import numpy as np

from agent.arena.design import design
from agent.arena.likelihood import maximum, minus_hessian
from agent.arena.scored import Scored

How = Literal["full", "swiss", "narrow"]
UNKNOWN = 4.0  # variance of a difference in strength of which nothing is known


@dataclass(frozen=True)
class Pairing:
    """Two contestants on a motion, which they debate in both stances; `one` is for it first."""

    motion: str
    one: str
    other: str

    @property
    def legs(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """Pro and con."""
        return (self.one, self.other), (self.other, self.one)

    @property
    def pair(self) -> frozenset[str]:
        return frozenset((self.one, self.other))


@dataclass(frozen=True)
class Season:
    """All rounds of an arena.

    `full`: each two on each motion. `swiss`: neighbours by their ratings so far. `narrow`: those who teach most about
    the order of ranks for their `cost` (of a debate, by contestant). `newcomers` meet the others afterwards, each in
    `newcomer_rounds`, so that nobody else holds a match again.
    """

    how: How
    motions: Sequence[str]
    contestants: Sequence[str]
    rounds: int
    newcomers: Sequence[str] = ()
    newcomer_rounds: int = 8
    cost: Mapping[str, float] = field(default_factory=dict)

    @property
    def field_rounds(self) -> int:
        return len(self.motions) if self.how == "full" else self.rounds

    @property
    def most(self) -> int:
        """Pairings at most."""
        count, pairs = len(self.contestants), 0
        pairs = self.field_rounds * (math.comb(count, 2) if self.how == "full" else count // 2)
        return pairs + sum(self._rounds_of(place) for place in range(len(self.newcomers)))

    def _rounds_of(self, newcomer: int) -> int:
        others = len(self.contestants) + newcomer
        everything = len(self.motions) * others
        return everything if self.how == "full" else min(self.newcomer_rounds, everything)

    def next(self, number: int, held: Sequence[Pairing], scored: Sequence[Scored]) -> list[list[Pairing]]:
        """The rounds from that one on which depend on nothing that is not known yet; none after the last."""
        rounds = []
        while (pairings := self.round(number, held, scored)) is not None:
            rounds.append(pairings)
            number += 1
            if self.how != "full" and number <= self.field_rounds:
                break
        return rounds

    def round(self, number: int, held: Sequence[Pairing], scored: Sequence[Scored]) -> list[Pairing] | None:
        """The pairings of a round (from 0), after those before it; None after the last."""
        if number < self.field_rounds:
            motion = self.motions[number % len(self.motions)]
            pairs = self._all() if self.how == "full" else self._chosen(number, motion, held, scored)
            return [_turned(motion, pair, number) for pair in pairs]
        late = number - self.field_rounds
        met = [self._of_newcomer(late, place) for place in range(len(self.newcomers))]
        return [one for one in met if one is not None] or None

    def _all(self) -> Iterator[tuple[str, str]]:
        return combinations(self.contestants, 2)

    def _chosen(
        self, number: int, motion: str, held: Sequence[Pairing], scored: Sequence[Scored]
    ) -> list[tuple[str, str]]:
        free = {one.pair for one in held if one.motion == motion}
        if number < 2 < len(self.contestants):  # a chain, so that all can be compared
            chain = self.contestants[number:]
            return list(zip(chain[::2], chain[1::2], strict=False))
        ranked = [pair for pair in self._ranked(held, scored) if frozenset(pair) not in free]
        return list(_apart(ranked))

    def _ranked(self, held: Sequence[Pairing], scored: Sequence[Scored]) -> list[tuple[str, str]]:
        """All pairs, the first the most wanted."""
        known = _Known(scored)
        met = Counter(one.pair for one in held)
        pairs = list(self._all())
        if self.how == "swiss":
            order = sorted(self.contestants, key=lambda name: (-known.strength(name), name))
            places = {name: place for place, name in enumerate(order)}
            return sorted(pairs, key=lambda two: (met[frozenset(two)], abs(places[two[0]] - places[two[1]]), two))
        price = {two: sum(self.cost.get(name, 1.0) for name in two) for two in pairs}
        return sorted(pairs, key=lambda two: (-known.learnt(*two) / price[two], met[frozenset(two)], two))

    def _of_newcomer(self, late: int, place: int) -> Pairing | None:
        if late >= self._rounds_of(place):
            return None
        others, count = [*self.contestants, *self.newcomers[:place]], len(self.motions)
        other = others[(late % count + late // count) % len(others)]
        return _turned(self.motions[late % count], (self.newcomers[place], other), late)


def _turned(motion: str, pair: tuple[str, str], number: int) -> Pairing:
    """Who is for the motion first, changes from round to round."""
    return Pairing(motion, *(pair if number % 2 == 0 else pair[::-1]))


def _apart(ranked: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The first ones in which nobody is twice."""
    busy: set[str] = set()
    for pair in ranked:
        if busy.isdisjoint(pair):
            busy.update(pair)
            yield pair


class _Known:
    """What is known of strengths so far, by the curvature of the likelihood."""

    def __init__(self, scored: Sequence[Scored]) -> None:
        self._places: dict[str, int] = {}
        if scored:
            data = design(scored)
            self._places = {name: place for place, name in enumerate(data.names)}
            self._at = maximum(data, data.weight)
            self._spread = np.linalg.inv(minus_hessian(data, data.weight, self._at))

    def strength(self, name: str) -> float:
        return float(self._at[self._places[name]]) if name in self._places else 0.0

    def learnt(self, one: str, other: str) -> float:
        """By how much a debate of these two makes the variance of their difference smaller, times how open it is which
        of them is better."""
        a, b = self._places.get(one), self._places.get(other)
        variance = UNKNOWN
        if a is not None and b is not None:
            variance = float(self._spread[a, a] + self._spread[b, b] - 2 * self._spread[a, b])
        d = self.strength(one) - self.strength(other)
        told = 1 / (1 + math.exp(-d)) * (1 - 1 / (1 + math.exp(-d)))
        open_ = math.erfc(abs(d) / math.sqrt(2 * variance))
        return variance**2 * told / (1 + variance * told) * open_
