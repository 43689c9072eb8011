"""Which prepared claim a heard passage makes: compared within one debate, and together with what led up to it.

All claims of a motion share its subject, and so does everything said about it: a cosine is mostly made of that. So the
mean of the prepared texts is taken off first, and what is left tells one claim from another. On ArgKP-2021 (its
development part, all-MiniLM-L6-v2) the nearest key point is then right for 48 % of the arguments instead of 44 %, and
the average precision of accepting it by its cosine is 0.74 instead of 0.58; from 0.30 on 76 % are right, from 0.40 on
88 %, from 0.50 on 97 %. What is left has the mean zero for every encoder, so these bounds depend on it less than others.

People spread a point over several sentences. A sentence from under a prepared claim finds that claim among all of its
side in 22 % of the cases alone and in 37 % with the sentence before it, so both ways are tried, the longer at a discount.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from config.format import Side
from planning.ports import Embedder, Vectors
from planning.rehearsal import Prepared, Rehearsal

ABOUT = 0.30  # from which a passage is at least about the subject of a claim
MADE = 0.40  # from which it makes the claim
SURE = 0.50  # from which the claim's own words may be put into the speaker's mouth; by the passage alone
DISCOUNT = (0.0, 0.03, 0.05)  # on a passage alone, with the one before it, with two
ARGUMENT_DOUBT = 0.05  # a sentence from under a claim shares its subject with other claims
DEEP_DOUBT = 0.03  # a claim from deep in a tree is seldom what somebody opens with


@dataclass(frozen=True)
class Likeness:
    """The prepared claim a passage is most like. Both are cosines about the mean of the motion.

    `cosine`: of the passage, alone or with what led up to it; `alone`: of the passage alone, to the same claim.
    """

    node: Prepared
    cosine: float
    alone: float

    @property
    def about(self) -> bool:
        return self.cosine >= ABOUT

    @property
    def made(self) -> bool:
        return self.cosine >= MADE

    @property
    def sure(self) -> bool:
        return self.alone >= SURE


class Recognition:
    """Every wording of a motion's prepared claims as a vector about their mean."""

    def __init__(self, rehearsal: Rehearsal, embedder: Embedder) -> None:
        self._embedder = embedder
        self._nodes = list(rehearsal.nodes.values())
        rows = [(i, text, doubt) for i, node in enumerate(self._nodes) for text, doubt in _wordings(node)]
        self._texts = [text for _, text, _ in rows]
        self._starts = np.searchsorted([i for i, _, _ in rows], np.arange(len(self._nodes)))
        self._doubt = np.asarray([doubt for _, _, doubt in rows], dtype=np.float32)
        self._of_side = {side: np.asarray([node.side is side for node in self._nodes], dtype=bool) for side in Side}
        self._embed()

    def _embed(self) -> None:
        vectors = self._embedder.embed(self._texts) if self._texts else np.zeros((1, 1), dtype=np.float32)
        self._made_by, self._mean = self._embedder.name, vectors.mean(axis=0)
        self._vectors = self._about_mean(vectors)

    def _about_mean(self, vectors: Vectors) -> Vectors:
        left = vectors - self._mean
        unit: Vectors = left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-9)
        return unit

    def nearest(
        self, passage: str, before: Sequence[str], side: Side, among: Collection[str] | None = None
    ) -> Likeness | None:
        """The claim of that side most like the passage, however little; None where nothing is prepared.

        Args:
            before: the passages that led up to it, oldest first; only the last two are used.
            among: ids of the nodes in question; all of that side's if left out.
        """
        asked = self._of_side[side]
        if among is not None:
            asked = asked & np.asarray([node.id in among for node in self._nodes], dtype=bool)
        if not asked.any():
            return None
        texts = [passage, *(" ".join((*before[-n:], passage)) for n in range(1, min(len(before), 2) + 1))]
        vectors = self._embedder.embed(texts)
        if self._embedder.name != self._made_by:  # another one took over, whose vectors mean something else
            self._embed()
        cosines = np.where(asked, self._cosines(vectors), np.float32(-1.0))
        best = (cosines - np.asarray(DISCOUNT[: len(texts)], dtype=np.float32)[:, None]).max(axis=0)
        found = int(best.argmax())
        return Likeness(self._nodes[found], float(best[found]), float(cosines[0, found]))

    def _cosines(self, vectors: Vectors) -> NDArray[np.float32]:
        """Shape (texts, nodes): of each text to the most like wording of each node, less its doubt."""
        each = self._about_mean(vectors) @ self._vectors.T - self._doubt
        best: NDArray[np.float32] = np.maximum.reduceat(each, self._starts, axis=1)
        return best


def _wordings(node: Prepared) -> Iterator[tuple[str, float]]:
    """The texts a node may be recognised by, each with how much its cosine is to be doubted."""
    deep = DEEP_DOUBT if node.level >= 2 else 0.0
    for text in (node.claim, *node.node.heard):
        yield text, deep
    for text in (*node.node.argument, node.node.impact):
        yield text, deep + ARGUMENT_DOUBT
