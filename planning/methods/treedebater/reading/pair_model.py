"""Whether a passage makes a prepared claim: boosted trees over what is known of the two (Friedman 2001). Pure.

The model is small and run with numpy. It is fitted by `python -m tools.fitting pairs`, on passages that people
labelled; `config/pairs.json` holds it, and says on what it was fitted and what it was worth on motions it was not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planning.methods.treedebater.reading.acceptance import Acceptance, known_of
from planning.methods.treedebater.reading.weights import Floats


@dataclass(frozen=True, eq=False)
class PairModel:
    """Trees side by side: arrays of shape (trees, most nodes of a tree). A leaf is its own left and right child.

    `acceptance`: whether the likeliest claim is trusted. `named`: the probability, by that, from which a claim may be
    called the speaker's.
    """

    base: float
    feature: NDArray[np.intp]
    threshold: Floats
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    value: Floats
    depth: int
    acceptance: Acceptance
    named: float

    @classmethod
    def of(
        cls, base: float, trees: Sequence[Sequence[Sequence[float]]], acceptance: Acceptance, named: float
    ) -> PairModel:
        """Of trees whose nodes are (feature, threshold, left, right, value); a leaf has no children, -1."""
        most = max(map(len, trees), default=1)
        table = np.zeros((max(1, len(trees)), most, 5))
        table[..., 2:4] = np.arange(most)[None, :, None]
        for number, tree in enumerate(trees):
            for place, node in enumerate(tree):
                table[number, place] = node if node[2] >= 0 else (0, 0, place, place, node[4])
        feature, left, right = (table[..., i].astype(np.intp) for i in (0, 2, 3))
        threshold, value = (table[..., i].astype(np.float32) for i in (1, 4))
        return cls(base, feature, threshold, left, right, value, max(map(_depth, trees), default=0), acceptance, named)

    def probabilities(self, features: Floats) -> Floats:
        """Shape (pairs,): how probable it is that the passage makes the claim.

        Args:
            features: shape (pairs, features), in the order of `OF_PAIR`.
        """
        trees = np.arange(len(self.feature))
        places = np.zeros((len(features), len(trees)), dtype=np.intp)
        rows = np.arange(len(features))[:, None]
        for _ in range(self.depth):
            below = features[rows, self.feature[trees, places]] <= self.threshold[trees, places]
            places = np.where(below, self.left[trees, places], self.right[trees, places])
        scores = self.base + self.value[trees, places].sum(axis=1)
        found: Floats = (1.0 / (1.0 + np.exp(-scores))).astype(np.float32)
        return found

    def trusted(self, best: int, probabilities: Floats, features: Floats, trees: NDArray[np.intp]) -> float:
        """How probable it is that the passage makes its likeliest claim, by all that stands beside it.

        Args:
            best: its row. trees: shape (pairs,), the tree that each claim is in.
        """
        return self.acceptance.probability(known_of(best, probabilities, features, trees))


def _depth(tree: Sequence[Sequence[float]], place: int = 0) -> int:
    _, _, left, right, _ = tree[place]
    return 0 if left < 0 else 1 + max(_depth(tree, int(left)), _depth(tree, int(right)))
