"""How much is grown, and how many calls that takes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from config.format import Side

PROPOSED_PER_TREE = 2  # main claims in the pool


@dataclass(frozen=True)
class Sizes:
    """How much is grown: `claims` trees for each side, of levels 0 to `depth`, with `branch` answers each."""

    claims: Mapping[Side, int]
    depth: int = 3
    branch: int = 3

    def expected(self, score_calls: Callable[[int], int]) -> int:
        """Calls if nothing is refused, where so many questions of impact take `score_calls` of them."""
        pools = sum(2 + score_calls(PROPOSED_PER_TREE * count) for count in self.claims.values())
        return pools + sum(self.claims.values()) * self.of_tree(score_calls)

    def of_tree(self, score_calls: Callable[[int], int]) -> int:
        """Calls for one tree from its main claim."""
        return 1 + self.under(0, score_calls)

    def under(self, level: int, score_calls: Callable[[int], int]) -> int:
        """Calls for everything under one argument of that level."""
        if level >= self.depth:
            return 0
        scores = score_calls(self.branch * (1 if level == 0 else 2))
        return 1 + scores + self.branch * self.under(level + 1, score_calls)
