"""A side's research: a question into queries, what a search brings, and what is kept of that with ids.

What is kept before the first speeches is the knowledge base, with ids `k1`, `k2` and on; then it is closed. What is
found later for something that is asked has ids of its own (`f1`) beside it, so that nothing in the base ever changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from config.errors import RostrumError
from planning.asking.answers import Shape
from planning.asking.asking import asked, foreign, plain
from planning.debate.argument import Evidence, EvidenceSource
from planning.evidence.tracing import lack
from planning.methods.common.finds import Finds
from planning.methods.common.prompts import PROMPTS
from planning.methods.contract import OnTrouble, Trouble
from planning.ports import LLM, Offload

QUERIES, ITEMS, KEPT = 5, 4, 14  # queries of a question, results looked at of each, and items that are kept of all
SHOWN = 900  # characters of a result
NO_SOURCE = "no source of evidence is set, and the library has none for this motion"
Bearing = Literal["for", "against", "both"]


class Queries(Shape):
    """What a search is asked."""

    queries: list[str] = Field(min_length=1, max_length=20)


class CompiledItem(Shape):
    """What is kept of a result: its id, what it says, and which side of the motion it bears on."""

    source: str = Field(max_length=20)
    says: str = Field(min_length=1, max_length=900)
    bears: Bearing = "both"


class Compiled(Shape):
    """What is kept of the results, the strongest first."""

    items: list[CompiledItem] = Field(max_length=60)


@dataclass
class KnowledgeBase:
    """Evidence by ids, and which side each item bears on. Once `closed`, what comes is kept apart from the base."""

    base: dict[str, Evidence] = field(default_factory=dict)
    later: dict[str, Evidence] = field(default_factory=dict)
    bears: dict[str, Bearing] = field(default_factory=dict)
    closed: bool = False

    @property
    def evidence(self) -> Mapping[str, Evidence]:
        return {**self.base, **self.later}

    def keep(self, item: Evidence, bears: Bearing) -> str:
        """The id that it has from now on."""
        part, mark = (self.later, "f") if self.closed else (self.base, "k")
        known = next((key for key, one in self.evidence.items() if one == item), None)
        key = known or f"{mark}{len(part) + 1}"
        if known is None:
            part[key], self.bears[key] = item, bears
        return key

    def told(self) -> str:
        """A line an item, those of the base first; `(nothing)` where there are none."""
        return "\n".join(self._lines()) or "(nothing)"

    def _lines(self) -> Iterator[str]:
        for key, item in self.evidence.items():
            origin = ", ".join(str(part) for part in (item.author, item.title, item.source, item.year) if part)
            yield f"[{key}] ({self.bears[key]}) {item.finding} ({origin})"


@dataclass(frozen=True)
class Search:
    """One question that was looked into: the queries, how much they brought, and the ids of what was kept."""

    question: str
    queries: tuple[str, ...]
    results: int = 0
    kept: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        what = f"{len(self.queries)} quer{'y' if len(self.queries) == 1 else 'ies'}, {self.results} results"
        return f"{self.question}: {what}, kept {', '.join(self.kept) or 'none'}"


@dataclass(frozen=True)
class Patience:
    """Seconds for each query, and for each call of a model."""

    search: float
    ask: float


class Searcher:
    """Searches for one side, asking a model in `role`. `source`: None where there is nothing to search, which it says
    once, and finds nothing."""

    def __init__(
        self,
        llm: LLM,
        role: str,
        motion: str,
        source: EvidenceSource | None,
        offload: Offload,
        patience: Patience,
        on_trouble: OnTrouble,
    ) -> None:
        self._llm, self._role, self._motion, self._patience = llm, role, motion, patience
        self._on_trouble = on_trouble
        self._finds = Finds(source, offload, mark="r") if source is not None else None
        self._told = False
        self.knowledge = KnowledgeBase()

    async def prepare(self) -> Search:
        """Look into the motion itself; the base is closed after that."""
        found = await self._look(self._motion, await self._queries(self._motion))
        self.knowledge.closed = True
        return found

    async def order(self, questions: Sequence[str]) -> Search:
        """Look for what somebody on the team is missing."""
        return await self._look("; ".join(questions), tuple(questions))

    async def _queries(self, question: str) -> tuple[str, ...]:
        """For a question; the question itself where no model makes any."""
        if self._finds is None:
            return ()
        prompt = PROMPTS.render("searcher_queries", motion=self._motion, question=question, most=QUERIES)
        try:
            found = await self._llm.ask(self._role, prompt, Queries, self._patience.ask)
        except RostrumError as error:
            self._trouble(str(error), "the motion itself as a query")
            return (question,)
        queries = dict.fromkeys(query for one in found.queries if (query := plain(one).strip()))
        return tuple(queries)[:QUERIES] or (question,)

    async def _look(self, question: str, queries: Sequence[str]) -> Search:
        if self._finds is None:
            if not self._told:
                self._told = True
                self._trouble(NO_SOURCE, "reasons and what everybody knows")
            return Search(question, ())
        answers = await asyncio.gather(*map(self._results, queries))
        new = list(dict.fromkeys(key for items in answers for key in self._finds.keep(items)))
        kept = await self._compiled(question, new) if new else ()
        return Search(question, tuple(queries), len(new), kept)

    async def _results(self, query: str) -> Sequence[Evidence]:
        assert self._finds is not None
        try:
            return await self._finds.look(query, ITEMS, self._patience.search)
        except RostrumError as error:
            self._trouble(str(error), f"what is known without “{query[:80]}”")
            return ()

    async def _compiled(self, question: str, new: Sequence[str]) -> tuple[str, ...]:
        """The ids under which the best of the results are kept: all of them, where no model says which those are."""
        assert self._finds is not None
        results = {key: self._finds.found[key] for key in new}
        lines = "\n\n".join(f"[{key}] {_shown(item)}" for key, item in results.items())
        prompt = PROMPTS.render("searcher_compile", motion=self._motion, question=question, evidence=lines, most=KEPT)
        try:
            compiled = await asked(
                self._llm,
                self._role,
                prompt,
                Compiled,
                lambda one: foreign(i.says for i in one.items),
                self._patience.ask,
            )
        except RostrumError as error:
            self._trouble(str(error), "the results as they were found")
            return tuple(self.knowledge.keep(item, "both") for item in list(results.values())[:KEPT])
        kept = [(key, one) for one in compiled.items if (key := one.source.strip().strip("[]")) in results]
        return tuple(
            dict.fromkeys(self.knowledge.keep(_said(results[key], one), one.bears) for key, one in kept[:KEPT])
        )

    def _trouble(self, reason: str, instead: str) -> None:
        self._on_trouble(Trouble("search for evidence", reason, instead))


def _shown(item: Evidence) -> str:
    origin = ", ".join(str(part) for part in (item.author, item.title, item.source, item.year) if part)
    return f"{(item.passage or item.finding)[:SHOWN]} ({origin})"


def _said(item: Evidence, one: CompiledItem) -> Evidence:
    """The item with what was made of it; as it was found, where that says more than it does."""
    says = plain(one.says)
    if not says or lack(says, [item], ()):
        return item.model_copy(update={"finding": item.finding[:SHOWN]})
    return item.model_copy(update={"finding": says, "passage": item.passage or item.finding})
