"""What is known of a passage, weighed: a conditional logit (McFadden 1974) over prepared claims and `nothing`. Pure.

The weights are fitted by `python -m tools.fitting claims`; the file says what they were worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

OF_NODE = (
    "alone", "pair", "recent", "claim", "verbatim", "tree", "answers", "quoted", "words", "recent_words",
    "main", "deep", "deepest", "main_in_opening", "answer_in_opening", "main_in_closing",
)  # fmt: skip
OF_PAIR = (
    "claim", "claims", "all", "own", "recent", "recent_claim", "pair_claim",
    "z_claim", "z_all", "z_recent", "gap_all", "gap_recent", "rank_all",
    "over_other", "over_other_all", "tree", "over_sibling", "logit", "probability", "gap_logit", "tree_probability",
    "before", "level", "answers", "quoted", "words", "recent_words",
    "nothing", "best_all", "length", "content", "reported", "quoting", "addressed", "motion", "place", "stage",
)  # fmt: skip
OF_NOTHING = ("always", "reported", "own_life", "length", "content", "beginning", "best_alone", "best_recent")


@dataclass(frozen=True)
class Weights:
    """Of what is known of a passage: for each node, and for making no prepared claim."""

    node: Floats
    nothing: Floats

    @classmethod
    def of(cls, node: Mapping[str, float], nothing: Mapping[str, float]) -> Weights:
        """Of weights by the names of the features.

        Raises:
            ValueError: they are of other features.
        """
        return cls(_ordered(node, OF_NODE), _ordered(nothing, OF_NOTHING))

    def logits(self, node: Floats, nothing: Floats) -> Floats:
        """Shape (nodes + 1,): of each row of `node`, and of there being none."""
        found: Floats = np.append(node @ self.node, nothing @ self.nothing)
        return found


def _ordered(values: Mapping[str, float], names: Sequence[str]) -> Floats:
    if set(values) != set(names):
        raise ValueError(f"features {sorted(set(values) ^ set(names))}")
    return np.asarray([values[name] for name in names], dtype=np.float32)
