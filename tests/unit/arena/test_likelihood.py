"""The likelihood of ratings, against its own differences and against fits of others."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.sparse import csr_array

from agent.arena.design import LENGTH, ORDER, STANCE, Design, design
from agent.arena.likelihood import gradient, maxima, maximum, minus_hessian, objective
from agent.arena.scored import Scored
from bench.arena.ratings import of_library, without_effects
from config.format import Side
from tests.unit.arena.worlds import a_field, both, drawn

WITH_TIES = a_field()
WITHOUT = [one for one in WITH_TIES if one.score != 0.5]


@pytest.fixture(params=[WITH_TIES, WITHOUT], ids=["ties", "no ties"])
def dense(request: pytest.FixtureRequest) -> Design:
    """As few debates have it."""
    found = design(request.param)
    assert isinstance(found.z, np.ndarray)
    return found


@pytest.fixture(params=[np.asarray, csr_array], ids=["dense", "sparse"])
def data(request: pytest.FixtureRequest, dense: Design) -> Design:
    """As few have it, and as many have."""
    return replace(dense, z=request.param(dense.z))


def differences(data: Design, at: np.ndarray, step: float = 1e-5) -> np.ndarray:
    """The gradient by differences of the objective."""
    moves = step * np.eye(data.size)
    return np.array(
        [
            (objective(data, data.weight, at + move) - objective(data, data.weight, at - move)) / (2 * step)
            for move in moves
        ]
    )


def test_the_gradient_is_that_of_the_objective(data: Design) -> None:
    at = drawn(1, data.size)
    assert gradient(data, data.weight, at) == pytest.approx(differences(data, at), abs=1e-4)


def test_the_hessian_is_that_of_the_gradient(data: Design) -> None:
    at, step = drawn(2, data.size), 1e-5
    rows = [
        (gradient(data, data.weight, at - move) - gradient(data, data.weight, at + move)) / (2 * step)
        for move in step * np.eye(data.size)
    ]
    assert minus_hessian(data, data.weight, at) == pytest.approx(np.array(rows), abs=1e-4)


def test_the_gradient_of_several_at_once_is_that_of_each(data: Design) -> None:
    at = np.stack([drawn(seed, data.size) for seed in range(3)], axis=1)
    weights = np.stack([data.weight * number for number in range(3)], axis=1)
    each = [gradient(data, weights[:, one], at[:, one]) for one in range(3)]
    assert gradient(data, weights, at) == pytest.approx(np.stack(each, axis=1))


def test_the_maximum_is_what_scipy_finds_from_the_formulas_written_out(data: Design) -> None:
    """Debate by debate, without a line of ours."""
    rows = data.z if isinstance(data.z, np.ndarray) else data.z.toarray()

    def loss(at: np.ndarray) -> float:
        told = 0.0
        for row, score, weight in zip(rows, data.score, data.weight, strict=True):
            d = row @ at[: len(row)]
            nu = np.exp(at[-1]) if data.ties else 0.0
            parts = {1.0: np.exp(d / 2), 0.0: np.exp(-d / 2), 0.5: nu}
            told -= weight * np.log(parts[score] / sum(parts.values()))
        return float(told + 0.005 * at @ at)

    few = 60
    rows, data = (
        rows[:few],
        replace(data, z=data.z[:few], score=data.score[:few], weight=data.weight[:few], motion=data.motion[:few]),
    )
    theirs = minimize(loss, np.zeros(data.size), method="BFGS", options={"gtol": 1e-6}).x
    ours = maximum(data, data.weight)
    strengths = len(data.names)
    assert ours[:strengths] == pytest.approx(theirs[:strengths] - theirs[:strengths].mean(), abs=1e-3)
    assert ours[strengths:] == pytest.approx(theirs[strengths:], abs=1e-3)


@pytest.mark.parametrize("scored", [WITH_TIES, WITHOUT], ids=["ties", "no ties"])
def test_without_effects_it_is_what_evalica_finds(scored: list[Scored]) -> None:
    ours, theirs = without_effects(scored), of_library(scored)
    assert ours == pytest.approx(theirs, abs=0.05)


def test_resamples_are_fitted_as_by_newton_one_by_one(data: Design) -> None:
    times = np.random.default_rng(4).multinomial(data.motions, np.full(data.motions, 1 / data.motions), 20)
    weights = (times[:, data.motion] * data.weight).T
    best = maximum(data, data.weight)
    found = maxima(data, weights, best, np.linalg.inv(minus_hessian(data, data.weight, best)))
    each = [maximum(data, weight) for weight in weights.T]
    assert found == pytest.approx(np.stack(each, axis=1), abs=3e-3)


# -- effects that can be told ------------------------------------------------------------------------------------------


def test_effects_that_do_not_vary_by_themselves_are_left_out() -> None:
    assert design(WITH_TIES).effects == (STANCE, ORDER, LENGTH)
    always_pro_first = [Scored("m", "a", "b", 1.0), Scored("m", "b", "a", 0.0), Scored("m", "a", "b", 0.5)]
    assert design(always_pro_first).effects == (STANCE,)


def test_if_one_was_always_pro_its_strength_and_its_side_cannot_be_told_apart() -> None:
    assert design([Scored("m", "a", "b", score) for score in (1.0, 0.0, 1.0)]).effects == ()


def test_only_ties_are_no_trouble() -> None:
    found = maximum(data := design([*both("a", "b", "m", 0.5, 0.0), *both("a", "b", "n", 0.5, 0.0)]), data.weight)
    assert found[:2] == pytest.approx([0, 0]) and np.isfinite(found).all()


def test_lengths_and_orders_change_their_sign_with_the_sides() -> None:
    pair = [
        Scored("m", "a", "b", 1.0, 0.0, Side.PRO, (600, 300)),
        Scored("m", "b", "a", 0.0, 0.0, Side.CON, (300, 600)),
    ]
    others = [Scored("n", "a", "b", 0.0, 0.0, first, (200, words)) for first in Side for words in (200, 300)]
    whole = design([*pair, *others]).z
    assert whole[0] == pytest.approx([1, -1, 1, 1, 1]) and whole[1] == pytest.approx([-1, 1, 1, -1, -1])
