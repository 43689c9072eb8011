"""Arenas and duels in which the truth is known: how often intervals hold it, and how often a duel errs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from agent.arena.design import Array, design
from agent.arena.duel import OUTCOMES, Duel, expected, log_ratio
from agent.arena.likelihood import maximum
from agent.arena.ratings import ANCHORED, ELO, Ratings, rate
from agent.arena.scored import Scored
from config.format import Side

TIE = 0.4  # Davidson's nu: a sixth of the debates of equals are ties
LEAN = 0.3  # what being pro is worth, as a strength
ALIKE = 0.5  # of a motion's judges, how many say what the first said: votes on a motion hang together
MARGINS = (1.0, 2.0, 3.0)  # of a win


@dataclass(frozen=True)
class World:
    """Contestants of known strength; `names` and `strengths` side by side."""

    strengths: Array
    motions: int = 66
    judges: int = 3

    @property
    def names(self) -> list[str]:
        return [f"c{place:03d}" for place in range(len(self.strengths))]

    def debates(self, pairs: int, seed: int) -> list[Scored]:
        """So many pairings, each in both stances before all judges. Who wins is the clearer, the stronger it is."""
        draw, names = np.random.default_rng(seed), self.names
        found: list[Scored] = []
        for number in range(pairs):
            one, other = draw.choice(len(names), 2, replace=False)
            for pro, con in ((one, other), (other, one)):
                words = (int(draw.integers(300, 900)), int(draw.integers(300, 900)))
                first = Side.PRO if draw.random() < 0.5 else Side.CON
                d = self.strengths[pro] - self.strengths[con] + LEAN
                votes = _votes(draw, d, self.judges)
                found += [
                    Scored(f"m{number % self.motions}", names[pro], names[con], score, margin, first, words)
                    for score, margin in votes
                ]
        return found


def _votes(draw: np.random.Generator, d: float, judges: int) -> list[tuple[float, float]]:
    """Scores of pro and margins."""
    chance, scores = _debate(d, TIE), (0.0, 0.5, 1.0)
    first = draw.choice(scores, p=chance)
    votes = [float(first if draw.random() < ALIKE else draw.choice(scores, p=chance)) for _ in range(judges)]
    return [(vote, 0.0 if vote == 0.5 else float(draw.choice(MARGINS))) for vote in votes]


@dataclass(frozen=True)
class Coverage:
    """Shares of intervals that held the truth: of strengths, of ranks, and of what being pro is worth."""

    strengths: float
    ranks: float
    stance: float
    width: float


def coverage(world: World, pairs: int, *, times: int, seed: int, samples: int = 400) -> Coverage:
    """How often intervals hold what the fit comes to in the long run."""
    truth, stance = _in_the_long_run(world)
    order = sorted(truth, key=lambda name: -truth[name])
    held: list[tuple[float, float, bool, float]] = []
    for number in range(times):
        found = rate(world.debates(pairs, seed * 100_000 + number), samples=samples, seed=number)
        held.append(_held(found, truth, order, stance))
    strengths, ranks, of_stance, width = np.mean(held, axis=0)
    return Coverage(float(strengths), float(ranks), float(of_stance), float(width))


def _in_the_long_run(world: World) -> tuple[dict[str, float], float]:
    """Elo of all, and of being pro, by every possible vote as often as it is expected. It is not quite the true one: as
    clear wins weigh more than ties, contestants seem to be further apart."""
    votes, chances = [], []
    for (pro, s_pro), (con, s_con) in permutations(zip(world.names, world.strengths, strict=True), 2):
        for score, chance in zip((0.0, 0.5, 1.0), _debate(s_pro - s_con + LEAN, TIE), strict=True):
            margins = (0.0,) if score == 0.5 else MARGINS
            votes += [Scored("all", pro, con, score, margin) for margin in margins]
            chances += [chance / len(margins)] * len(margins)
    data = design(votes)
    best = ELO * maximum(data, data.weight * np.array(chances), ridge=1e-9)
    return {name: ANCHORED + elo for name, elo in zip(data.names, best.tolist(), strict=False)}, float(
        best[len(data.names)]
    )


def _held(found: Ratings, truth: dict[str, float], order: list[str], stance: float) -> tuple[float, float, bool, float]:
    inside = [one.interval[0] <= truth[one.name] <= one.interval[1] for one in found.of]
    ranked = [one.ranks[0] <= order.index(one.name) + 1 <= one.ranks[1] for one in found.of]
    low, high = found.effects[0].interval
    width = np.mean([one.interval[1] - one.interval[0] for one in found.of])
    return float(np.mean(inside)), float(np.mean(ranked)), low <= stance <= high, float(width)


# -- duels -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Duelled:
    """Shares of the duels that ended so, and pairs: held on average, and what a fixed number would have needed."""

    better: float
    not_better: float
    pairs: float
    fixed: int


def duelled(duel: Duel, elo: float, *, times: int, seed: int, lean: float = LEAN, tie: float = TIE) -> Duelled:
    """So many duels of one who is expected to score as one that is so much better does.

    Args:
        lean, tie: what being pro is worth, and Davidson's nu.
    """
    chances = _pairs(_apart(elo, lean, tie), lean, tie)
    draw, ends = np.random.default_rng(seed), np.zeros(times)
    seen, held = np.zeros((times, len(OUTCOMES))), np.zeros(times)
    low, high = duel.bounds
    going: NDArray[np.intp] = np.arange(times)
    for _ in range(duel.most):
        seen[going, draw.choice(len(OUTCOMES), len(going), p=chances)] += 1
        held[going] += 1
        ratios = log_ratio(seen[going], duel.low, duel.high)
        ends[going] = np.where(ratios >= high, 1, np.where(ratios <= low, -1, 0))
        going = going[ends[going] == 0]
        if not len(going):
            break
    drawn = np.repeat(OUTCOMES, np.rint(chances * 10_000).astype(int))
    better, worse = float(np.mean(ends > 0)), float(np.mean(ends < 0))
    return Duelled(better, worse, float(held.mean()), duel.fixed([float(one) for one in drawn]))


def _debate(d: float, tie: float) -> Array:
    """How probable 0, ½ and 1 are."""
    parts = np.array([math.exp(-d / 2), tie, math.exp(d / 2)])
    return np.asarray(parts / parts.sum())


def _pairs(strength: float, lean: float, tie: float) -> Array:
    """How probable each outcome of both stances is."""
    return np.convolve(_debate(strength + lean, tie), _debate(strength - lean, tie))


def _apart(elo: float, lean: float, tie: float) -> float:
    """The difference in strength by which this score is expected."""
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        below = float(_pairs(middle, lean, tie) @ OUTCOMES) < expected(elo)
        low, high = (middle, high) if below else (low, middle)
    return low


def spread(count: int, elo: float) -> Array:
    """Strengths in equal steps from the best to the worst, so far apart."""
    return np.linspace(elo / 2, -elo / 2, count) / ELO


LEANS: Sequence[tuple[float, float]] = ((0.0, 0.0), (LEAN, TIE), (3.0, 0.3))  # of duels: what pro is worth, ties
