"""The rare words that a passage shares with prepared claims: they tell claims of one subject from another. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np

from planning.language.cues.cues import content_words, stem
from planning.methods.treedebater.reading.weights import Floats


class RareWords:
    """The words of each node, weighed by how few nodes use them.

    Args:
        texts: of each node.
    """

    def __init__(self, texts: Sequence[Sequence[str]]) -> None:
        counts = [Counter(_stems(" ".join(one))) for one in texts]
        used = Counter(word for one in counts for word in one)
        self._column = {word: i for i, word in enumerate(used)}
        self._rarity = np.asarray([_rarity(len(texts), used[word]) for word in self._column], dtype=np.float32)
        self._unheard = 0.5 * _rarity(len(texts), 0)
        self._table = np.zeros((len(texts), len(used)), dtype=np.float32)
        for row, one in zip(self._table, counts, strict=True):
            for word, count in one.items():
                row[self._column[word]] = min(count, 2) ** 0.5 * self._rarity[self._column[word]]

    def shared(self, texts: Sequence[str]) -> Floats:
        """Shape (nodes,): how much of what is said, by the rarity of its words, each node says too; 0 to 1."""
        words = {word for text in texts for word in _stems(text)}
        known = [self._column[word] for word in words if word in self._column]
        whole = float(self._rarity[known].sum()) + self._unheard * (len(words) - len(known))
        found: Floats = self._table[:, known].sum(axis=1) / np.float32(whole or 1.0)
        return found


def _stems(text: str) -> list[str]:
    return [stem(word.removesuffix("'s")) for word in content_words(text)]


def _rarity(nodes: int, using: int) -> float:
    return log(1 + nodes / (using + 0.5))
