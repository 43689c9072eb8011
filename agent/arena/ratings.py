"""Ratings of contestants from many debates, with intervals by a bootstrap over motions.

A motion's debates hang together (both stances, all judges), so whole motions are drawn again, not debates. Strengths
are told on Elo's scale (400 for odds of ten), on which a named contestant has 1000. Intervals are of a strength beside
the mean of the field, so that the anchor has one too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.arena.design import Array, Design, design
from agent.arena.likelihood import RIDGE, maxima, maximum, minus_hessian
from agent.arena.scored import Scored, groups, unbounded
from agent.evaluation.statistics import tail
from config.errors import UsageError

ELO = 400 / math.log(10)
ANCHORED = 1000.0
SAMPLES, SEED = 1000, 26
FEWEST = 2  # motions, of which some can be drawn
MOST_REFITTED = 20_000  # debates times contestants
AT_ONCE = 2_000_000  # numbers: resamples of so many debates are fitted together


@dataclass(frozen=True)
class EloRating:
    """Of one contestant: Elo and rank, each with a 95 % interval. `ridged`: without the ridge it would be infinite."""

    name: str
    elo: float
    interval: tuple[float, float]
    rank: int
    ranks: tuple[int, int]
    debates: int
    points: float
    ridged: bool = False


@dataclass(frozen=True)
class Effect:
    """What being pro, speaking first or twice the words is worth, in Elo."""

    name: str
    elo: float
    interval: tuple[float, float]

    @property
    def told(self) -> str:
        low, high = self.interval
        return f"{round(self.elo):+} Elo" + ("" if math.isnan(low) else f" [{low:.0f}, {high:.0f}]")


@dataclass(frozen=True)
class Ratings:
    """Best first. `even_tie`: how probable a tie is between equals."""

    of: tuple[EloRating, ...]
    effects: tuple[Effect, ...]
    even_tie: float
    motions: int
    debates: int
    anchor: str
    ridge: float


def rate(
    scored: Sequence[Scored], anchor: str = "", *, samples: int = SAMPLES, seed: int = SEED, ridge: float = RIDGE
) -> Ratings:
    """Args:
        anchor: who has 1000; the mean of all where it is empty.

    Raises UsageError: no debates, an anchor that is nobody, or groups that never met.
    """
    if not scored:
        raise UsageError("there are no judged debates to rate by")
    if len(parts := groups(scored)) > 1:
        told = "; ".join(", ".join(part) for part in parts)
        raise UsageError(f"these groups never met, so that they cannot be compared: {told}")
    data = design(scored)
    if anchor and anchor not in data.names:
        raise UsageError(f"the anchor {anchor} has debated nobody; there are {', '.join(data.names)}")
    best = maximum(data, data.weight, ridge=ridge)
    drawn = _drawn(data, best, samples, seed, ridge)
    return _told(data, best, drawn, scored, anchor, ridge)


def _drawn(data: Design, best: Array, samples: int, seed: int, ridge: float) -> Array:
    """Parameters by resamples of motions, (samples, parameters); no rows where there are too few motions."""
    motions = data.motions
    if motions < FEWEST:
        return np.empty((0, data.size))
    times = np.random.default_rng(seed).multinomial(motions, np.full(motions, 1 / motions), samples)
    together = max(1, AT_ONCE // len(data.score))
    weights = (data.weight * times[start : start + together, data.motion] for start in range(0, samples, together))
    inverse: Array = np.asarray(np.linalg.inv(minus_hessian(data, data.weight, best, ridge)), np.float64)
    return np.concatenate([maxima(data, some.T, best, inverse, ridge).T for some in weights])


def _told(data: Design, best: Array, drawn: Array, scored: Sequence[Scored], anchor: str, ridge: float) -> Ratings:
    count = len(data.names)
    strengths, spread = best[:count] * ELO, drawn[:, :count] * ELO
    shift = ANCHORED - (float(strengths[data.names.index(anchor)]) if anchor else 0.0)
    seats: Array = (-spread).argsort(axis=1).argsort(axis=1).astype(np.float64) + 1
    infinite, points = unbounded(scored), data.z.T @ (data.score - 0.5)
    debates = abs(data.z[:, :count]).sum(axis=0)
    outside = tail(data.motions) if len(drawn) else 0.0
    order = sorted(range(count), key=lambda one: (-strengths[one], data.names[one]))
    rated = tuple(
        EloRating(
            name=data.names[one],
            elo=float(strengths[one]) + shift,
            interval=_interval(spread[:, one] + shift, outside, float(strengths[one]) + shift),
            rank=rank,
            ranks=_seats(seats[:, one], outside, count),
            debates=int(debates[one]),
            points=float(points[one] + debates[one] / 2),
            ridged=data.names[one] in infinite,
        )
        for rank, one in enumerate(order, 1)
    )
    effects = tuple(
        Effect(name, float(best[place] * ELO), _interval(drawn[:, place] * ELO, outside, float(best[place] * ELO)))
        for place, name in enumerate(data.effects, count)
    )
    tie = math.exp(best[-1]) if data.ties else 0.0
    return Ratings(rated, effects, tie / (2 + tie), data.motions, len(scored), anchor, ridge)


def _interval(values: Array, outside: float, best: float = math.nan) -> tuple[float, float]:
    """By percentiles, as `agent.evaluation.statistics.bootstrap` has them, and where it is of a strength corrected for
    its bias (Efron, 1987): who is strong seems to be stronger than he is, the fewer debates there are.

    Nan where none were drawn. Args: best: the estimate itself.
    """
    from scipy.special import ndtr, ndtri

    if not len(values):
        return (math.nan, math.nan)
    below = 0.5 if math.isnan(best) else float(np.mean(values < best))
    shift = 2 * ndtri(min(max(below, outside), 1 - outside))
    low, high = np.quantile(values, [ndtr(shift + ndtri(outside)), ndtr(shift - ndtri(outside))])
    return (float(low), float(high))


def _seats(values: Array, outside: float, count: int) -> tuple[int, int]:
    """From the best to the worst rank; any where nothing was drawn."""
    low, high = _interval(values, outside)
    return (1, count) if math.isnan(low) else (math.floor(low), math.ceil(high))


def pairwise(scored: Sequence[Scored]) -> dict[tuple[str, str], tuple[float, int]]:
    """Of each two that met, in both orders of their names: points of the first, and debates."""
    met: dict[tuple[str, str], tuple[float, int]] = {}
    for one in scored:
        for pair, score in (((one.pro, one.con), one.score), ((one.con, one.pro), 1 - one.score)):
            points, debates = met.get(pair, (0.0, 0))
            met[pair] = (points + score, debates + 1)
    return met


def stands_after(scored: Sequence[Scored], found: Ratings) -> dict[str, int]:
    """After how many of its debates each contestant's rating never again left the interval that it has in the end, if
    it had come to a field that had held all other debates. Nothing without intervals, and where it is too much to fit.
    """
    if len(scored) * len(found.of) > MOST_REFITTED:
        return {}
    stands: dict[str, int] = {}
    for one in found.of:
        own = [debate for debate in scored if one.name in (debate.pro, debate.con)]
        others = [debate for debate in scored if one.name not in (debate.pro, debate.con)]
        shift = one.elo - _strength([*others, *own], one.name, found.ridge)
        outside = [
            count
            for count in range(1, len(own))
            if not one.interval[0]
            <= _strength([*others, *own[:count]], one.name, found.ridge) + shift
            <= one.interval[1]
        ]
        if not math.isnan(one.interval[0]):
            stands[one.name] = max(outside, default=0) + 1
    return stands


def _strength(scored: Sequence[Scored], name: str, ridge: float) -> float:
    """In Elo, beside the mean of all."""
    data = design(scored)
    return float(maximum(data, data.weight, ridge=ridge)[data.names.index(name)] * ELO)
