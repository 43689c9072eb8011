"""Several sources of evidence as one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence

from config.errors import ProviderError
from planning.debate.argument import Evidence, EvidenceSource
from planning.evidence.folder import FolderSource, begin, within
from planning.evidence.ranking import ranked
from planning.language.text import clean
from planning.ports import Embedder

READ_SECONDS = 3600.0  # that whoever needs a folder's documents waits until they are read


class Combined:
    """Asks all its sources at once. Each has a relevance of its own, so all that they find is compared anew.
    `on_trouble`: told which source could not be used, and why; the others go on."""

    def __init__(
        self,
        sources: Sequence[EvidenceSource],
        embedder: Embedder,
        on_trouble: Callable[[str, str], None] = lambda source, reason: None,
    ) -> None:
        self._sources, self._embedder, self._on_trouble = tuple(sources), embedder, on_trouble
        self.name = " and ".join(source.name for source in sources)

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        """The best of all sources, by relevance times reliability.
        Raises ProviderError: no source could be used, or their finds could not be compared in time."""
        until = time.monotonic() + deadline
        asked = (source.search(query, limit, deadline) for source in self._sources)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        found: list[Evidence] = []
        lost: list[ProviderError] = []
        for source, answer in zip(self._sources, answers, strict=True):
            if isinstance(answer, ProviderError):
                self._on_trouble(source.name, answer.reason)
                lost.append(answer)
            elif isinstance(answer, BaseException):
                raise answer
            else:
                found += answer
        if len(lost) == len(self._sources):
            told = "; ".join(map(str, lost))
            raise ProviderError("evidence", told, retryable=any(error.retryable for error in lost))
        try:
            return await within(begin(lambda: self._compared(query, found, limit), "compare"), until - time.monotonic())
        except TimeoutError:
            raise ProviderError(self.name, f"nothing compared within {deadline:g} s", retryable=True) from None

    def _compared(self, query: str, found: Sequence[Evidence], limit: int) -> list[Evidence]:
        if not found:
            return []
        vectors = self._embedder.embed([clean(query), *(item.passage or item.finding for item in found)])
        near = vectors[1:] @ vectors[0]
        return ranked([(item, float(one)) for item, one in zip(found, near, strict=True)], limit)

    async def ready(self, deadline: float) -> None:
        """Read the documents now, so that no search has to wait for it; what cannot be read is told of.
        Raises ProviderError: it takes longer."""
        for source in self._sources:
            if isinstance(source, FolderSource):
                await source.index(deadline)

    def close(self) -> None:
        """Stop what is going on."""
        for source in self._sources:
            if isinstance(source, FolderSource):
                source.close()
