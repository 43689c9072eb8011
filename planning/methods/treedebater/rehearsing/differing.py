"""What sources of evidence differ in, asked for as one of the questions of growth: from the same journal and budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planning.asking.journal import JournalledModel
from planning.compare.differences import CALLS, Difference, Differences
from planning.debate.argument import Evidence
from planning.growth.calls import Questions


class Differing:
    """Looks for differences; `expect` is told of the calls that this will take."""

    def __init__(self, differences: Differences, model: JournalledModel, expect: Callable[[int], None]) -> None:
        self._differences, self._model, self._expect = differences, model, expect

    async def __call__(self, claim: str, items: Sequence[Evidence]) -> Difference | None:
        if len({item.source for item in items}) > 1:
            self._expect(1)
        found = await self._differences.find(Questions(self._model), claim, items)
        if found is not None:
            self._expect(CALLS - 1)
        return found
