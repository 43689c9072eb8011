"""What sources of evidence differ in, asked for as one of the questions of growth: from the same journal and budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planning.asking.asking import asked
from planning.asking.journal import CALL_SECONDS, JournalledModel
from planning.compare.differences import CALLS, Difference, Differences
from planning.debate.argument import Evidence
from planning.ports import Answer, Prompt


class GrowthCalls:
    """The model of growth, as a comparison asks it."""

    def __init__(self, model: JournalledModel) -> None:
        self._model = model
        self.expected = 0

    @property
    def stopped(self) -> str:
        return self._model.stopped

    async def ask(
        self,
        role: str,
        prompt: Prompt,
        answer: type[Answer],
        fault: Callable[[Answer], str | None] = lambda answer: None,
        *,
        sample: int = 0,
    ) -> Answer:
        """Each question is asked once."""
        return await asked(self._model, role, prompt, answer, fault, CALL_SECONDS)


class Differing:
    """Looks for differences; `expect` is told of the calls that this will take."""

    def __init__(self, differences: Differences, model: JournalledModel, expect: Callable[[int], None]) -> None:
        self._differences, self._model, self._expect = differences, model, expect

    async def __call__(self, claim: str, items: Sequence[Evidence]) -> Difference | None:
        calls = GrowthCalls(self._model)
        if len({item.source for item in items}) > 1:
            self._expect(1)
        found = await self._differences.find(calls, claim, items)
        if found is not None:
            self._expect(CALLS - 1)
        return found
