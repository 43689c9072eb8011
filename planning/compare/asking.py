"""The one who asks: documents with their search, and the model, for all parts of a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from config.errors import BudgetSpent
from planning.asking.journal import Stopped
from planning.compare.documents.reading import Read
from planning.compare.documents.search import Searched
from planning.compare.prompts import render
from planning.compare.records import Missing, Segment, Sizes, Source
from planning.growth.calls import Questions
from planning.loop_thread import off_loop
from planning.ports import Answer

Told = TypeVar("Told")
TEMPERATURES = {  # Tree-of-Debate, App. A; the moderator's summary of the whole is `synthesis`
    "compare.claims": 0.3,
    "compare.labels": 0.0,
    "compare.present": 0.1,
    "compare.respond": 0.4,
    "compare.revise": 0.4,
    "compare.moderator": 0.3,
    "compare.expansion": 0.1,
    "compare.synthesis": 0.4,
    "compare.check": 0.0,
    "compare.judge": 0.0,
}


class Asker:
    """Asks models and documents. `missing`: what could not be had; `left_out`: what did not stand; `shown`: every
    segment that somebody was shown."""

    def __init__(self, calls: Questions, documents: Sequence[Searched], sizes: Sizes) -> None:
        self.calls, self.sizes = calls, sizes
        self.missing: list[Missing] = []
        self.left_out: list[Missing] = []
        self.shown: dict[str, Segment] = {}
        self._documents = {one.document.letter: one for one in documents}

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(self._documents)

    def document(self, letter: str) -> Read:
        return self._documents[letter].document

    def source(self, letter: str) -> Source:
        return self.document(letter).source

    def sources(self, letters: Iterable[str]) -> list[Source]:
        return [self.source(letter) for letter in letters]

    async def ask(
        self,
        role: str,
        name: str,
        answer: type[Answer],
        fault: Callable[[Answer], str | None] = lambda answer: None,
        *,
        sample: int = 0,
        **values: object,
    ) -> Answer:
        """As `Questions.ask`, by the prompt of that name."""
        return await self.put(role, name, answer, fault, values, sample)

    async def put(
        self,
        role: str,
        name: str,
        answer: type[Answer],
        fault: Callable[[Answer], str | None],
        values: Mapping[str, object],
        sample: int = 0,
    ) -> Answer:
        """The same, with the prompt's values in one piece."""
        return await self.calls.ask(f"compare.{role}", render(name, **values), answer, fault, sample=sample)

    async def nearest(self, letter: str, query: str, count: int | None = None) -> tuple[Segment, ...]:
        """The segments of a document that are nearest to it."""
        wanted = self.sizes.segments if count is None else count
        return self.show(await off_loop(partial(self._documents[letter].nearest, query, wanted)))

    def beginning(self, letter: str) -> tuple[Segment, ...]:
        """What stands for abstract and introduction of a document."""
        one = self.document(letter)
        return self.show(one.segments[: one.front])

    def show(self, segments: Sequence[Segment]) -> tuple[Segment, ...]:
        self.shown.update((one.id, one) for one in segments)
        return tuple(segments)

    def known(self, ids: Iterable[str]) -> Mapping[str, Segment]:
        """Those of these segments that were shown to somebody, in the order of the documents."""
        wanted = {key for key in ids if key in self.shown}
        return {key: self.shown[key] for key in sorted(wanted, key=lambda key: (key[0], int(key[1:])))}

    def miss(self, what: str, error: Exception) -> None:
        """Something could not be had. That the run has stopped is told once, elsewhere."""
        if isinstance(error, BudgetSpent | Stopped):
            return
        self.missing.append(Missing(what=what, reason=str(error)))

    def leave_out(self, what: str, why: str) -> None:
        """Something was there and did not stand."""
        self.left_out.append(Missing(what=what, reason=why))


def once(fault: Callable[[Told], str | None]) -> Callable[[Told], str | None]:
    """A fault that is found the first time only."""
    told = False

    def first(answer: Told) -> str | None:
        nonlocal told
        found = None if told else fault(answer)
        told = True
        return found

    return first
