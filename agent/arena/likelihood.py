"""Bradley-Terry with ties (Davidson, 1970) and effects of stance, order and length, by penalised maximum likelihood.

With d = θ_pro - θ_con + β·x, u = ln nu and Z = e^(d/2) + e^(-d/2) + e^u, pro wins with e^(d/2)/Z and a tie is e^u/Z.
Each debate weighs 1/(1 + e^-margin), as Agent4Debate has it, a tie like any other. What is maximised is the weighted
log likelihood less `ridge`/2 times the squares of all parameters, so that who never lost, or only tied, has a finite
strength.
"""

from __future__ import annotations

import numpy as np

from agent.arena.design import Array, Design

RIDGE = 0.01
STEPS, ENOUGH = 100, 1e-6  # of a strength: 400/ln 10 times that in Elo
ROUGHLY = 3e-4  # a resample is no more exact than that: a twentieth of an Elo point
FURTHEST = 300.0  # where e^x still can be computed with


def maximum(data: Design, weight: Array, start: Array | None = None, ridge: float = RIDGE) -> Array:
    """The parameters, by Newton's method: strengths whose sum is 0, effects, ln nu where there are ties.

    Args:
        weight: of each debate.
    """
    at = np.zeros(data.size) if start is None else start.copy()
    value = objective(data, weight, at, ridge)
    for _ in range(STEPS):
        step = np.linalg.solve(minus_hessian(data, weight, at, ridge), gradient(data, weight, at, ridge))
        while (tried := objective(data, weight, at + step, ridge)) < value - 1e-9 and np.abs(step).max() > ENOUGH:
            step /= 2
        at, value = at + step, tried
        if np.abs(step).max() <= ENOUGH:
            break
    return _centred(data, at)


def maxima(data: Design, weights: Array, best: Array, inverse: Array, ridge: float = RIDGE) -> Array:
    """The parameters, one column for each column of weights. All begin at `best` and take steps by the inverse of the
    Hessian there, which cost far less than Newton's; those that come to no end so are found by his.
    """
    found = np.repeat(best[:, None], weights.shape[1], axis=1)
    going, weight, at = np.arange(weights.shape[1]), weights, found.copy()
    with np.errstate(all="ignore"):  # some run away
        for _ in range(STEPS):
            step = inverse @ gradient(data, weight, at, ridge)
            at += step
            if (there := np.abs(step).max(axis=0) <= ROUGHLY).any():
                found[:, going[there]] = at[:, there]
                going, weight, at = going[~there], weight[:, ~there], at[:, ~there]
            if not len(going):
                break
    for column in going:
        found[:, column] = maximum(data, weights[:, column], best, ridge)
    return _centred(data, found)


def _centred(data: Design, at: Array) -> Array:
    strengths = at[: len(data.names)]
    return np.concatenate([strengths - strengths.mean(axis=0), at[len(data.names) :]])


def chances(data: Design, at: Array) -> tuple[Array, Array, Array]:
    """How probable it is that pro wins, con wins, and neither, of each debate, for each column of parameters."""
    wins = data.z @ (at[: data.z.shape[1]] / 2)
    np.exp(np.clip(wins, -FURTHEST, FURTHEST, out=wins), out=wins)
    loses = 1 / wins
    tie = np.exp(np.minimum(at[-1], FURTHEST)) if data.ties else 0.0
    share = 1 / (wins + loses + tie)
    return np.multiply(wins, share, out=wins), np.multiply(loses, share, out=loses), tie * share


def objective(data: Design, weight: Array, at: Array, ridge: float = RIDGE) -> float:
    """The penalised log likelihood."""
    wins, loses, tie = chances(data, at)
    chance = np.where(data.score == 1, wins, np.where(data.score == 0, loses, tie))
    return float(weight @ np.log(np.maximum(chance, 1e-300)) - ridge / 2 * at @ at)


def gradient(data: Design, weight: Array, at: Array, ridge: float = RIDGE) -> Array:
    """For each column of weights and parameters."""
    wins, loses, tie = chances(data, at)
    score = data.score if at.ndim == 1 else data.score[:, None]
    missed = np.subtract(score - 0.5, np.subtract(wins, loses, out=wins) / 2, out=wins)  # for wins + loses + tie = 1
    slope = data.z.T @ np.multiply(missed, weight, out=missed)
    if data.ties:
        slope = np.concatenate([slope, np.sum(weight * ((score == 0.5) - tie), axis=0, keepdims=True)])
    return np.asarray(slope - ridge * at)


def minus_hessian(data: Design, weight: Array, at: Array, ridge: float = RIDGE) -> Array:
    wins, loses, tie = chances(data, at)
    curve = ridge * np.eye(data.size)
    columns = data.z.shape[1]
    by_dd = weight * (wins + loses - (wins - loses) ** 2) / 4
    if isinstance(data.z, np.ndarray):
        curve[:columns, :columns] += data.z.T @ (data.z * by_dd[:, None])
    else:
        curve[:columns, :columns] += (data.z.T @ data.z.multiply(by_dd[:, None]).tocsr()).toarray()
    if data.ties:
        curve[-1, -1] += weight @ (tie * (1 - tie))
        curve[:columns, -1] = curve[-1, :columns] = data.z.T @ (-weight * tie * (wins - loses) / 2)
    return curve
