"""Brackets of teams with equal points, and who is pulled up where one is odd. Pure.

From the top bracket down: an odd one takes a team from the next, which the rule names, and so on. Sources of the rules
are in docs/tournaments.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from agent.tournament.core.plan import Order, PullUp
from agent.tournament.draw.contenders import Contender


def brackets(
    contenders: Sequence[Contender], rule: PullUp, lot: np.random.Generator
) -> tuple[list[list[Contender]], list[str]]:
    """Brackets of even sizes, the best first, and who was pulled up.

    Args:
        contenders: an even number, by rank.
    """
    rest = [list(some) for _, some in groupby(contenders, key=lambda one: one.points)]
    made: list[list[Contender]] = []
    pulled: list[str] = []
    while rest:
        bracket = rest.pop(0)
        if len(bracket) % 2 and rest:
            up = _chosen(rest[0], rule, lot)
            rest[0].remove(up)
            rest = [one for one in rest if one]
            bracket.append(up)
            pulled.append(up.name)
        made.append(bracket)
    return made, pulled


def _chosen(bracket: Sequence[Contender], rule: PullUp, lot: np.random.Generator) -> Contender:
    if rule in (PullUp.LEAST, PullUp.WEAKEST):
        fewest = min(one.pulled for one in bracket)
        free = [one for one in bracket if one.pulled == fewest]
        return free[0] if rule is PullUp.LEAST else max(free, key=lambda one: (one.opposition, -one.rank))
    places = {
        PullUp.TOP: 0,
        PullUp.BOTTOM: len(bracket) - 1,
        PullUp.MIDDLE: len(bracket) // 2,
        PullUp.RANDOM: int(lot.integers(len(bracket))),
    }
    return bracket[places[rule]]


def opposite(place: int, size: int, order: Order) -> int:
    """The place in a bracket of that size (even, from 0) that meets this one; by lot, its own."""
    if order is Order.SLIDE:
        return (place + size // 2) % size
    if order is Order.FOLD:
        return size - 1 - place
    return place ^ 1 if order is Order.ADJACENT else place
