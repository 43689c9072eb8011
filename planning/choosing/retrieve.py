"""Prepared material for what could be done next (TreeDebater Alg. 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from config.format import Side
from planning.argument import ActionKind
from planning.ports import Embedder, Vectors
from planning.trees.rehearsal import Prepared, Rehearsal

ARGUMENT_DOUBT, DEEP_DOUBT = 0.05, 0.03


@dataclass(frozen=True)
class Candidate:
    """Something a side could do now: an action on a target claim.

    `flow` is the id of the target's flow node, `owner` whose flow tree it is in, `thread` the claim of
    the main claim it hangs under. `source` is the rehearsal node the target was recognised as, `confidence` how
    surely, `said` the passages that made the target.
    """

    kind: ActionKind
    target: str
    owner: Side
    flow: str | None = None
    thread: str = ""
    source: str | None = None
    confidence: float = 1.0
    said: tuple[str, ...] = ()
    unanswered: bool = False
    visits: int = 0


@dataclass(frozen=True)
class Retrieved:
    """A candidate with the prepared nodes that carry it out, strongest first."""

    candidate: Candidate
    nodes: tuple[tuple[Prepared, float], ...]


class Index:
    """All claims of a motion's trees as vectors: each node's claim and the other ways of saying it.

    With `arguments` the reasons and the impact under a claim count as ways of saying it too: right for
    recognising a heard passage, wrong for comparing claims.
    """

    def __init__(self, rehearsal: Rehearsal, embedder: Embedder, *, arguments: bool = False) -> None:
        self.rehearsal, self.embedder = rehearsal, embedder
        self.nodes = list(rehearsal.nodes.values())
        rows = [(i, text, doubt) for i, node in enumerate(self.nodes) for text, doubt in _wordings(node, arguments)]
        # the rows of one node lie together, so its best is found by one pass over where they begin
        self._starts = np.searchsorted([i for i, _, _ in rows], np.arange(len(self.nodes)))
        self._doubt = np.asarray([doubt for _, _, doubt in rows], dtype=np.float32)
        self._texts = [text for _, text, _ in rows]
        self._vectors: Vectors = embedder.embed(self._texts) if rows else np.zeros((0, 0), dtype=np.float32)
        self._made_by = embedder.name
        self._roots = [rehearsal.root_of(node).id for node in self.nodes]
        self._of_side = {side: np.asarray([node.side is side for node in self.nodes], dtype=bool) for side in Side}

    def cosines(self, text: str) -> NDArray[np.float32]:
        """Shape (nodes,): for each node the best cosine of `text` to any of its wordings, less their doubt."""
        if not self.nodes:
            return np.zeros(0, dtype=np.float32)
        query = self.embedder.embed([text])[0]
        if self.embedder.name != self._made_by:  # another one took over, whose vectors mean something else
            self._vectors, self._made_by = self.embedder.embed(self._texts), self.embedder.name
        # not `@`: its threads wait for each other where recogniser and voices keep the cores busy
        scores = np.vecdot(self._vectors, query) - self._doubt
        best: NDArray[np.float32] = np.maximum.reduceat(scores, self._starts)
        return np.maximum(best, np.float32(-1.0))

    def similar(self, text: str, side: Side, threshold: float) -> list[tuple[Prepared, float]]:
        """In each tree the node of that side most like `text`, where it reaches the threshold; best first."""
        cosines = self.cosines(text).astype(np.float64)  # as exact as the threshold
        found: dict[str, tuple[Prepared, float]] = {}
        for i in np.flatnonzero(self._of_side[side] & (cosines >= threshold)).tolist():
            root, cosine = self._roots[i], float(cosines[i])
            if root not in found or found[root][1] < cosine:
                found[root] = (self.nodes[i], cosine)
        return sorted(found.values(), key=lambda pair: -pair[1])


def _wordings(node: Prepared, arguments: bool) -> Iterator[tuple[str, float]]:
    """The texts a node may be recognised by, each with how much its cosine is to be doubted.

    A sentence from under a claim shares its subject with other claims, and a claim from deep in a tree
    is seldom what somebody opens with.
    """
    deep = DEEP_DOUBT if arguments and node.level >= 2 else 0.0
    for text in (node.claim, *node.node.heard):
        yield text, deep
    if arguments:
        for text in (*node.node.argument, node.node.impact):
            yield text, deep + ARGUMENT_DOUBT


def retrieve(candidates: Sequence[Candidate], index: Index, side: Side, k: int) -> list[Retrieved]:
    """Alg. 3 over the trees of both sides, threshold from the embedder.

    Propose and reinforce take the similar node of our side; attack and rebut the children of the
    similar node of the opponent's side. Each comes with f_k.
    """
    threshold = index.embedder.same
    results = []
    for candidate in candidates:
        own = candidate.kind in (ActionKind.PROPOSE, ActionKind.REINFORCE)
        speaker = side if own else side.other
        near = [node for node, _ in index.similar(candidate.target, speaker, threshold)]
        if candidate.source and (known := index.rehearsal.nodes.get(candidate.source)):
            near = [known, *(node for node in near if node.id != known.id)]
        chosen = near if own else _children(near, index.rehearsal)
        unique = {node.id: (node, node.f(k)) for node in chosen}
        ranked = sorted(unique.values(), key=lambda pair: -pair[1])
        results.append(Retrieved(candidate, tuple(ranked)))
    return results


def backed(results: Sequence[Retrieved], rehearsal: Rehearsal, k: int) -> list[Retrieved]:
    """The same, and for each reinforcement what backs its claim in the tree: the answers to what speaks against it.

    For the claim itself has been spoken by then; its grandchildren support it (TreeDebater 3.2, r_s).
    """
    more = []
    for result in results:
        nodes = {node.id: (node, strength) for node, strength in result.nodes}
        if result.candidate.kind is ActionKind.REINFORCE:
            near = [node for node, _ in result.nodes]
            for node in _children(_children(near, rehearsal), rehearsal):
                nodes.setdefault(node.id, (node, node.f(k)))
        more.append(Retrieved(result.candidate, tuple(sorted(nodes.values(), key=lambda pair: -pair[1]))))
    return more


def _children(nodes: Sequence[Prepared], rehearsal: Rehearsal) -> list[Prepared]:
    return [rehearsal.nodes[child] for node in nodes for child in node.children]


def hit_rate(results: Sequence[Retrieved]) -> float:
    """Share of candidate actions for which something was prepared."""
    return sum(bool(result.nodes) for result in results) / len(results) if results else 0.0
