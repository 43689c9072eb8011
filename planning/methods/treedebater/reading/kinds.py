"""What kind of objection heard words make: by a model of the encoder's vectors, else by likeness to examples.

The model (`kind_model.py`) is fitted for the embedded encoder. For another one, words are compared with examples of
each kind, and that and their small words weighed. The examples (`config/objection_kinds.yaml`) are about many subjects,
so that what they share is the kind; vectors are compared about their mean, for what all of them share says nothing. The
weights (`config/objection_kinds.json`) are fitted by `rostrum bench reading --opponents FOLDER --fit-kinds FILE`, and
the file says on what and what they were worth. Where no kind is likely enough it is `other`: an answer to the wrong
kind is worse than a general one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import config
from config.errors import ConfigError
from planning.debate.encoding import Encoded, Encodings
from planning.debate.points import Objection
from planning.language.cues.objection_cues import cues_of
from planning.methods.treedebater.reading.kind_model import ORDER, KindModel, shipped_kinds
from planning.methods.treedebater.reading.prepared_claims import unit
from planning.methods.treedebater.reading.weights import Floats
from planning.ports import Embedder, Vectors

EXAMPLES = Path(config.__file__).parent / "objection_kinds.yaml"
SHIPPED = Path(config.__file__).parent / "objection_kinds.json"
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

    Raises:
        ConfigError: (from `read`) the file cannot be read, or names other kinds.
    """

    like: float
    cue: Floats
    always: Floats
    sure: float

    @classmethod
    def read(cls, path: Path = SHIPPED) -> KindWeights:
        try:
            raw: Any = json.loads(path.read_text(encoding="utf-8"))
            cue, always = (
                np.asarray([raw[part][kind] for kind in ORDER], dtype=np.float32) for part in ("cue", "always")
            )
            return cls(float(raw["like"]), cue, always, float(raw["sure"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ConfigError(f"{path}: not the weights of kinds of objections: {error}") from error

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
class _Examples:
    """Their vectors of length 1 about their mean."""

    rows: Floats
    mean: Floats

    @classmethod
    def of(cls, vectors: Vectors) -> _Examples:
        mean = vectors.mean(axis=0)
        return cls(unit(vectors - mean), mean)


class Kinds:
    """Knows the kinds of objections by their examples."""

    def __init__(self, embedder: Embedder, weights: KindWeights | None = None, model: KindModel | None = None) -> None:
        self._weights, self._model = weights or _shipped(), model or shipped_kinds()
        self._embedder = embedder
        self._of_kind = np.asarray([ORDER.index(kind) for kind, _ in examples()], dtype=np.intp)
        self._made: Encodings[_Examples] | None = None  # of the examples, where they are needed
        self.refresh()

    def refresh(self) -> None:
        """Encode the examples, where the encoder is one that the model does not know. May be called from any thread."""
        if self._embedder.name != self._model.encoder:
            self._examples().now()

    def _examples(self) -> Encodings[_Examples]:
        if self._made is None:
            self._made = Encodings([text for _, text in examples()], self._embedder, _Examples.of)
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


@cache
def examples(path: Path = EXAMPLES) -> Sequence[tuple[Objection, str]]:
    """Sentences with their kinds, in the file's order.

    Raises:
        ConfigError: the file cannot be read, is no table of lists of sentences, or names other kinds.
    """
    try:
        raw: Any = yaml.safe_load(path.read_text(encoding="utf-8"))
        found = [(Objection(kind), str(text)) for kind, texts in raw.items() for text in texts]
    except (OSError, yaml.YAMLError, ValueError, AttributeError, TypeError) as error:
        raise ConfigError(f"{path}: no examples of kinds of objections: {error}") from error
    if missing := set(ORDER) - {kind for kind, _ in found}:
        raise ConfigError(f"{path}: no examples of {', '.join(sorted(missing))}")
    return found


@cache
def _shipped() -> KindWeights:
    return KindWeights.read()
