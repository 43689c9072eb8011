"""Whether the likeliest claim of a passage is the one it makes: a logistic regression over how it stands out. Pure.

The pair model looks at one claim at a time. How far the likeliest lies over the next, how much of its own tree is
likely beside it, and whether the passage says anything by itself, or only follows on what did, tell how far.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planning.methods.treedebater.reading.weights import OF_PAIR, Floats

OF_BEST = (
    "claim", "all", "z_claim", "z_all", "gap_all", "over_other", "words", "content", "length", "before", "nothing",
    "level", "own", "quoting", "reported",
)  # fmt: skip
OF_ACCEPTANCE = ("odds", "odds_of_next", "whole", "in_tree", *OF_BEST)
_PLACES = [OF_PAIR.index(name) for name in OF_BEST]


@dataclass(frozen=True, eq=False)
class Acceptance:
    """`weights`: shape (features,), in the order of `OF_ACCEPTANCE`."""

    base: float
    weights: Floats

    @classmethod
    def of(cls, base: float, weights: Mapping[str, float]) -> Acceptance:
        """Of weights by the names of the features.

        Raises:
            KeyError: one is missing.
        """
        return cls(base, np.asarray([weights[name] for name in OF_ACCEPTANCE], dtype=np.float32))

    def probability(self, known: Floats) -> float:
        """How probable it is that the passage makes its likeliest claim.

        Args:
            known: shape (features,), of `known_of`.
        """
        return float(1.0 / (1.0 + np.exp(-(self.base + float(known @ self.weights)))))


def known_of(best: int, probabilities: Floats, features: Floats, trees: NDArray[np.intp]) -> Floats:
    """What is known of the likeliest claim: shape (features,), in the order of `OF_ACCEPTANCE`.

    Args:
        best: its row. probabilities: of all claims of the side, by the pair model. features: what it was told.
        trees: of each claim, the tree that it is in.
    """
    others = np.delete(probabilities, best)
    shares = probabilities[best], others.max() if len(others) else np.float32(0.0)
    found = [*map(_odds, shares), float(probabilities.sum()), float(probabilities[trees == trees[best]].sum())]
    return np.asarray([*found, *features[best, _PLACES]], dtype=np.float32)


def _odds(probability: np.float32) -> float:
    share = min(max(float(probability), 1e-4), 1.0 - 1e-4)
    return float(np.log(share / (1.0 - share)))
