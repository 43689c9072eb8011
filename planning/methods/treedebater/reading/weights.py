"""What is known of a heard passage, weighed: a conditional logit (McFadden 1974) over prepared claims and `nothing`.

The weights are fitted by `python -m tools.fitting claims`; the file says what they were worth.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import config
from config.errors import ConfigError

SHIPPED = Path(config.__file__).parent / "recognition.json"

Floats = NDArray[np.float32]

OF_NODE = (
    "alone", "pair", "recent", "claim", "verbatim", "tree", "answers", "quoted", "words", "recent_words",
    "main", "deep", "deepest", "main_in_opening", "answer_in_opening", "main_in_closing",
)  # fmt: skip
OF_NOTHING = ("always", "reported", "own_life", "length", "content", "beginning", "best_alone", "best_recent")


@dataclass(frozen=True)
class Weights:
    """Of what is known of a passage: for each node, and for making no prepared claim.

    Raises:
        ConfigError: (from `read`) the file cannot be read, or names other features.
    """

    node: Floats
    nothing: Floats

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Weights:
        try:
            raw: Any = json.loads(path.read_text(encoding="utf-8"))
            parts = [_ordered(raw[part], names) for part, names in (("node", OF_NODE), ("nothing", OF_NOTHING))]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ConfigError(f"{path}: not the weights of a reader: {error}") from error
        return cls(*parts)

    def logits(self, node: Floats, nothing: Floats) -> Floats:
        """Shape (nodes + 1,): of each row of `node`, and of there being none."""
        found: Floats = np.append(node @ self.node, nothing @ self.nothing)
        return found


def _ordered(values: Mapping[str, float], names: Sequence[str]) -> Floats:
    if set(values) != set(names):
        raise ValueError(f"features {sorted(set(values) ^ set(names))}")
    return np.asarray([values[name] for name in names], dtype=np.float32)


@cache
def shipped_weights() -> Weights:
    return Weights.read()
