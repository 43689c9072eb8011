"""The kind of an objection from the vector of its words and its small words: a multinomial logistic regression. Pure.

It knows one encoder, whose vectors it was fitted on (`rostrum bench reading --fit-kinds FILE.npz`); for any other one
`kinds.py` compares with examples. `config/objection_kinds.npz` is the model, and says on what it was fitted.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import config
from config.errors import ConfigError
from planning.debate.points import Objection
from planning.methods.treedebater.reading.prepared_claims import unit
from planning.methods.treedebater.reading.weights import Floats

SHIPPED = Path(config.__file__).parent / "objection_kinds.npz"
ORDER = tuple(Objection)
MOST_CUES = 2  # of a kind that count


@dataclass(frozen=True, eq=False)
class KindModel:
    """`encoder`: its name. `mean`: shape (dimension,), which vectors are compared about. `sure`: as of `KindWeights`.

    `of_vector`: shape (kinds, dimension), `of_cues`: (kinds, kinds), `always`: (kinds,).

    Raises:
        ConfigError: (from `read`) the file cannot be read, or is for other kinds.
    """

    encoder: str
    mean: Floats
    of_vector: Floats
    of_cues: Floats
    always: Floats
    sure: float

    @classmethod
    def read(cls, path: Path = SHIPPED) -> KindModel:
        try:
            with np.load(path, allow_pickle=False) as raw:
                if tuple(raw["kinds"]) != tuple(map(str, ORDER)):
                    raise ValueError("it is for other kinds")
                mean, of_vector, of_cues, always = (
                    raw[name].astype(np.float32) for name in ("mean", "of_vector", "of_cues", "always")
                )
                return cls(str(raw["encoder"]), mean, of_vector, of_cues, always, float(raw["sure"]))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise ConfigError(f"{path}: not a model of kinds of objections: {error}") from error

    def write(self, path: Path, fitted: str) -> None:
        """As `read` reads it. `fitted`: on what, and what it was worth."""
        short = {name: getattr(self, name).astype(np.float16) for name in ("mean", "of_vector", "of_cues", "always")}
        kinds = np.asarray([str(kind) for kind in ORDER])
        np.savez_compressed(path, kinds=kinds, encoder=self.encoder, sure=self.sure, fitted=fitted, **short)

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


@cache
def shipped_kinds() -> KindModel:
    return KindModel.read()
