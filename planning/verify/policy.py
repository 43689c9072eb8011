"""How a claim is gone about: how deep, how wide, how many rounds, and when it is looked at a second time. Pure.

The paper (Fu and Gold 2025) leaves open what stands here as a choice:

- `nodes`: as many as a full tree of depth 2 has. It is kept to: the paper's loop tests its cap before it adds children,
  and overshoots by up to three.
- Frontier: level by level, the most difficult first.
- Rival answers of an open question are written by whoever splits; of a yes-or-no question they are yes and no. Who
  argues first is drawn by the question, so that no side always has the last word.
- A judge may find for neither; a tie goes to the answer that commits to less.
- The two integrations of a round are written at the same time, each with the other's last one before it.
- Confidence is multiplied with the least of the children's, not of all descendants': 0.9, 0.9 and 0.8 make 0.648.
- What needs clarifying is not debated and has confidence 0, and so has everything above it.
- A second pass debates the two least sure leaves anew. The same verdict twice is as sure as the surer debate; of two
  verdicts the surer stands, with half its confidence.
- Facts from ancestors, which the paper's debaters inherit, do not exist yet when leaves are debated; they get the path.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Self

from pydantic import Field, model_validator

from planning.debate.points import Frozen
from planning.growth.tree import Limits

LEAST_CHILDREN, MOST_CHILDREN = 2, 4
DEEP = 2  # the depth from which fields may be longer


class Mode(StrEnum):
    """Who says how deep a tree grows."""

    FIXED = "fixed"  # every branch to `depth`; one that nobody can split is a leaf that says so
    BOUNDED = "bounded"  # one level at least, then where it is difficult
    MINIMUM = "minimum"  # `min_depth` levels at least, then where it is difficult
    ADAPTIVE = "adaptive"  # where it is difficult, at the root too


class Policy(Frozen):
    """Every choice there is. `difficulty`: a question whose parts are all below it is a leaf. `second_pass_below`: of
    the root's confidence. `synthesis`, `split_judge`, `cautious_ties`: off for comparison."""

    mode: Mode = Mode.ADAPTIVE
    depth: int = Field(default=2, ge=0, le=4)
    min_depth: int = Field(default=0, ge=0, le=4)
    branch: int = Field(default=MOST_CHILDREN, ge=LEAST_CHILDREN, le=MOST_CHILDREN)
    nodes: int = Field(default=21, ge=1, le=400)
    difficulty: float = Field(default=0.75, ge=0, le=1)
    leaf_rounds: int = Field(default=3, ge=1, le=5)
    synthesis_rounds: int = Field(default=2, ge=1, le=4)
    second_pass_below: float = Field(default=0.5, ge=0, le=1)
    second_pass_leaves: int = Field(default=2, ge=0, le=16)
    split_judge: bool = True
    synthesis: bool = True
    cautious_ties: bool = True

    @model_validator(mode="before")
    @classmethod
    def _depth_of_the_mode(cls, raw: Any) -> Any:
        if not isinstance(raw, dict):
            return raw
        mode, depth = str(raw.get("mode", Mode.ADAPTIVE)), raw.get("depth", 3 if raw.get("mode") == "bounded" else 2)
        least = {"fixed": depth, "bounded": 1, "minimum": raw.get("min_depth") or 1}.get(mode, 0)
        return raw | {"depth": depth, "min_depth": least}

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.min_depth > self.depth:
            raise ValueError(f"at least {self.min_depth} levels are wanted, and {self.depth} at most")
        return self

    @property
    def limits(self) -> Limits:
        return Limits(self.depth, self.branch, self.nodes, LEAST_CHILDREN)

    def adaptive_at(self, depth: int) -> bool:
        """Whether difficulty decides on a split at that depth."""
        return self.mode is not Mode.FIXED and depth >= self.min_depth

    def words(self, depth: int) -> int:
        """That a field of a debater may have: 128 tokens, and 192 where it is deep, at 1.4 tokens a word."""
        return 90 if depth < DEEP else 135

    @property
    def leaf_calls(self) -> int:
        return 2 * self.leaf_rounds + 1

    @property
    def synthesis_calls(self) -> int:
        return 2 * self.synthesis_rounds + 1 if self.synthesis else 1

    def split_calls(self, depth: int) -> int:
        return 1 + self.split_judge + self.adaptive_at(depth)

    def calls(self, branch: int | None = None) -> int:
        """Questions for a whole tree in which every node has so many children, without a second pass."""
        wide = branch or self.branch
        inner = sum(wide**depth * (self.split_calls(depth) + self.synthesis_calls) for depth in range(self.depth))
        return int(inner + wide**self.depth * self.leaf_calls + 1)

    @property
    def longest_chain(self) -> int:
        """Questions that wait for each other at the most: splits, a debate, syntheses, the writer."""
        splits = sum(self.split_calls(depth) for depth in range(self.depth))
        synthesis = self.synthesis_rounds + 1 if self.synthesis else 1
        return splits + self.leaf_calls + self.depth * synthesis + 1
