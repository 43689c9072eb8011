"""The kind of an objection from the vector of its words and its small words: a multinomial logistic regression. Pure.

It knows one encoder, whose vectors it was fitted on (`rostrum bench reading --fit-kinds FILE.npz`); for any other one
`kinds.py` compares with examples. `config/objection_kinds.npz` is the model, and says on what it was fitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from planning.debate.points import Objection
from planning.methods.treedebater.reading.prepared_claims import unit
from planning.methods.treedebater.reading.weights import Floats

ORDER = tuple(Objection)
MOST_CUES = 2  # of a kind that count


@dataclass(frozen=True, eq=False)
class KindModel:
    """`encoder`: its name. `mean`: shape (dimension,), which vectors are compared about. `sure`: as of `KindWeights`.

    `of_vector`: shape (kinds, dimension), `of_cues`: (kinds, kinds), `always`: (kinds,).
    """

    encoder: str
    mean: Floats
    of_vector: Floats
    of_cues: Floats
    always: Floats
    sure: float

    def probabilities(self, vector: Floats, cues: Mapping[Objection, int]) -> Floats:
        """Shape (kinds,), in the order of `Objection`.

        Args:
            vector: shape (dimension,), of that encoder.
            cues: how many small words of each kind there are.
        """
        scores = self.of_vector @ unit(vector - self.mean) + self.of_cues @ counted(cues) + self.always
        shares = np.exp(scores - scores.max())
        found: Floats = shares / shares.sum()
        return found


def counted(cues: Mapping[Objection, int]) -> Floats:
    """Shape (kinds,)."""
    return np.asarray([min(MOST_CUES, cues.get(kind, 0)) for kind in ORDER], dtype=np.float32)
