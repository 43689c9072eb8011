"""Scores of ways over pairs, with intervals, tests against the tree on the same pairs, and the paper's own figures.
Pure.

All shares are in percent, as in the paper; breadth and contextualization are grades of 0 to 4 as parts of 4. Intervals
are bootstrapped over pairs, 95 %. A test flips the signs of the differences of pairs that both ways have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import stats

from planning.compare.records import Way
from planning.debate.points import Frozen

RESAMPLES, SEED = 2_000, 27
MEASURES = ("breadth", "contextualization", "factuality", "factuality_kept", "overlap", "traced", "words")
PUBLISHED: Mapping[Way, Mapping[str, tuple[float, float, float]]] = {  # Table 2: breadth, context, factuality
    Way.SINGLE: {"method": (91.07, 75.59, 94.39), "task": (87.00, 70.00, 92.78)},
    Way.TWO_STAGE: {"method": (86.31, 72.02, 93.69), "task": (87.22, 78.89, 94.54)},
    Way.TREE: {"method": (94.64, 93.45, 95.37), "task": (95.19, 97.11, 92.36)},
    Way.NO_TREE: {"method": (80.36, 67.86, 89.82), "task": (81.11, 72.22, 89.74)},
    Way.NO_DELIBERATION: {"method": (88.10, 88.10, 78.21), "task": (83.89, 94.44, 81.79)},
}


class Judged(Frozen):
    """One synthesis as it was judged. `factual`: of each sentence, by the share of judges; `struck`: which of them were
    struck before anybody read them; `words` of what was left."""

    factual: tuple[float, ...]
    struck: tuple[bool, ...]
    breadth: float
    contextualization: float
    overlap: float
    traced: float
    words: int

    def measure(self, name: str) -> float:
        """Of `MEASURES`; `factuality` is of all sentences that were written, `factuality_kept` of those that stayed."""
        if name == "factuality":
            return 100 * _mean(self.factual)
        if name == "factuality_kept":
            return 100 * _mean([one for one, gone in zip(self.factual, self.struck, strict=True) if not gone])
        if name in ("breadth", "contextualization"):
            return 25 * float(getattr(self, name))
        return float(getattr(self, name)) * (1 if name == "words" else 100)


class Scored(Frozen):
    """One measure of one way: mean, interval, of how many pairs; `p`: of no difference from the tree on the same
    pairs."""

    mean: float
    low: float | None = None
    high: float | None = None
    pairs: int
    p: float | None = None


def scored(of: Mapping[int, Judged], measure: str, tree: Mapping[int, Judged] | None = None) -> Scored | None:
    """A measure over pairs by their number; None without any. `tree`: what is tested against."""
    if not of:
        return None
    values = [of[number].measure(measure) for number in sorted(of)]
    low, high = _interval(values)
    shared = sorted(of.keys() & tree.keys()) if tree is not None else []
    p = _test([of[n].measure(measure) - tree[n].measure(measure) for n in shared]) if tree is not None else None
    return Scored(mean=_mean(values), low=low, high=high, pairs=len(values), p=p)


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else 0.0


def _interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    if len(values) < 2:
        return None, None
    if min(values) == max(values):
        return values[0], values[0]
    found: Any = stats.bootstrap(
        (np.array(values),), np.mean, n_resamples=RESAMPLES, method="percentile", rng=np.random.default_rng(SEED)
    )
    return float(found.confidence_interval.low), float(found.confidence_interval.high)


def _test(differences: Sequence[float]) -> float | None:
    if len(differences) < 2:
        return None
    if not any(differences):
        return 1.0
    found: Any = stats.permutation_test(
        (np.array(differences),),
        np.mean,
        permutation_type="samples",
        n_resamples=10 * RESAMPLES,
        rng=np.random.default_rng(SEED),
    )
    return float(found.pvalue)
