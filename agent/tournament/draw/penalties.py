"""What speaks against each pair, by name, as arrays. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agent.tournament.core.plan import DrawRules, Order, Sides
from agent.tournament.draw.brackets import opposite
from agent.tournament.draw.contenders import Contender
from agent.tournament.draw.matching import Costs

Array = npt.NDArray[np.float64]
UNIT = 1 << 16  # of the costs that lots may not outweigh
MOST = np.int64(1) << 42


@dataclass(frozen=True)
class BracketPlace:
    """Where a contender stands in the brackets: `level` 0 is the top, `place` of `size` in it from 0."""

    level: float
    place: int
    size: int


def places(made: Sequence[Sequence[Contender]]) -> dict[str, BracketPlace]:
    return {
        one.name: BracketPlace(level, place, len(bracket))
        for level, bracket in enumerate(made)
        for place, one in enumerate(bracket)
    }


def penalties(
    contenders: Sequence[Contender], standing: Mapping[str, BracketPlace], rules: DrawRules, order: Order
) -> dict[str, Array]:
    """By name, each (n, n) and symmetric, already weighted.

    Args:
        standing: of each in its bracket.
    """
    weights = rules.penalties
    at = [standing[one.name] for one in contenders]
    level = np.array([one.level for one in at])
    points = np.array([one.points for one in contenders])
    found = {
        "rematch": weights.rematch * _met(contenders),
        "institution": weights.institution * _avoided(contenders),
        "bracket": weights.bracket * np.square(level[:, None] - level[None, :]),
        "pairing": weights.pairing * _off(at, order),
        "pull-up": weights.pull_up * _pulled(contenders, points),
    }
    if rules.sides is Sides.DUE:
        found["side"] = weights.side * _leads(np.array([one.lead for one in contenders]))
    return found


def costs(named: Mapping[str, Array], lot: np.random.Generator) -> Costs:
    """Their sum in whole units; lots decide only among what is equal."""
    whole = np.rint(np.add.reduce(list(named.values()))).astype(np.int64) * UNIT
    count = len(whole)
    noise = np.triu(lot.integers(0, max(2, UNIT // max(count, 1)), whole.shape), 1)
    return np.asarray(np.minimum(whole + noise + noise.T, MOST))


def _met(contenders: Sequence[Contender]) -> Array:
    place = {one.name: number for number, one in enumerate(contenders)}
    times = np.zeros((len(contenders), len(contenders)))
    for number, one in enumerate(contenders):
        for other, count in one.met.items():
            if other in place:
                times[number, place[other]] = count
    return np.maximum(times, times.T)


def _avoided(contenders: Sequence[Contender]) -> Array:
    numbers = {name: number for number, name in enumerate(sorted({one.institution for one in contenders} - {""}))}
    avoids = np.zeros((len(contenders), max(1, len(numbers))), bool)
    of = np.zeros_like(avoids)
    for row, one in enumerate(contenders):
        if one.institution:
            of[row, numbers[one.institution]] = True
        for name in one.avoid & numbers.keys():
            avoids[row, numbers[name]] = True
    against = avoids.astype(float) @ of.astype(float).T > 0
    return np.asarray(against | against.T, float)


def _off(at: Sequence[BracketPlace], order: Order) -> Array:
    """By how many places each is not whom the order names for the other; across brackets 0."""
    if order is Order.RANDOM:
        return np.zeros((len(at), len(at)))
    level = np.array([one.level for one in at])
    place = np.array([one.place for one in at])
    wanted = np.array([opposite(one.place, one.size, order) for one in at])
    off = np.abs(wanted[:, None] - place[None, :])
    return np.where(level[:, None] == level[None, :], (off + off.T) / 2, 0.0)


def _pulled(contenders: Sequence[Contender], points: Array) -> Array:
    """How often the one with fewer points was pulled up before."""
    before = np.array([one.pulled for one in contenders], float)
    lower = np.where(points[:, None] < points[None, :], before[:, None], before[None, :])
    return np.asarray(np.where(points[:, None] == points[None, :], 0.0, lower))


def _leads(lead: npt.NDArray[np.int_]) -> Array:
    """Steps beyond one by which both lead in sides, when sides are given as is best."""
    beyond = np.maximum(0, np.abs(lead[:, None] + np.array([1, -1])) - 1)  # (n, 2): as pro, as con
    first, second = beyond[:, 0], beyond[:, 1]
    either = np.minimum(first[:, None] + second[None, :], second[:, None] + first[None, :])
    return np.asarray(either, float)
