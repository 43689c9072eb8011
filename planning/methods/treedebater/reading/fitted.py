"""What reading was fitted to, run with numpy: which prepared claim a passage makes, and what kind of objection. Pure.

A conditional logit (McFadden 1974) over prepared claims and `nothing` says which is the likeliest. Boosted trees over
what is known of the two (Friedman 2001) say whether a passage makes a claim; they look at one at a time, so how far the
likeliest stands out is weighed by a logistic regression. Kinds of objections are told by a multinomial one, of a vector
and small words. `python -m tools.fitting claims`, `pairs` and `kinds` fit them, on passages that people labelled;
`config/recognition.json`, `pairs.json` and `objection_kinds.npz` hold them, and say what they were worth on others.

The model of kinds knows the vectors of one encoder. Of any other it is shown the small words alone: of 260 points of
people held out it then names the kind of 16, half of them rightly. Where no kind is likely enough it is `other`: an
answer to the wrong kind is worse than a general one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.language.cues.point_cues import cues_of

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
OF_BEST = (
    "claim", "all", "z_claim", "z_all", "gap_all", "over_other", "words", "content", "length", "before", "nothing",
    "level", "own", "quoting", "reported",
)  # fmt: skip
OF_ACCEPTANCE = ("odds", "odds_of_next", "whole", "in_tree", *OF_BEST)
_PLACES = [OF_PAIR.index(name) for name in OF_BEST]
ORDER = tuple(Objection)
MOST_CUES = 2  # of a kind that count
OF_BEFORE = 0.8  # how much the passage before counts beside one, of 0, 0.5 and 0.8 the best on motions left out


@dataclass(frozen=True)
class Weights:
    """Of what is known of a passage: for each node, and for making no prepared claim."""

    node: Floats
    nothing: Floats

    @classmethod
    def of(cls, node: Mapping[str, float], nothing: Mapping[str, float]) -> Weights:
        """Of weights by the names of the features. Raises ValueError: they are of other features."""
        return cls(_ordered(node, OF_NODE), _ordered(nothing, OF_NOTHING))

    def logits(self, node: Floats, nothing: Floats) -> Floats:
        """Shape (nodes + 1,): of each row of `node`, and of there being none."""
        found: Floats = np.append(node @ self.node, nothing @ self.nothing)
        return found


def _ordered(values: Mapping[str, float], names: Sequence[str]) -> Floats:
    if set(values) != set(names):
        raise ValueError(f"features {sorted(set(values) ^ set(names))}")
    return np.asarray([values[name] for name in names], dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Acceptance:
    """`weights`: shape (features,), in the order of `OF_ACCEPTANCE`."""

    base: float
    weights: Floats

    @classmethod
    def of(cls, base: float, weights: Mapping[str, float]) -> Acceptance:
        """Of weights by the names of the features. Raises KeyError: one is missing."""
        return cls(base, np.asarray([weights[name] for name in OF_ACCEPTANCE], dtype=np.float32))

    def probability(self, known: Floats) -> float:
        """How probable it is that the passage makes its likeliest claim. `known`: shape (features,), of `known_of`."""
        return float(1.0 / (1.0 + np.exp(-(self.base + float(known @ self.weights)))))


def known_of(best: int, probabilities: Floats, features: Floats, trees: NDArray[np.intp]) -> Floats:
    """What is known of the likeliest claim: shape (features,), in the order of `OF_ACCEPTANCE`.

    `best`: its row. `probabilities`: of all claims of the side, by the pair model. `features`: what it was told.
    `trees`: of each claim, the tree that it is in.
    """
    others = np.delete(probabilities, best)
    shares = probabilities[best], others.max() if len(others) else np.float32(0.0)
    found = [*map(_odds, shares), float(probabilities.sum()), float(probabilities[trees == trees[best]].sum())]
    return np.asarray([*found, *features[best, _PLACES]], dtype=np.float32)


def _odds(probability: np.float32) -> float:
    share = min(max(float(probability), 1e-4), 1.0 - 1e-4)
    return float(np.log(share / (1.0 - share)))


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
        `features`: shape (pairs, features), in the order of `OF_PAIR`."""
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
        `best`: its row. `trees`: shape (pairs,), the tree that each claim is in."""
        return self.acceptance.probability(known_of(best, probabilities, features, trees))


def _depth(tree: Sequence[Sequence[float]], place: int = 0) -> int:
    _, _, left, right, _ = tree[place]
    return 0 if left < 0 else 1 + max(_depth(tree, int(left)), _depth(tree, int(right)))


def unit(vectors: NDArray[Any]) -> Floats:
    """The same with length 1 along the last axis."""
    found: Floats = (vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)).astype(np.float32)
    return found


@dataclass(frozen=True, eq=False)
class KindModel:
    """`encoder`: its name. `mean`: shape (dimension,), which vectors are compared about. `sure`: the least probability
    of a kind that is named. `of_vector`: shape (kinds, dimension), `of_cues`: (kinds, kinds), `always`: (kinds,)."""

    encoder: str
    mean: Floats
    of_vector: Floats
    of_cues: Floats
    always: Floats
    sure: float

    def probabilities(self, vector: Floats, cues: Mapping[Objection, int]) -> Floats:
        """Shape (kinds,), in the order of `Objection`.
        `vector`: shape (dimension,), of that encoder. `cues`: how many small words of each kind there are."""
        scores = self.of_vector @ unit(vector - self.mean) + self.of_cues @ counted(cues) + self.always
        shares = np.exp(scores - scores.max())
        found: Floats = shares / shares.sum()
        return found


def counted(cues: Mapping[Objection, int]) -> Floats:
    """Shape (kinds,)."""
    return np.asarray([min(MOST_CUES, cues.get(kind, 0)) for kind in ORDER], dtype=np.float32)


class Kinds:
    """Tells the kind of an objection, be it made in one passage or all of a point."""

    def __init__(self, model: KindModel) -> None:
        self._model = model

    def of(self, said: Encoded, before: Encoded | None = None) -> Objection:
        """The likeliest kind, `other` where none is likely enough.
        `before`: the passage that led up to it: people spread a point over several."""
        encoder, vector = said.now()
        if encoder != self._model.encoder:
            vector = self._model.mean  # says nothing
        elif before is not None and (led := before.now())[0] == encoder:
            vector = vector + OF_BEFORE * led[1]
        shares = self._model.probabilities(vector, cues_of(said.text))
        best = int(shares.argmax())
        return ORDER[best] if shares[best] >= self._model.sure else Objection.OTHER
