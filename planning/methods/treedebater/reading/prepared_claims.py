"""Every wording of a motion's prepared claims, as vectors and as words, for a heard passage to be compared with.

Vectors are compared about the mean of the motion's prepared texts: what all of them share says nothing about which of
them is meant, and what is left has the mean zero whatever the encoder. The rare words that a passage shares with them
tell claims of one subject from another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from config.format import Side
from planning.debate.encoding import Encoded, Encodings
from planning.language.cues.cues import content_words, stem
from planning.methods.treedebater.reading.fitted import Floats, PairModel, Weights, unit
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal
from planning.ports import Embedder, Vectors

BEST = 3  # wordings of a node that are averaged: one alone may share a chance word
MEANT = 0.3  # cosine from which one of a few claims is meant by somebody who reports it


class RareWords:
    """The words of each node, weighed by how few nodes use them. `texts`: of each node."""

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


@dataclass(frozen=True, eq=False)
class Wordings:
    """Wordings as vectors of length 1 about their mean: shapes (wordings, dimension) and (dimension,)."""

    rows: Floats
    mean: Floats

    @classmethod
    def of(cls, vectors: Vectors) -> Wordings:
        mean = vectors.mean(axis=0) if len(vectors) else np.zeros(1, dtype=np.float32)
        return cls(unit(vectors - mean), mean)

    def cosines(self, vector: Floats) -> Floats:
        """Shape (wordings,): to a vector about the same mean."""
        found: Floats = self.rows @ vector
        return found


class Recognition:
    """Every wording of a motion's prepared claims, as vectors about their mean and as words.
    `weights`: of what is known of a passage. `pairs`: whether it makes a claim."""

    def __init__(self, rehearsal: Rehearsal, embedder: Embedder, weights: Weights, pairs: PairModel) -> None:
        self.nodes = list(rehearsal.nodes.values())
        self.weights, self.pairs = weights, pairs
        place = {node.id: i for i, node in enumerate(self.nodes)}
        self.place: Mapping[str, int] = place
        self.of_side = {side: np.asarray([node.side is side for node in self.nodes], dtype=bool) for side in Side}
        self.parent = np.asarray([place[node.parent] if node.parent else -1 for node in self.nodes], dtype=np.intp)
        self.tree = np.asarray([place[rehearsal.root_of(node).id] for node in self.nodes], dtype=np.intp)
        self.level = np.asarray([node.level for node in self.nodes], dtype=np.intp)
        rows = [(i, text, claim) for i, node in enumerate(self.nodes) for text, claim in _wordings(node)]
        self._of_node = _gathered([i for i, _, _ in rows], len(self.nodes))
        claims = [i for i, (_, _, claim) in enumerate(rows) if claim]
        self._claims = np.asarray(claims, dtype=np.intp)
        self._of_claim = _gathered([rows[i][0] for i in claims], len(self.nodes))
        self._claim_starts = np.searchsorted([rows[i][0] for i in claims], np.arange(len(self.nodes)))
        self._words = RareWords([[text for i, text, _ in rows if i == n] for n in range(len(self.nodes))])
        self._wordings = Encodings([text for _, text, _ in rows], embedder, Wordings.of)
        self._frames = {side: Encodings(_frame(rehearsal, side), embedder, lambda rows: rows) for side in Side}

    def refresh(self) -> None:
        """Encode all of it anew if another encoder has taken over. May be called from any thread."""
        self._wordings.now()
        for frame in self._frames.values():
            frame.now()

    def beside(self, passage: Encoded) -> tuple[Wordings, Floats]:
        """All wordings, and the passage as a vector of length 1 about their mean; others if an encoder took over."""
        wordings, vector = self._wordings.beside(passage)
        return wordings, unit(vector - wordings.mean)

    def framing(self, passage: Encoded, side: Side) -> tuple[float, float]:
        """The cosines of a passage to the motion, and to the line most like it of a side's definition and criterion."""
        frame, vector = self._frames[side].beside(passage)
        motion, *lines = (frame @ vector).tolist()
        return motion, max(lines, default=0.0)

    def typical(self, cosines: Floats) -> Floats:
        """Shape (nodes,): the mean of the best few wordings of each node."""
        each = np.append(cosines, np.float32(np.nan))[self._of_node]
        found: Floats = np.nanmean(-np.sort(-each, axis=1)[:, :BEST], axis=1)
        return found

    def claims(self, cosines: Floats) -> Floats:
        """Shape (nodes,): the best among the wordings of the claim itself."""
        found: Floats = np.maximum.reduceat(cosines[self._claims], self._claim_starts)
        return found

    def own(self, cosines: Floats) -> Floats:
        """Shape (nodes,): the claim in its own words."""
        found: Floats = cosines[self._claims[self._claim_starts]]
        return found

    def typical_claims(self, cosines: Floats) -> Floats:
        """Shape (nodes,): the mean of the best few wordings of the claim itself."""
        each = np.append(cosines[self._claims], np.float32(np.nan))[self._of_claim]
        found: Floats = np.nanmean(-np.sort(-each, axis=1)[:, :BEST], axis=1)
        return found

    def closest(self, cosines: Floats) -> Floats:
        """Shape (nodes,): the best wording of each node."""
        found: Floats = np.nanmax(np.append(cosines, np.float32(np.nan))[self._of_node], axis=1)
        return found

    def shared_words(self, texts: Sequence[str]) -> Floats:
        """Shape (nodes,): how much of what is said in the texts, by the rarity of its words, the node says too."""
        return self._words.shared(texts)

    def meant(self, passage: Encoded, among: Collection[str]) -> Prepared | None:
        """Which of these nodes a report of somebody else's words means, if any."""
        places = [self.place[one] for one in among if one in self.place]
        if not places:
            return None
        wordings, vector = self.beside(passage)
        cosines = self.claims(wordings.cosines(vector))
        best = max(places, key=lambda i: float(cosines[i]))
        return self.nodes[best] if cosines[best] >= MEANT else None


def _gathered(owners: Sequence[int], count: int) -> NDArray[np.intp]:
    """Shape (nodes, most wordings): the rows of each node; filled up with the place after the last row."""
    rows: list[list[int]] = [[] for _ in range(count)]
    for row, owner in enumerate(owners):
        rows[owner].append(row)
    table = np.full((count, max(map(len, rows), default=1)), len(owners), dtype=np.intp)
    for line, own in zip(table, rows, strict=True):
        line[: len(own)] = own
    return table


def _frame(rehearsal: Rehearsal, side: Side) -> list[str]:
    """The motion, and what a side says of what it means and how it is to be judged."""
    case = rehearsal.case(side)
    return [rehearsal.motion, *case.definition, *case.criterion]


def _wordings(node: Prepared) -> Iterator[tuple[str, bool]]:
    """The texts a node may be recognised by, and whether each says its claim."""
    for text in (node.claim, *node.node.heard):
        yield text, True
    for text in (*node.node.argument, node.node.impact):
        yield text, False
