"""Bradley-Terry with ties (Davidson, 1970) and effects of stance, order and length, by penalised maximum likelihood.

With d = θ_pro - θ_con + β·x, u = ln ν and Z = e^(d/2) + e^(-d/2) + e^u, pro wins with e^(d/2)/Z and a tie is e^u/Z. Each
debate weighs 1/(1 + e^-margin), as Agent4Debate has it, a tie like any other. What is maximised is the weighted log
likelihood less `ridge`/2 times the squares of all θ and β, so that who never lost has a finite strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agent.arena.scored import Scored, names_of
from config.format import Side

RIDGE = 0.01
STEPS, ENOUGH = 100, 1e-6  # of a strength: 400/ln 10 times that in Elo
Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]
STANCE, ORDER, LENGTH = "being pro", "speaking first", "twice the words"


@dataclass(frozen=True)
class Design:
    """Debates as arrays, one row a debate. `effects`: the names of the columns of `x`, those that vary by themselves."""

    names: tuple[str, ...]
    effects: tuple[str, ...]
    pro: Places
    con: Places
    x: Array
    score: Array
    weight: Array
    motion: Places

    @property
    def ties(self) -> bool:
        return bool((self.score == 0.5).any())

    @property
    def size(self) -> int:
        """Of the parameters: strengths, effects, and ln ν where there are ties."""
        return len(self.names) + len(self.effects) + self.ties


def design(scored: Sequence[Scored]) -> Design:
    names = names_of(scored)
    place = {name: number for number, name in enumerate(names)}
    motions = {motion: number for number, motion in enumerate(dict.fromkeys(one.motion for one in scored))}
    columns = {
        STANCE: np.ones(len(scored)),
        ORDER: np.array([1.0 if one.first is Side.PRO else -1.0 for one in scored]),
        LENGTH: np.array([_longer(one.words) for one in scored]),
    }
    kept = _independent(columns)
    return Design(
        names=names,
        effects=tuple(kept),
        pro=np.array([place[one.pro] for one in scored]),
        con=np.array([place[one.con] for one in scored]),
        x=np.stack(list(kept.values()), axis=1),
        score=np.array([one.score for one in scored]),
        weight=1 / (1 + np.exp(-np.array([one.margin for one in scored]))),
        motion=np.array([motions[one.motion] for one in scored]),
    )


def _longer(words: tuple[int, int]) -> float:
    """From -1 to 1, of which twice the words are a third; it changes its sign where sides are swapped."""
    return (words[0] - words[1]) / sum(words) * 3 if all(words) else 0.0


def _independent(columns: dict[str, Array]) -> dict[str, Array]:
    """Pro always speaks first in many formats: then one effect stands for both."""
    kept: dict[str, Array] = {}
    for name, column in columns.items():
        tried = np.stack([*kept.values(), column], axis=1)
        if np.linalg.matrix_rank(tried) == tried.shape[1]:
            kept[name] = column
    return kept


def maximum(
    data: Design, weight: Array, start: Array | None = None, ridge: float = RIDGE, inverse: Array | None = None
) -> Array:
    """The parameters: strengths whose sum is 0, effects, ln ν where there are ties.

    Args:
        weight: of each debate.
        inverse: of the Hessian at `start` under other weights: steps by it are tried first, for they cost far less.
    """
    at = np.zeros(data.size) if start is None else start.copy()
    if inverse is not None and (found := _by_fixed_steps(data, weight, at, ridge, inverse)) is not None:
        return found
    value, slope, curve = _value(data, weight, at, ridge), *slope_and_curve(data, weight, at, ridge)
    for _ in range(STEPS):
        step = np.linalg.solve(curve, slope)
        while (tried := _value(data, weight, at + step, ridge)) < value - 1e-9 and np.abs(step).max() > ENOUGH:
            step /= 2
        at, value = at + step, tried
        if np.abs(step).max() <= ENOUGH:
            break
        slope, curve = slope_and_curve(data, weight, at, ridge)
    return _centred(data, at)


def _by_fixed_steps(data: Design, weight: Array, at: Array, ridge: float, inverse: Array) -> Array | None:
    last = np.inf
    for _ in range(STEPS):
        step = inverse @ slope_and_curve(data, weight, at, ridge, curved=False)[0]
        if (size := float(np.abs(step).max())) > last:
            return None
        at, last = at + step, size
        if size <= ENOUGH * 100:  # a resample is no more exact than that
            return _centred(data, at)
    return None


def _centred(data: Design, at: Array) -> Array:
    strengths = len(data.names)
    return np.concatenate([at[:strengths] - at[:strengths].mean(), at[strengths:]])


def _parts(data: Design, at: Array) -> tuple[Array, Array, Array, Array]:
    """ln Z, and how probable it is that pro wins, con wins, and neither."""
    strengths, effects = len(data.names), len(data.effects)
    d = at[data.pro] - at[data.con] + data.x @ at[strengths : strengths + effects]
    u = float(at[-1]) if data.ties else -np.inf
    most = np.maximum(np.abs(d) / 2, u)
    wins, loses, tie = np.exp(d / 2 - most), np.exp(-d / 2 - most), np.exp(u - most)
    z = wins + loses + tie
    return most + np.log(z), wins / z, loses / z, tie / z


def _value(data: Design, weight: Array, at: Array, ridge: float) -> float:
    log_z, wins, loses, tie = _parts(data, at)
    chance = np.where(data.score == 1, wins, np.where(data.score == 0, loses, tie))
    free = at[:-1] if data.ties else at
    return float(weight @ np.log(np.maximum(chance, 1e-300)) - ridge / 2 * free @ free)


def slope_and_curve(
    data: Design, weight: Array, at: Array, ridge: float = RIDGE, *, curved: bool = True
) -> tuple[Array, Array]:
    """The gradient and minus the Hessian (empty where it is not wanted)."""
    count, effects = len(data.names), len(data.effects)
    _, wins, loses, tie = _parts(data, at)
    d_slope = weight * (data.score - wins - tie / 2)
    penalty = np.full(data.size, ridge)
    slope = np.empty(data.size)
    slope[:count] = np.bincount(data.pro, d_slope, count) - np.bincount(data.con, d_slope, count)
    slope[count : count + effects] = d_slope @ data.x
    if data.ties:
        penalty[-1] = 0.0
        slope[-1] = weight @ ((data.score == 0.5) - tie)
    slope -= penalty * at
    return slope, _curve(data, weight, wins, loses, tie) + np.diag(penalty) if curved else np.empty((0, 0))


def _curve(data: Design, weight: Array, wins: Array, loses: Array, tie: Array) -> Array:
    count, effects = len(data.names), len(data.effects)
    dd = weight * (wins + loses - (wins - loses) ** 2) / 4
    curve = np.zeros((data.size, data.size))
    met = np.bincount(data.pro * count + data.con, dd, count * count).reshape(count, count)
    curve[:count, :count] = np.diag(met.sum(0) + met.sum(1)) - met - met.T

    def beside(values: Array) -> Array:
        return np.bincount(data.pro, values, count) - np.bincount(data.con, values, count)

    columns = [(dd * column, count + number) for number, column in enumerate(data.x.T)]
    if data.ties:
        du = -weight * tie * (wins - loses) / 2
        columns.append((du, data.size - 1))
        curve[-1, -1] = weight @ (tie * (1 - tie))
        curve[-1, count : count + effects] = curve[count : count + effects, -1] = du @ data.x
    for values, place in columns:
        curve[:count, place] = curve[place, :count] = beside(values)
    curve[count : count + effects, count : count + effects] = data.x.T @ (dd[:, None] * data.x)
    return curve
