"""Evidence that is at hand already, searched by meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from planning.debate.argument import Evidence
from planning.evidence.ranking import ranked
from planning.language.text import clean
from planning.ports import Embedder


class PreparedSource:
    """A few items that somebody has prepared. `name`: who has them. Searching embeds, so it blocks."""

    def __init__(self, name: str, items: Mapping[str, Evidence], embedder: Embedder) -> None:
        self.name, self._items, self._embedder = name, tuple(items.values()), embedder

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        """The items nearest to the query that have anything to do with it, by relevance times reliability."""
        vectors = self._embedder.embed([clean(query), *_texts(self._items)])
        near = vectors[1:] @ vectors[0]
        found = zip(self._items, map(float, near), strict=True)
        return ranked([(item, one) for item, one in found if one >= self._embedder.related], limit)


def _texts(items: Sequence[Evidence]) -> list[str]:
    return [item.passage or item.finding for item in items]
