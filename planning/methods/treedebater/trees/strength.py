"""f_k, the only scoring formula (TreeDebater eq. 1 and 2). Pure.

f_0(x) = r_s                    at level 0
         r_a                    at level 1
         (r_a + r_s) / 2        at level 2 and below
f_k(x) = f_0(x) - gamma * max over children of f_{k-1}(child)
a node without children: f_k = f_0 for every k
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

GAMMA = 0.8

Scores = NDArray[np.float64]


def base_scores(level: NDArray[np.int64], attack: Scores, support: Scores) -> Scores:
    """f_0 for every node. All arrays have shape (nodes,); unused scores may be NaN."""
    return np.where(level == 0, support, np.where(level == 1, attack, (attack + support) / 2))


def strengths(
    parents: Sequence[int],
    attack: Sequence[float],
    support: Sequence[float],
    *,
    max_k: int | None = None,
    gamma: float = GAMMA,
) -> Scores:
    """f_k of every node for every k, in one pass from the leaves up: shape (nodes, max_k + 1), on the score scale 0 to
    2 (it may be lower, never higher).

    `parents`: index of each node's parent, -1 for the root; a parent comes before its children. `attack`: r_a of each
    node on its parent (ignored at level 0). `support`: r_s of each for its grandparent, or of the root for its side
    (ignored at level 1). `max_k`: by default the height of the tree, beyond which f_k is constant. Raises ValueError:
    the arrays differ in length, or a parent does not come before its child.
    """
    nodes = len(parents)
    if not nodes == len(attack) == len(support):
        raise ValueError("parents, attack and support must have one entry for each node")
    parent = np.asarray(parents, dtype=np.int64)
    if nodes and (parent >= np.arange(nodes)).any():
        raise ValueError("every parent must come before its children")
    level = _levels(parent)
    depth = int(level.max()) if nodes else 0
    wanted = depth if max_k is None else max_k
    base = base_scores(level, np.asarray(attack, float), np.asarray(support, float))
    table = np.repeat(base[:, None], wanted + 1, axis=1)
    order = np.argsort(level, kind="stable")
    starts = np.searchsorted(level[order], np.arange(depth + 2))
    for depth_now in range(depth, 0, -1):
        children = order[starts[depth_now] : starts[depth_now + 1]]
        _reply(table, base, parent[children], children, gamma)
    return table


def _levels(parent: NDArray[np.int64]) -> NDArray[np.int64]:
    level = [0] * len(parent)
    for node, above in enumerate(parent.tolist()):
        level[node] = level[above] + 1 if above >= 0 else 0
    return np.asarray(level, dtype=np.int64)


def _reply(table: Scores, base: Scores, above: NDArray[np.int64], children: NDArray[np.int64], gamma: float) -> None:
    """Subtract from each node in `above` its opponent's best reply."""
    wanted = table.shape[1] - 1
    if wanted == 0:
        return
    who, index = np.unique(above, return_inverse=True)
    best = np.full((len(who), wanted), -np.inf)
    np.maximum.at(best, index, table[children, :wanted])
    table[who, 1:] = base[who, None] - gamma * best
