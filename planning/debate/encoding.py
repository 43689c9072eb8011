"""Texts as vectors: one is encoded once, wherever it is handed, and again only if another encoder takes over. Pure.

Vectors of two encoders mean nothing to each other. An `Embedder` may be replaced by another while it is used, also by
another thread, and then has another name: what is compared here is always of one name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from planning.ports import Embedder, Vectors

Made = TypeVar("Made")
Floats = NDArray[np.float32]


class Encoded:
    """A text and its vector, which the embedder is asked for when it is first needed.
    May be handed from thread to thread: encode it in one that may be kept waiting."""

    def __init__(self, text: str, embedder: Embedder) -> None:
        self.text, self.embedder = text, embedder
        self._made: tuple[str, Floats] | None = None

    @classmethod
    def all(cls, texts: Sequence[str], embedder: Embedder) -> list[Encoded]:
        """These texts, encoded at once."""
        found = [cls(text, embedder) for text in texts]
        name, rows = _by_one(texts, embedder)
        for one, row in zip(found, rows, strict=True):
            one._made = (name, row)
        return found

    def now(self) -> tuple[str, Floats]:
        """The name of the encoder, and its vector for the text: shape (dimension,), length 1."""
        made = self._made
        if made is None or made[0] != self.embedder.name:
            name, rows = _by_one([self.text], self.embedder)
            made = self._made = (name, rows[0])
        return made

    def cosines(self, texts: Sequence[str]) -> Floats:
        """Shape (len(texts),): to each of these texts."""
        while True:
            (name, vector), (other, rows) = self.now(), _by_one(texts, self.embedder)
            if name == other:
                return np.asarray(rows @ vector)


class Encodings(Generic[Made]):
    """What was made of the vectors of some texts that others are compared with again and again.
    `of`: makes it of vectors of shape (texts, dimension), or (0, 0) where there are no texts."""

    def __init__(self, texts: Sequence[str], embedder: Embedder, of: Callable[[Vectors], Made]) -> None:
        self._texts, self._embedder, self._of = texts, embedder, of
        self._made = self._make()

    def now(self) -> tuple[str, Made]:
        """The name of the encoder, and what was made of its vectors; all anew if another has taken over."""
        made = self._made
        if made[0] != self._embedder.name:
            made = self._made = self._make()
        return made

    def beside(self, one: Encoded) -> tuple[Made, Floats]:
        """What was made of the texts, and the vector of another text, both by one encoder."""
        while True:
            (name, made), (other, vector) = self.now(), one.now()
            if name == other:
                return made, vector

    def _make(self) -> tuple[str, Made]:
        name, vectors = _by_one(self._texts, self._embedder)
        return name, self._of(vectors)


def _by_one(texts: Sequence[str], embedder: Embedder) -> tuple[str, Vectors]:
    """The vectors of these texts and the name of the encoder that made all of them."""
    while True:
        name = embedder.name
        vectors = embedder.embed(texts) if texts else np.zeros((0, 0), dtype=np.float32)
        if embedder.name == name:
            return name, vectors
