"""Statistics of evaluations, against those that others have written, and against what is known to be so."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from agent.evaluation.statistics import bootstrap, sign_flip, wilson
from agent.evaluation.tallies import alike
from bench.evaluating.simulation import simulated

GIVEN = [0.5, -0.25, 1.0, 0.75, 0.0, 0.5, -0.5, 1.25]


def by_motion(values: list[float]) -> dict[str, list[float]]:
    return {str(place): [value] for place, value in enumerate(values)}


def test_the_sign_flip_is_that_of_scipy() -> None:
    from scipy.stats import permutation_test

    theirs = permutation_test((np.array(GIVEN),), np.mean, permutation_type="samples", n_resamples=np.inf)
    assert sign_flip(GIVEN) == pytest.approx(theirs.pvalue)
    many = [*GIVEN, *GIVEN]
    drawn = permutation_test((np.array(many),), np.mean, permutation_type="samples", n_resamples=50_000, rng=1)
    assert sign_flip(many) == pytest.approx(drawn.pvalue, abs=0.004)


def test_the_sign_flip_by_hand() -> None:
    assert sign_flip([1.0] * 6) == 2 / 64
    assert sign_flip([0.0] * 6) == 1.0
    assert sign_flip([]) is None


def test_the_interval_is_close_to_student_s_where_that_holds() -> None:
    from scipy.stats import t

    values = list(np.random.default_rng(3).normal(0, 1, 40))
    found = bootstrap(by_motion(values), draws=20_000)
    assert found is not None and found.low is not None and found.high is not None
    low, high = t.interval(0.95, 39, np.mean(values), np.std(values, ddof=1) / 40**0.5)
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.02)


def test_motions_weigh_the_same_however_often_they_were_judged() -> None:
    found = bootstrap({"a": [1.0] * 30, "b": [0.0], "none": []})
    assert found is not None and (found.mean, found.motions) == (0.5, 2)
    assert bootstrap({}) is None


def test_where_nothing_can_be_drawn_there_is_no_interval() -> None:
    for values in ([1.0], [1.0, 1.0, 1.0]):
        found = bootstrap(by_motion(values))
        assert found is not None and (found.mean, found.low, found.high) == (1.0, None, None)


def krippendorff_by_hand(rows: list[list[float | None]]) -> float:
    """Nominal, by its definition: 1 - observed disagreement / expected."""
    units = [[one for one in column if one is not None] for column in zip(*rows, strict=True)]
    units = [unit for unit in units if len(unit) > 1]
    pairs = [(a, b, 1 / (len(u) - 1)) for u in units for i, a in enumerate(u) for j, b in enumerate(u) if i != j]
    values = [one for unit in units for one in unit]
    observed = sum(weight for a, b, weight in pairs if a != b) / len(values)
    expected = sum(a != b for a, b in product(values, values)) / (len(values) * (len(values) - 1))
    return 1 - observed / expected


def alpha(rows: list[list[float | None]]) -> float | None:
    said = [(str(by), str(of), value) for by, row in enumerate(rows) for of, value in enumerate(row)]
    return alike(said, "nominal")


def test_alpha_by_its_definition_and_from_thirty_judgements_on() -> None:
    draw = np.random.default_rng(5)
    rows: list[list[float | None]] = [[float(one) for one in draw.integers(1, 4, 12)] for _ in range(3)]
    rows[0][4] = rows[2][7] = rows[1][7] = None
    assert alpha(rows) == pytest.approx(krippendorff_by_hand(rows))
    assert alpha([row[:10] for row in rows]) is None, "27 judgements"
    assert alpha([[3.0] * 40, [3.0] * 40]) is None, "nobody could disagree"
    assert alpha([[1.0] * 20 + [None] * 20, [None] * 20 + [2.0] * 20]) is None, "nothing was judged twice"


def test_wilson_is_told_from_here_too() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


@pytest.mark.parametrize("motions", [6, 13])
def test_intervals_hold_the_truth_and_no_difference_is_found_where_there_is_none(motions: int) -> None:
    found = simulated(motions, times=600, seed=7)
    assert 0.93 <= found.covered <= 0.97
    assert found.found <= 0.05


def test_a_real_difference_is_found() -> None:
    assert simulated(13, times=100, seed=7, difference=0.8).found >= 0.6
