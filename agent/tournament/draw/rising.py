"""Opponents that rise: who has no seed meets those who have one, from the last seed towards the best. Pure.

So a newcomer begins with the weakest AI and meets a stronger one in each round, whatever they have won; the best seed
is left for a final. Whose turn it is, is spread evenly over the rounds; brackets do not bear on such pairs, and two who
have no seed meet only where no opponent is left for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from agent.tournament.draw.contenders import Contender
from agent.tournament.draw.penalties import Array


@dataclass(frozen=True)
class Rising:
    """A round of it. `place`: of each who has a seed, from 0, the last one; `due`: whose turn it is, between places;
    `climbing`: who has none. Contenders are known by their numbers."""

    field: Sequence[Contender]
    place: dict[int, int]
    climbing: frozenset[int]
    due: float

    @classmethod
    def of(cls, field: Sequence[Contender], step: float) -> Self | None:
        """None where nobody climbs, or there is nobody to meet. `step`: from 0 to below 1."""
        seeds = {number: one.seed for number, one in enumerate(field) if one.seed is not None}
        climbing = frozenset(number for number, one in enumerate(field) if one.seed is None and not one.swing)
        if not seeds or not climbing:
            return None
        place = {number: place for place, number in enumerate(sorted(seeds, key=lambda number: -seeds[number]))}
        return cls(field, place, climbing, step * (len(place) - 1))

    def between(self, one: int, other: int) -> bool:
        """Whether this pair is one of somebody who climbs and a seed."""
        return len({one, other} & self.climbing) == 1 and bool({one, other} & self.place.keys())

    def weigh(self, named: dict[str, Array], weight: float) -> None:
        """Add its penalty, and take away those that make no sense between such two."""
        count = len(self.field)
        climbs = np.array([number in self.climbing for number in range(count)])
        off = np.array([abs(self.place[number] - self.due) if number in self.place else 0.0 for number in range(count)])
        seeded = np.array([number in self.place for number in range(count)])
        pair = (climbs[:, None] & seeded[None, :]) | (seeded[:, None] & climbs[None, :])
        alone = climbs[:, None] & climbs[None, :]
        named["rising"] = weight * np.where(
            pair, off[:, None] + off[None, :], np.where(alone, float(len(self.place)), 0)
        )
        for fault in ("bracket", "pairing", "pull-up"):
            named[fault] = np.where(pair, 0.0, named[fault])

    def why(self, one: int, other: int) -> str:
        """In a line."""
        seed = one if one in self.place else other
        who, met = self.field[one + other - seed].name, self.field[seed].name
        number, due = self.place[seed] + 1, round(self.due) + 1
        turn = "whose turn it is" if number == due else f"the nearest that is free to number {due}, whose turn it is"
        return f"the opponents of {who} rise: {met} is number {number} of {len(self.place)} from the weakest, {turn}"
