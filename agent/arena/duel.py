"""A duel that stops as soon as it is decided: two contestants, one motion after the other, each in both stances.

The unit is a motion held in both stances, whose score is 0, ¼, ½, ¾ or 1, so that a motion which one stance always wins
says nothing of the contestants. The test is the generalised sequential probability ratio test of engine testers (Van
den Bergh): the likelihoods compared are the greatest that the five shares allow under each of two expected scores.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from agent.arena.design import Array
from config.errors import UsageError

OUTCOMES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])  # of a pair
EMPTY = 1e-3  # what an outcome that has not been seen counts as
HALVINGS = 50


class DuelEnd(StrEnum):
    BETTER = "better"  # at least `high` Elo
    NOT_BETTER = "not better"  # at most `low` Elo
    OPEN = "open"


@dataclass(frozen=True)
class Duel:
    """Whether the first is `high` Elo better or only `low`.

    `wrongly_better` and `wrongly_not`: how often it may err each way. `most`: pairs after which it ends undecided.
    Raises UsageError: bounds or errors that decide nothing.
    """

    low: float = 0.0
    high: float = 50.0
    wrongly_better: float = 0.05
    wrongly_not: float = 0.05
    most: int = 200

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise UsageError(f"a duel between {self.low:g} and {self.high:g} Elo decides nothing: low comes first")
        if not (0 < self.wrongly_better < 0.5 and 0 < self.wrongly_not < 0.5):
            raise UsageError("a duel errs in more than 0 and less than half of the cases")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log likelihood ratios at which it is decided."""
        better = math.log((1 - self.wrongly_not) / self.wrongly_better)
        return math.log(self.wrongly_not / (1 - self.wrongly_better)), better

    def ratio(self, pairs: Sequence[float]) -> float:
        """The log likelihood ratio of `high` against `low`.

        Args:
            pairs: each the first one's score on a motion in both stances, from 0 to 1.
        """
        seen = np.array([sum(round(4 * pair) == place for pair in pairs) for place in range(len(OUTCOMES))], float)
        return float(log_ratio(seen, self.low, self.high)) if pairs else 0.0

    def decision(self, pairs: Sequence[float]) -> DuelEnd:
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return DuelEnd.BETTER if ratio >= high else DuelEnd.NOT_BETTER if ratio <= low else DuelEnd.OPEN

    def over(self, pairs: Sequence[float]) -> bool:
        return len(pairs) >= self.most or self.decision(pairs) is not DuelEnd.OPEN

    def fixed(self, pairs: Sequence[float] = ()) -> int:
        """How many pairs a test of a number fixed beforehand needs for the same errors, where pairs vary as these do;
        without any, as much as they can between equals (an eighth)."""
        from scipy.special import ndtri

        variance = float(np.var(pairs, ddof=1)) if len(pairs) > 1 else 1 / 8
        reach = float(-ndtri(self.wrongly_better) - ndtri(self.wrongly_not))
        return math.ceil(reach**2 * variance / (expected(self.high) - expected(self.low)) ** 2)


def expected(elo: float) -> float:
    """The score of one who is so much better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def log_ratio(seen: Array, low: float, high: float) -> Array:
    """Of `high` Elo against `low`. Args: seen: how often each outcome of a pair came, (..., 5)."""
    counts = np.maximum(seen, EMPTY)
    shares = counts / counts.sum(axis=-1, keepdims=True)
    ratios = np.log(_likeliest(shares, expected(high))) - np.log(_likeliest(shares, expected(low)))
    return np.asarray((counts * ratios).sum(axis=-1))


def _likeliest(shares: Array, mean: float) -> Array:
    """The distribution of that mean under which these shares are likeliest: p = q / (1 + t (a - mean)) with the t for
    which Σ q (a - mean) / (1 + t (a - mean)) = 0, found by halving where all p are positive."""
    off = OUTCOMES - mean
    low = np.full(shares.shape[:-1], -1 / (1 - mean))
    high = np.full(shares.shape[:-1], 1 / mean)
    for _ in range(HALVINGS):
        t = (low + high) / 2
        above = (shares * off / (1 + t[..., None] * off)).sum(axis=-1) > 0
        low, high = np.where(above, t, low), np.where(above, high, t)
    t = (low + high) / 2
    return np.asarray(shares / (1 + t[..., None] * off))
