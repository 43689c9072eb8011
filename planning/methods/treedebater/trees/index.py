"""All claims of a motion's rehearsal trees as vectors, to find the one that a text is most like. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from config.format import Side
from planning.debate.encoding import Encoded, Encodings
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal
from planning.ports import Embedder

ARGUMENT_DOUBT, DEEP_DOUBT = 0.05, 0.03


class Index:
    """Each node's claim and the other ways of saying it. With `arguments` the reasons and the impact under a claim
    count as ways of saying it too: right for recognising a heard passage, wrong for comparing claims."""

    def __init__(self, rehearsal: Rehearsal, embedder: Embedder, *, arguments: bool = False) -> None:
        self.rehearsal, self.embedder = rehearsal, embedder
        self.nodes = list(rehearsal.nodes.values())
        rows = [(i, text, doubt) for i, node in enumerate(self.nodes) for text, doubt in _wordings(node, arguments)]
        # the rows of one node lie together, so its best is found by one pass over where they begin
        self._starts = np.searchsorted([i for i, _, _ in rows], np.arange(len(self.nodes)))
        self._doubt = np.asarray([doubt for _, _, doubt in rows], dtype=np.float32)
        self._vectors = Encodings([text for _, text, _ in rows], embedder, lambda vectors: vectors)
        self._roots = [rehearsal.root_of(node).id for node in self.nodes]
        self._of_side = {side: np.asarray([node.side is side for node in self.nodes], dtype=bool) for side in Side}

    def refresh(self) -> None:
        """Encode all of it anew if another encoder has taken over. May be called from any thread."""
        self._vectors.now()

    def cosines(self, said: Encoded) -> NDArray[np.float32]:
        """Shape (nodes,): for each node the best cosine of what was said to any of its wordings, less their doubt."""
        if not self.nodes:
            return np.zeros(0, dtype=np.float32)
        vectors, query = self._vectors.beside(said)
        # not `@`: its threads wait for each other where recogniser and voices keep the cores busy
        scores = np.vecdot(vectors, query) - self._doubt
        best: NDArray[np.float32] = np.maximum.reduceat(scores, self._starts)
        return np.maximum(best, np.float32(-1.0))

    def nearest(self, said: Sequence[Encoded], side: Side, most: int) -> list[Prepared]:
        """The nodes of that side, at most so many, that are most like any of the texts; the likest first."""
        own = np.flatnonzero(self._of_side[side])
        if not len(own) or not said:
            return []
        best = np.max([self.cosines(one)[own] for one in said], axis=0)
        return [self.nodes[own[i]] for i in np.argsort(-best, kind="stable")[:most].tolist()]

    def similar(self, said: Encoded, side: Side, threshold: float) -> list[tuple[Prepared, float]]:
        """In each tree the node of that side most like what was said, where it reaches the threshold; best first."""
        cosines = self.cosines(said).astype(np.float64)  # as exact as the threshold
        found: dict[str, tuple[Prepared, float]] = {}
        for i in np.flatnonzero(self._of_side[side] & (cosines >= threshold)).tolist():
            root, cosine = self._roots[i], float(cosines[i])
            if root not in found or found[root][1] < cosine:
                found[root] = (self.nodes[i], cosine)
        return sorted(found.values(), key=lambda pair: -pair[1])


def _wordings(node: Prepared, arguments: bool) -> Iterator[tuple[str, float]]:
    """The texts a node may be recognised by, each with how much its cosine is to be doubted. A sentence from under a
    claim shares its subject with other claims, and a claim from deep in a tree is seldom what somebody opens with."""
    deep = DEEP_DOUBT if arguments and node.level >= 2 else 0.0
    for text in (node.claim, *node.node.heard):
        yield text, deep
    if arguments:
        for text in (*node.node.argument, node.node.impact):
            yield text, deep + ARGUMENT_DOUBT
