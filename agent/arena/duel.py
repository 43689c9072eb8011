"""A duel that stops as soon as it is decided: two contestants, one motion after the other, each in both stances.

The unit is a motion held in both stances, whose score is 0, ¼, ½, ¾ or 1: the generalised sequential probability ratio
test of engine testers (Van den Bergh), in which what is drawn is the five outcomes of a pair, so that a motion which one
stance always wins says nothing of the contestants.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from config.errors import UsageError

OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair
EMPTY = 1e-3  # what an outcome that has not been seen counts as
HALVINGS = 60


class Decision(StrEnum):
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

    def decision(self, pairs: Sequence[float]) -> Decision:
        """After these pairs, each the first one's score of a motion in both stances, from 0 to 1."""
        ratio = self.ratio(pairs)
        if ratio >= math.log((1 - self.wrongly_not) / self.wrongly_better):
            return Decision.BETTER
        if ratio <= math.log(self.wrongly_not / (1 - self.wrongly_better)):
            return Decision.NOT_BETTER
        return Decision.OPEN

    def ratio(self, pairs: Sequence[float]) -> float:
        """The log likelihood ratio of `high` against `low`."""
        if not pairs:
            return 0.0
        counts = [max(sum(round(4 * pair) == place for pair in pairs), EMPTY) for place in range(len(OUTCOMES))]
        total = sum(counts)
        shares = [count / total for count in counts]
        if max(counts) >= total - EMPTY * len(OUTCOMES) and len(pairs) < FEWEST:
            return 0.0
        low, high = (_likeliest(shares, 1 / (1 + 10 ** (-elo / 400))) for elo in (self.low, self.high))
        return sum(
            count * (math.log(h) - math.log(l)) for count, h, l in zip(counts, high, low, strict=True)
        )

    def over(self, pairs: Sequence[float]) -> bool:
        return len(pairs) >= self.most or self.decision(pairs) is not Decision.OPEN


FEWEST = 4  # pairs, where all came out alike


def _likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution nearest to these shares by likelihood whose mean is `mean`: p = q / (1 + t (a - mean)) with the t
    for which Σ q (a - mean) / (1 + t (a - mean)) = 0, found by halving where all p are positive."""
    low, high = -1 / (1 - mean) + 1e-9, 1 / mean - 1e-9
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(q * (a - mean) / (1 + t * (a - mean)) for q, a in zip(shares, OUTCOMES, strict=True)) > 0:
            low = t
        else:
            high = t
    return [q / (1 + low * (a - mean)) for q, a in zip(shares, OUTCOMES, strict=True)]
