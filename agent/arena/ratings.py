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

from agent.arena.likelihood import RIDGE, Array, Design, design, maximum, slope_and_curve
from agent.arena.scored import Scored, bounded, groups
from config.errors import UsageError

ELO = 400 / math.log(10)
ANCHORED = 1000.0
SAMPLES, SEED = 1000, 26
SURE = (2.5, 97.5)
FEW_MOTIONS = 2
SMALL = 60  # contestants: up to here whole Newton steps cost less than they save


@dataclass(frozen=True)
class Rating:
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


@dataclass(frozen=True)
class Ratings:
    """Best first. `even_tie`: how probable a tie is between equals."""

    of: tuple[Rating, ...]
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
    motions = int(data.motion.max()) + 1
    if motions < FEW_MOTIONS:
        return np.empty((0, data.size))
    inverse = None
    if len(data.names) > SMALL:
        inverse = np.linalg.inv(slope_and_curve(data, data.weight, best, ridge)[1])
    chance = np.random.default_rng(seed)
    times = chance.multinomial(motions, np.full(motions, 1 / motions), samples)
    found = [maximum(data, data.weight * one[data.motion], best, ridge, inverse) for one in times]
    return best + (np.stack(found) - best) * math.sqrt(motions / (motions - 1))  # motions drawn vary less than motions


def _told(data: Design, best: Array, drawn: Array, scored: Sequence[Scored], anchor: str, ridge: float) -> Ratings:
    count = len(data.names)
    strengths, spread = best[:count] * ELO, drawn[:, :count] * ELO
    shift = ANCHORED - (strengths[data.names.index(anchor)] if anchor else 0.0)
    ranks = (-spread).argsort(axis=1).argsort(axis=1) + 1
    without_ridge = bounded(scored)
    points = _points(data)
    order = sorted(range(count), key=lambda one: (-strengths[one], data.names[one]))
    rated = []
    for rank, one in enumerate(order, 1):
        low, high = _interval(spread[:, one])
        seats = _interval(ranks[:, one].astype(float))
        rated.append(
            Rating(
                name=data.names[one],
                elo=float(strengths[one] + shift),
                interval=(low + shift, high + shift),
                rank=rank,
                ranks=(1, count) if math.isnan(seats[0]) else (math.floor(seats[0]), math.ceil(seats[1])),
                debates=int(((data.pro == one) | (data.con == one)).sum()),
                points=points[one],
                ridged=data.names[one] in without_ridge,
            )
        )
    effects = tuple(
        Effect(name, float(best[count + place] * ELO), _interval(drawn[:, count + place] * ELO))
        for place, name in enumerate(data.effects)
    )
    tie = math.exp(best[-1]) if data.ties else 0.0
    motions = int(data.motion.max()) + 1
    return Ratings(tuple(rated), effects, tie / (2 + tie), motions, len(scored), anchor, ridge)


def _interval(values: Array) -> tuple[float, float]:
    """Nothing is known of it (nan) where nothing was drawn."""
    if not len(values):
        return (math.nan, math.nan)
    low, high = np.percentile(values, SURE)
    return (float(low), float(high))


def _points(data: Design) -> list[float]:
    count = len(data.names)
    won = np.bincount(data.pro, data.score, count) + np.bincount(data.con, 1 - data.score, count)
    return [float(one) for one in won]


def pairwise(scored: Sequence[Scored]) -> dict[tuple[str, str], tuple[float, int]]:
    """Of each two that met, in both orders of their names: points of the first, and debates."""
    met: dict[tuple[str, str], tuple[float, int]] = {}
    for one in scored:
        for pair, score in (((one.pro, one.con), one.score), ((one.con, one.pro), 1 - one.score)):
            points, debates = met.get(pair, (0.0, 0))
            met[pair] = (points + score, debates + 1)
    return met
