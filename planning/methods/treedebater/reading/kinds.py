"""What kind of objection heard words make: by a model of the encoder's vectors, else by likeness to examples. Pure.

The model (`kind_model.py`) is fitted for the embedded encoder. For another one, words are compared with examples of
each kind, and that and their small words weighed. The examples (`config/objection_kinds.yaml`) are about many subjects,
so that what they share is the kind; vectors are compared about their mean, for what all of them share says nothing. The
weights (`config/objection_kinds.json`) are fitted by `rostrum bench reading --opponents FOLDER --fit-kinds FILE`, and
the file says on what and what they were worth. Where no kind is likely enough it is `other`: an answer to the wrong
kind is worse than a general one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from planning.debate.encoding import Encoded, Encodings
from planning.debate.points import Objection
from planning.language.cues.objection_cues import cues_of
from planning.methods.treedebater.reading.kind_model import ORDER, KindModel
from planning.methods.treedebater.reading.prepared_claims import unit
from planning.methods.treedebater.reading.weights import Floats
from planning.ports import Embedder, Vectors

Examples = Sequence[tuple[Objection, str]]
"""Sentences with their kinds."""

OF_BEFORE = 0.8  # how much the passage before counts beside one, of 0, 0.5 and 0.8 the best on motions left out
NEAREST = 3  # examples of a kind that are averaged


@dataclass(frozen=True)
class Kind:
    """The likeliest kind of an objection, `other` where none is likely enough; and how probable each is."""

    kind: Objection
    probabilities: Mapping[Objection, float]


@dataclass(frozen=True)
class KindWeights:
    """`like`: of the likeness to the examples; `cue` and `always`: by kind, shape (kinds,).

    `sure`: the least probability of a kind that is named.
    """

    like: float
    cue: Floats
    always: Floats
    sure: float

    @classmethod
    def of(cls, like: float, cue: Mapping[str, float], always: Mapping[str, float], sure: float) -> KindWeights:
        """Of weights by the names of the kinds.

        Raises:
            KeyError: one is missing.
        """
        return cls(like, _by_kind(cue), _by_kind(always), sure)

    def probabilities(self, features: Floats) -> Floats:
        """Shape (kinds,).

        Args:
            features: shape (kinds, 2): the likeness to the examples of each kind, and its cues.
        """
        scores = features[:, 0] * self.like + features[:, 1] * self.cue + self.always
        shares = np.exp(scores - scores.max())
        found: Floats = shares / shares.sum()
        return found


@dataclass(frozen=True, eq=False)
class _ExampleVectors:
    """Their vectors of length 1 about their mean."""

    rows: Floats
    mean: Floats

    @classmethod
    def of(cls, vectors: Vectors) -> _ExampleVectors:
        mean = vectors.mean(axis=0)
        return cls(unit(vectors - mean), mean)


class Kinds:
    """Knows the kinds of objections, for the encoder of the model by that, for another by examples.

    Args:
        examples: sentences with their kinds, some of each.
    """

    def __init__(self, embedder: Embedder, model: KindModel, weights: KindWeights, examples: Examples) -> None:
        self._embedder, self._model, self._weights = embedder, model, weights
        self._texts = [text for _, text in examples]
        self._of_kind = np.asarray([ORDER.index(kind) for kind, _ in examples], dtype=np.intp)
        self._made: Encodings[_ExampleVectors] | None = None  # of the examples, where they are needed
        self.refresh()

    def refresh(self) -> None:
        """Encode the examples, where the encoder is one that the model does not know. May be called from any thread."""
        if self._embedder.name != self._model.encoder:
            self._examples().now()

    def _examples(self) -> Encodings[_ExampleVectors]:
        if self._made is None:
            self._made = Encodings(self._texts, self._embedder, _ExampleVectors.of)
        return self._made

    def of(self, said: Encoded, before: Encoded | None = None) -> Kind:
        """The kind of objection that these words make, be they one passage or all of a point.

        Args:
            before: the passage that led up to it: people spread a point over several.
        """
        encoder, vector = said.now()
        if encoder == self._model.encoder:
            if before is not None and (led := before.now())[0] == encoder:
                vector = vector + OF_BEFORE * led[1]
            shares, sure = self._model.probabilities(vector, cues_of(said.text)), self._model.sure
        else:
            shares, sure = self._weights.probabilities(self.features(said)), self._weights.sure
        best = int(shares.argmax())
        kind = ORDER[best] if shares[best] >= sure else Objection.OTHER
        return Kind(kind, {one: float(share) for one, share in zip(ORDER, shares, strict=True)})

    def features(self, said: Encoded) -> Floats:
        """Shape (kinds, 2): how like the words are to the examples of each kind, and how many of its cues they have."""
        known, vector = self._examples().beside(said)
        cosines, cues = known.rows @ unit(vector - known.mean), cues_of(said.text)
        like = [np.sort(cosines[self._of_kind == place])[-NEAREST:].mean() for place in range(len(ORDER))]
        return np.stack([like, [cues.get(kind, 0) for kind in ORDER]], axis=1).astype(np.float32)


def _by_kind(values: Mapping[str, float]) -> Floats:
    return np.asarray([values[kind] for kind in ORDER], dtype=np.float32)
