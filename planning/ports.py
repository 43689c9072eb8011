"""The outside parts the mind needs, as tiny Protocols. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel

Vectors = NDArray[np.float32]
Answer = TypeVar("Answer", bound=BaseModel)
Result = TypeVar("Result")
OnPiece = Callable[[str], None]
"""Told of each piece of an answer as it arrives; of an empty one whenever the answer begins, be it for another time."""


@dataclass(frozen=True)
class Prompt:
    """What a model is asked: `name` of the prompt's file, the standing instructions, and the question."""

    name: str
    system: str
    user: str


class Offload(Protocol):
    """Runs blocking work where it holds up nobody, and waits for it."""

    async def __call__(self, work: Callable[[], Result]) -> Result: ...


class Embedder(Protocol):
    """Turns texts into unit vectors whose dot product is their cosine similarity."""

    @property
    def name(self) -> str: ...

    @property
    def same(self) -> float:
        """Cosine at or above which two claims are the same proposition, polarity unknown."""

    @property
    def related(self) -> float:
        """Cosine under which a heard passage has nothing to do with a claim."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension), float32, rows of length 1."""


@runtime_checkable
class EncodesApart(Protocol):
    """An embedder that keeps what it has made."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """As `Embedder.embed`, of texts whose vectors the caller keeps: nothing else makes room for them here."""


def encoded_apart(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Vectors that the caller keeps."""
    return embedder.encode(texts) if isinstance(embedder, EncodesApart) else embedder.embed(texts)


class LLM(Protocol):
    """A language model, asked in a role. Every call has a deadline in seconds from now and never outlives it."""

    async def ask(
        self, role: str, prompt: Prompt, answer: type[Answer], deadline: float, while_arriving: OnPiece | None = None
    ) -> Answer:
        """An answer of that schema. `while_arriving`: may be told of it before it is whole.
        Raises ProviderError: no answer in time, or none at all. ModelOutputError: only answers of another shape."""

    async def expect(self, role: str, prompt: Prompt, classes: Sequence[float], deadline: float) -> float:
        """The expectation over the numbers in `classes`, by the probabilities the model gives to each as its answer.
        Raises ProviderError, ModelOutputError: as `ask`."""
