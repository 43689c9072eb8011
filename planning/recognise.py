"""Which prepared claim a heard passage makes: compared within one debate, and together with what led up to it.

All claims of a motion share its subject, and so does everything said about it: a cosine is mostly made of that. So the
mean of the prepared texts is taken off first, and what is left tells one claim from another. On ArgKP-2021 (its
development part, all-MiniLM-L6-v2) the nearest key point is then right for 48 % of the arguments instead of 44 %, and
the average precision of accepting it by its cosine is 0.74 instead of 0.58; from 0.30 on 76 % are right, from 0.40 on
88 %, from 0.50 on 97 %. What is left has the mean zero whatever the encoder, so the bounds depend on it less.

People spread a point over several sentences. A sentence from under a prepared claim finds that claim among all of its
side in 22 % of the cases alone and in 37 % with the sentence before it: both ways are tried, the longer at a discount.
Of what is found so 66 % is right where the sentence alone has a cosine of 0.2 to 0.4, and 35 % where it has none.
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
SHARE = 0.10  # which the passage alone must reach: below it, it was what led up to it that made the claim
DISCOUNT = 0.05  # on what a passage reaches only together with what led up to it
LED_UP_WORDS = 30  # of what led up to it, at most: a longer text takes longer to encode and tells less of the passage
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
        return self.cosine >= ABOUT and self.alone >= SHARE

    @property
    def made(self) -> bool:
        return self.cosine >= MADE and self.about

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
            before: the passages that led up to it, oldest first; the last words of them are used, where the passage
                alone makes no claim.
            among: ids of the nodes in question; all of that side's if left out.
        """
        asked = self._of_side[side]
        if among is not None:
            asked = asked & np.asarray([node.id in among for node in self._nodes], dtype=bool)
        if not asked.any():
            return None
        alone = best = np.where(asked, self._cosines(passage), np.float32(-1.0))
        if before and alone.max() < MADE:
            led_up = " ".join(before).split()[-LED_UP_WORDS:]
            together = np.where(asked, self._cosines(" ".join((*led_up, passage))), np.float32(-1.0))
            best = np.maximum(alone, together - np.float32(DISCOUNT))
        found = int(best.argmax())
        return Likeness(self._nodes[found], float(best[found]), float(alone[found]))

    def _cosines(self, text: str) -> NDArray[np.float32]:
        """Shape (nodes,): of the text to the most like wording of each node, less its doubt."""
        vectors = self._embedder.embed([text])
        if self._embedder.name != self._made_by:  # another one took over, whose vectors mean something else
            self._embed()
        best: NDArray[np.float32] = np.maximum.reduceat(
            (self._about_mean(vectors) @ self._vectors.T)[0] - self._doubt, self._starts
        )
        return best


def _wordings(node: Prepared) -> Iterator[tuple[str, float]]:
    """The texts a node may be recognised by, each with how much its cosine is to be doubted."""
    deep = DEEP_DOUBT if node.level >= 2 else 0.0
    for text in (node.claim, *node.node.heard):
        yield text, deep
    for text in (*node.node.argument, node.node.impact):
        yield text, deep + ARGUMENT_DOUBT
