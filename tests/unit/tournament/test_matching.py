"""The pairs cost least in all: against every possible pairing of up to ten."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from agent.tournament.draw.matching import NEVER, Costs, matched
from config.errors import RuleError


def least(cost: Costs) -> int:
    """By trying all."""
    count = len(cost)

    @cache
    def rest(taken: int) -> int:
        if taken == (1 << count) - 1:
            return 0
        one = next(number for number in range(count) if not taken >> number & 1)
        return min(
            int(cost[one, other]) + rest(taken | 1 << one | 1 << other)
            for other in range(one + 1, count)
            if not taken >> other & 1
        )

    return rest(0)


def symmetric(upper: Costs) -> Costs:
    part = np.triu(upper, 1)
    return part + part.T


@pytest.mark.parametrize("highest", [2, 9, 10**9])  # many ties, and none
@pytest.mark.parametrize("count", [2, 4, 6, 8, 10])
def test_no_other_pairing_costs_less(count: int, highest: int) -> None:
    lot = np.random.default_rng([count, highest])
    for _ in range(20):
        group = lot.integers(0, 3, count)  # who would rather stay among themselves
        apart = 5 * highest * (group[:, None] != group[None, :]) * int(lot.integers(2))
        cost = symmetric(lot.integers(0, highest + 1, (count, count)) + apart)
        pairs = matched(cost)
        assert sorted(end for pair in pairs for end in pair) == list(range(count))
        assert sum(int(cost[pair]) for pair in pairs) == least(cost)


@pytest.mark.parametrize("size", [3, 5])
def test_odd_groups_that_would_rather_stay_among_themselves(size: int) -> None:
    """Where the assignment alone has cycles of odd length: two groups of three or five, one pair must cross."""
    group = np.arange(2 * size) // size
    cost = np.where(group[:, None] == group[None, :], 1, 100).astype(np.int64)
    pairs = matched(cost)
    assert sum(group[one] != group[other] for one, other in pairs) == 1


def test_what_may_not_be_is_never_paired() -> None:
    cost = symmetric(np.full((4, 4), NEVER))
    cost[0, 3] = cost[3, 0] = cost[1, 2] = cost[2, 1] = 7
    assert matched(cost) == [(0, 3), (1, 2)]
    cost[1, 2] = cost[2, 1] = NEVER
    with pytest.raises(RuleError, match="not everybody can be paired"):
        matched(cost)


def test_three_who_only_know_each_other_cannot_all_be_paired() -> None:
    """Two triangles with nothing between: an assignment exists, a matching does not."""
    cost = np.full((6, 6), NEVER)
    for some in ((0, 1, 2), (3, 4, 5)):
        for one in some:
            for other in some:
                cost[one, other] = 1
    with pytest.raises(RuleError, match="not everybody can be paired"):
        matched(cost)
    with pytest.raises(RuleError, match="odd"):
        matched(np.zeros((3, 3), np.int64))
