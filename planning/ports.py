"""The outside parts the mind needs, as tiny Protocols. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors whose dot product is their cosine similarity."""

    @property
    def name(self) -> str: ...

    @property
    def same(self) -> float:
        """Cosine at or above which two claims are the same proposition, polarity unknown."""
        ...

    @property
    def related(self) -> float:
        """Cosine under which a heard passage has nothing to do with a claim."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension), float32, rows of length 1."""
        ...
