"""What finds evidence, as a Protocol: a folder of documents, a search of the web, or both. Pure."""

from __future__ import annotations

from typing import Protocol

from planning.debate.argument import Evidence


class EvidenceSource(Protocol):
    """Finds what is known about something. Raises ProviderError when it cannot go on."""

    @property
    def name(self) -> str: ...

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        """The best items for a query, best first; each keeps source, title, date and passage."""
        ...
