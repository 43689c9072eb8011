"""Evidence that was searched for in the course of a debate, by ids of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial

from planning.debate.argument import Evidence, EvidenceSource
from planning.ports import Offload


class Finds:
    """What a source has brought, each item once. `offload`: a source may block, and may be at the other end of a
    network. `mark`: begins the ids, `f1`."""

    def __init__(self, source: EvidenceSource, offload: Offload, mark: str = "f") -> None:
        self._source, self._offload, self._mark = source, offload, mark
        self.found: dict[str, Evidence] = {}

    async def search(self, query: str, items: int, seconds: float) -> tuple[str, ...]:
        """The ids of so many of the best for a query. Raises ProviderError: the source cannot be used, or is late."""
        return self.keep(await self.look(query, items, seconds))

    async def look(self, query: str, items: int, seconds: float) -> list[Evidence]:
        """The items themselves, none of them kept yet. Raises as `search`."""
        return (await self._offload(partial(self._search, query, items, seconds)))[:items]

    def keep(self, found: Iterable[Evidence]) -> tuple[str, ...]:
        """The ids that they have from now on."""
        return tuple(map(self._kept, found))

    def _search(self, query: str, items: int, seconds: float) -> list[Evidence]:
        return asyncio.run(self._source.search(query, items, seconds))

    def _kept(self, item: Evidence) -> str:
        for key, known in self.found.items():
            if known == item:
                return key
        key = f"{self._mark}{len(self.found) + 1}"
        self.found[key] = item
        return key
