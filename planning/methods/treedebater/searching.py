"""Evidence looked for while the other side speaks: for its open points to which nothing prepared is known."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from config.errors import RostrumError
from planning.debate.argument import Evidence, EvidenceSource
from planning.methods.treedebater.choosing.open_points import Owed
from planning.ports import Offload

AT_ONCE, ITEMS = 3, 3  # points that are searched for before one draft, and items that are kept of each


class Searching:
    """Searches for each point once, and keeps what was found by ids of its own (`f1`). `offload`: a source may block,
    and may be at the other end of a network. `on_trouble`: told why nothing could be found."""

    def __init__(self, source: EvidenceSource, offload: Offload, on_trouble: Callable[[str], None]) -> None:
        self._source, self._offload, self._on_trouble = source, offload, on_trouble
        self._asked: set[str] = set()
        self.found: dict[str, Evidence] = {}
        self.near: dict[str, tuple[str, ...]] = {}  # ids of what was found, by the claim it was looked for

    async def look(self, owed: Sequence[Owed], seconds: float) -> None:
        """Find what is known about points that have neither a prepared answer nor evidence."""
        bare = [one for one in owed if not one.options and one.point.claim not in self._asked][:AT_ONCE]
        for one in bare:
            claim = one.point.claim
            self._asked.add(claim)
            try:
                items = await self._offload(partial(self._search, claim, seconds))
            except RostrumError as error:
                self._on_trouble(str(error))
                return
            self.near[claim] = tuple(self._kept(item) for item in items[:ITEMS])

    def _search(self, query: str, seconds: float) -> list[Evidence]:
        return asyncio.run(self._source.search(query, ITEMS, seconds))

    def _kept(self, item: Evidence) -> str:
        for key, known in self.found.items():
            if known == item:
                return key
        key = f"f{len(self.found) + 1}"
        self.found[key] = item
        return key
