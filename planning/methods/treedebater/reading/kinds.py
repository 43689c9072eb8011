"""What kind of objection heard words make: a multinomial logistic regression of their vector and their small words.

It knows one encoder, whose vectors it was fitted on (`python -m tools.fitting kinds`); `config/objection_kinds.npz` is
the model, and says on what it was fitted. Of any other encoder it is shown the small words alone: of 260 points of
people held out it then names the kind of 16, half of them rightly. Where no kind is likely enough it is `other`: an
answer to the wrong kind is worse than a general one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.language.cues.objection_cues import cues_of
from planning.methods.treedebater.reading.fitted import Floats
from planning.methods.treedebater.reading.prepared_claims import unit

ORDER = tuple(Objection)
MOST_CUES = 2  # of a kind that count
OF_BEFORE = 0.8  # how much the passage before counts beside one, of 0, 0.5 and 0.8 the best on motions left out


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
