"""Evaluations in which the truth is known: how often intervals hold it, and a difference is found where none is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agent.evaluation.statistics import bootstrap, sign_flip
from bench import Measurement, Target

LISTENERS = 3
MOTIONS = (6, 13, 30)
SPREAD, NOISE, BASE = 0.5, 0.9, 3.2  # of the motions' own differences, of listeners; the middle of the scale
APART = 0.8  # a difference that should be found


@dataclass(frozen=True)
class Simulated:
    """Shares of the evaluations: whose interval held the truth, and whose test found a difference at .05."""

    motions: int
    covered: float
    found: float


def simulated(motions: int, *, times: int, seed: int, difference: float = 0.0) -> Simulated:
    """Evaluations on so many motions: both contestants heard by the same listeners, who rate from 1 to 5.

    Args:
        difference: true one, in points, before ratings are rounded; coverage is told of none.
    """
    draw = np.random.default_rng(seed)
    covered = found = 0
    for number in range(times):
        middle = draw.normal(BASE, 0.4, (motions, 1))
        apart = draw.normal(difference, SPREAD, (motions, 1)) / 2
        heard = [np.rint(one + draw.normal(0, NOISE, (motions, LISTENERS))) for one in (middle + apart, middle - apart)]
        differences = np.clip(heard[0], 1, 5) - np.clip(heard[1], 1, 5)
        interval = bootstrap({str(one): list(row) for one, row in enumerate(differences)}, seed=number, draws=1_000)
        covered += interval is not None and interval.low is not None and interval.low <= 0 <= (interval.high or 0)
        chance = sign_flip(list(differences.mean(axis=1)), draws=2_000)
        found += chance is not None and chance <= 0.05
    return Simulated(motions, covered / times, found / times)


def run(times: int, seed: int, motions: Sequence[int] = MOTIONS) -> Measurement:
    """For each number of motions."""
    outcome = Measurement("evaluation", {"times": times, "seed": seed, "listeners": LISTENERS}, [])
    for count in motions:
        one = simulated(count, times=times, seed=seed)
        real = simulated(count, times=max(1, times // 10), seed=seed, difference=APART)
        numbers = {"covered": one.covered, "found_where_none_is": one.found, f"found_of_{APART}": real.found}
        outcome.results.append({"motions": count} | {name: round(value, 4) for name, value in numbers.items()})
        off = round(abs(one.covered - 0.95), 4)
        outcome.bars.append(Target(f"{count} motions: coverage of intervals, off .95", off, 0.02))
        outcome.bars.append(Target(f"{count} motions: differences found where none is", one.found, 0.06))
    return outcome
