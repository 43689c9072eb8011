"""Evidence looked for while the other side speaks: for its open points to which nothing prepared is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from config.errors import RostrumError
from planning.debate.argument import Evidence, EvidenceSource
from planning.methods.common.finds import Finds
from planning.methods.treedebater.choosing.open_points import Owed
from planning.ports import Offload

AT_ONCE, ITEMS = 3, 3  # points that are searched for before one draft, and items that are kept of each


class Searching:
    """Searches for each point once (see `Finds`). `on_trouble`: told why nothing could be found."""

    def __init__(self, source: EvidenceSource, offload: Offload, on_trouble: Callable[[str], None]) -> None:
        self._finds, self._on_trouble = Finds(source, offload), on_trouble
        self._asked: set[str] = set()
        self.near: dict[str, tuple[str, ...]] = {}  # ids of what was found, by the claim it was looked for

    @property
    def found(self) -> Mapping[str, Evidence]:
        """All of it, by its ids."""
        return self._finds.found

    async def look(self, owed: Sequence[Owed], seconds: float) -> None:
        """Find what is known about points that have neither a prepared answer nor evidence."""
        bare = [one for one in owed if not one.options and one.point.claim not in self._asked][:AT_ONCE]
        for one in bare:
            claim = one.point.claim
            self._asked.add(claim)
            try:
                self.near[claim] = await self._finds.search(claim, ITEMS, seconds)
            except RostrumError as error:
                self._on_trouble(str(error))
                return
