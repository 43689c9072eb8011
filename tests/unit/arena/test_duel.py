"""Duels: when they stop, and how often they err."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from agent.arena.duel import OUTCOMES, Duel, DuelEnd, expected, log_ratio
from bench.arena.simulation import LEANS, duelled
from config.errors import UsageError


@pytest.mark.long
@pytest.mark.parametrize(("low", "high"), [(0, 50), (0, 100), (-50, 50)])
@pytest.mark.parametrize(("lean", "tie"), LEANS)
def test_it_errs_no_oftener_than_it_may_and_saves_pairs(low: float, high: float, lean: float, tie: float) -> None:
    duel = Duel(low, high, most=600)
    equal = duelled(duel, low, times=1000, seed=1, lean=lean, tie=tie)
    better = duelled(duel, high, times=1000, seed=2, lean=lean, tie=tie)
    assert equal.better <= 0.07 and better.not_better <= 0.07, "5 %, and what a thousand may be off by chance"
    assert lean > 1 or max(equal.pairs, better.pairs) < 0.65 * equal.fixed


def test_the_ratio_is_that_of_the_likeliest_shares_of_each_mean() -> None:
    """Against a general optimiser over all five shares."""
    seen = np.array([3.0, 8.0, 21.0, 11.0, 7.0])

    def likelihood(mean: float) -> float:
        """The greatest under that mean."""
        rules = [{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": lambda p: p @ OUTCOMES - mean}]
        start = seen / seen.sum()
        found = minimize(lambda p: -seen @ np.log(p), start, bounds=[(1e-9, 1)] * 5, constraints=rules, tol=1e-12)
        return float(-found.fun)

    theirs = likelihood(expected(50)) - likelihood(expected(0))
    assert float(log_ratio(seen, 0, 50)) == pytest.approx(theirs, abs=1e-4)


def test_motions_that_one_stance_always_wins_speak_for_nobody_being_better() -> None:
    duel = Duel()
    assert duel.decision([0.5] * 30) is DuelEnd.NOT_BETTER
    assert duel.decision([0.5] * 3) is DuelEnd.OPEN and duel.ratio([]) == 0


def test_it_stops_when_it_is_decided_or_at_its_end() -> None:
    duel = Duel(most=40)
    assert duel.decision([1.0, 1.0, 0.75, 1.0] * 6) is DuelEnd.BETTER and duel.over([1.0, 1.0, 0.75, 1.0] * 6)
    undecided = [0.25, 0.75, 0.75] * 13
    assert not duel.over(undecided) and duel.over([*undecided, 0.25])


def test_expected_scores() -> None:
    assert expected(0) == 0.5 and expected(400) == pytest.approx(10 / 11)


def test_what_decides_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="between 50 and 0 Elo decides nothing"):
        Duel(50, 0)
    with pytest.raises(UsageError, match="less than half"):
        Duel(wrongly_not=0.5)
    assert math.isclose(-Duel().bounds[0], Duel().bounds[1])
