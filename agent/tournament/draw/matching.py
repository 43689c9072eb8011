"""The pairs of everybody that cost least in all: a minimum-weight perfect matching. Pure, and exact.

The assignment problem on the same costs (scipy) comes first: where all its cycles are even, they are pairs. Else
Edmonds' algorithm (rustworkx) finds the pairs, over those edges only that can be part of the best: an edge whose
reduced cost is above what is known to be missing to the optimum cannot (Derigs and Metz 1991 price a matching so).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
import rustworkx

from agent.tournament.draw.assignment import assigned
from config.errors import RuleError

Costs = npt.NDArray[np.int64]
NEVER = np.int64(1) << 52
"""What a pair costs that may not be; with it sums of thousands are still exact as floats of the assignment."""
NEAREST = 8  # edges of each that are tried first


def matched(cost: Costs) -> list[tuple[int, int]]:
    """Pairs (i, j), i < j, of everybody, in order.

    Args:
        cost: (n, n), symmetric, from 0 to 2^42; NEVER for what may not be. The diagonal does not count.

    Raises:
        RuleError: n is odd, or not everybody can be paired.
    """
    if len(cost) % 2:
        raise RuleError(f"{len(cost)} cannot be paired: the number is odd")
    if not len(cost):
        return []
    allowed = cost < NEVER
    np.fill_diagonal(allowed, False)
    dear = (int(cost[allowed].max(initial=0)) + 1) * len(cost)
    dense = np.where(allowed, cost, dear)
    rows, other = assigned(dense)
    if dense[rows, other].sum() >= dear:
        raise RuleError("not everybody can be paired")
    pairs = list(_even(other)) if all(len(one) % 2 == 0 for one in _cycles(other)) else _best(dense, other, dear)
    if len(pairs) * 2 < len(cost):
        raise RuleError("not everybody can be paired")
    return sorted(pairs)


def _cycles(other: Sequence[int]) -> Iterator[list[int]]:
    seen: set[int] = set()
    for start in range(len(other)):
        cycle: list[int] = []
        at = start
        while at not in seen:
            seen.add(at)
            cycle.append(at)
            at = int(other[at])
        if cycle:
            yield cycle


def _even(other: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Every other edge of its cycles: both halves cost the same, or the cheaper one twice would have been assigned."""
    for cycle in _cycles(other):
        for one, two in zip(cycle[::2], cycle[1::2], strict=True):
            yield min(one, two), max(one, two)


def _best(dense: Costs, other: Sequence[int], dear: int) -> list[tuple[int, int]]:
    """Fewer edges are tried first, so that it is known how much better the best can be."""
    doubled = _reduced(dense, other)
    count = len(dense)
    near = np.partition(doubled, min(NEAREST, count - 1), axis=1)[:, min(NEAREST, count - 1)]
    few = doubled <= np.maximum(near[:, None], near[None, :])
    pairs = _blossom(dense, few & (dense < dear))
    if len(pairs) * 2 == count:
        gap = sum(int(doubled[i, j]) for i, j in pairs)  # to the bound that the assignment gives, twice
        rest = (doubled <= gap) & (dense < dear)
        if not np.any(rest & ~few):
            return pairs
        return _blossom(dense, rest)
    return _blossom(dense, dense < dear)


def _reduced(dense: Costs, other: Sequence[int]) -> Costs:
    """(n, n): twice the costs, less the duals of both ends; from 0, and 0 on what was assigned.

    The duals of columns are shortest paths where each column leads on to the others by its own row's costs.
    """
    row_of = np.argsort(other)
    steps = dense[row_of] - dense[row_of, np.arange(len(dense))][:, None]
    columns = np.zeros(len(dense), np.int64)
    while True:
        shorter = np.minimum(columns, (columns[:, None] + steps).min(axis=0))
        if np.array_equal(shorter, columns):
            break
        columns = shorter
    rows = dense[np.arange(len(dense)), other] - columns[np.asarray(other)]
    both = rows + columns
    return np.asarray(2 * dense - both[:, None] - both[None, :])


def _blossom(dense: Costs, edges: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    ones, others = np.nonzero(np.triu(edges, 1))
    weights = int(dense.max()) + 1 - dense[ones, others]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(dense)))
    graph.extend_from_weighted_edge_list(list(zip(ones.tolist(), others.tolist(), weights.tolist(), strict=True)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(min(one, other), max(one, other)) for one, other in found]
