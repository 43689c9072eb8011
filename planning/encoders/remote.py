"""Embeddings behind an OpenAI-compatible `/v1/embeddings`, and one that another takes over from when it is lost.

Source of the contract: OpenAI API reference, "Create embeddings".
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from config.errors import ProviderError
from config.settings import Embedding, Endpoint
from planning.asking.client import connect
from planning.asking.retry import RequestFailed, Retry, explained
from planning.encoders.local import StandInEmbedder
from planning.loop_thread import Closed, Late, LoopThread
from planning.ports import Embedder, Vectors, encoded_apart

RETRY = Retry(tries=3, backoff_seconds=0.25)
BLANK = "."  # stands for a text without a letter, which servers refuse


class RemoteEmbedder:
    """Asks a server, in batches; blocks its caller for at most `timeout_seconds`. `same` and `related` come from the
    settings: each model spreads its cosines differently. Raises ProviderError: the key is missing or none."""

    def __init__(self, settings: Embedding) -> None:
        self._settings = settings
        endpoint = Endpoint(base_url=settings.base_url, model=settings.model, key_variable=settings.key_variable)
        self.name = f"{settings.model} at {endpoint.host}"
        self.same, self.related = settings.same, settings.related
        self._server = connect(endpoint, places=1)
        self._loop_thread = LoopThread("embeddings")
        self._dimensions = 0

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Shape (len(texts), dimension), float32, rows of length 1.
        Raises ProviderError: no vectors in time, or such as no text can have."""
        if not texts:
            return np.zeros((0, self._dimensions), dtype=np.float32)
        said = [text if any(c.isalnum() for c in text) else BLANK for text in texts]
        until = time.monotonic() + self._settings.timeout_seconds
        size = self._settings.batch
        try:
            rows = [self._batch(said[start : start + size], until) for start in range(0, len(said), size)]
        except Late:
            told = f"no vectors within {self._settings.timeout_seconds:g} s"
            raise ProviderError(self.name, told, retryable=True) from None
        except Closed:
            raise ProviderError(self.name, "closed before it answered") from None
        except RequestFailed as failed:
            raise ProviderError(self.name, str(failed), retryable=failed.again) from None
        return np.concatenate(rows)

    async def close(self) -> None:
        """Let the connections go."""
        await self._loop_thread.close(self._server.client.close)

    def _batch(self, texts: list[str], until: float) -> Vectors:
        """Raises Late, Closed, RequestFailed."""
        if (left := until - time.monotonic()) <= 0:
            raise Late
        return self._unit(self._loop_thread.wait(lambda: RETRY(partial(self._once, texts), until), left), len(texts))

    async def _once(self, texts: list[str]) -> Any:
        try:
            return await self._server.client.embeddings.create(
                model=self._settings.model, input=texts, encoding_format="float"
            )
        except Exception as error:  # what servers and libraries raise may hold the key: it is said in our words
            raise explained(error, self._server.key, self._settings.key_variable) from None

    def _unit(self, answer: Any, count: int) -> Vectors:
        try:
            rows = sorted(answer.data, key=lambda row: row.index)
            vectors: Vectors = np.array([row.embedding for row in rows], dtype=np.float32)
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        except (AttributeError, TypeError, ValueError):
            raise RequestFailed("the vectors could not be read") from None
        if vectors.ndim != 2 or len(vectors) != count or [row.index for row in rows] != list(range(count)):
            raise RequestFailed(f"sent {len(vectors)} vectors for {count} texts")
        if not np.isfinite(vectors).all() or not (lengths > 0).all():
            raise RequestFailed("sent a vector without a direction")
        if self._dimensions not in (0, vectors.shape[1]):
            raise RequestFailed(f"sent vectors of {vectors.shape[1]} numbers after such of {self._dimensions}")
        self._dimensions = vectors.shape[1]
        unit: Vectors = vectors / lengths
        return unit


class FallbackEmbedder(StandInEmbedder):
    """An embedder with another to take over for good when it fails; `name` and thresholds are then the other's.

    Vectors of the two are not comparable: whoever keeps some looks at `name`. `spare`: makes the other, the first time
    it is needed. `lost`: is told why, once.
    """

    def __init__(self, first: Embedder, spare: Callable[[], Embedder], lost: Callable[[str], None]) -> None:
        super().__init__(first)
        self._first, self._spare, self._lost = first, spare, lost

    def embed(self, texts: Sequence[str]) -> Vectors:
        return self._made(lambda embedder: embedder.embed(texts))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """As `EncodesApart.encode`."""
        return self._made(lambda embedder: encoded_apart(embedder, texts))

    def _made(self, make: Callable[[Embedder], Vectors]) -> Vectors:
        if self._inner is self._first:
            try:
                return make(self._first)
            except ProviderError as error:
                self._inner = self._spare()
                self._lost(str(error))
        return make(self._inner)
