"""Where the facts of a rehearsal tree come from, and what becomes of figures that come from nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from config.errors import ProviderError
from config.format import Side
from config.settings import Role
from planning.asking.checks import foreign, wrong_side
from planning.asking.journalled import CALL_SECONDS, SEARCH_SECONDS
from planning.debate.argument import Evidence
from planning.debate.evidence_source import EvidenceSource
from planning.debate.notes import evidence_lines
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.figures import Doubt, cited, doubts, put_right
from planning.methods.treedebater.rehearsing.grown import Point
from planning.methods.treedebater.rehearsing.spoken import sentences
from planning.methods.treedebater.writing_by_model import Revision
from planning.ports import LLM

SHOWN_PER_QUERY = 5


class Sources:
    """Evidence for one motion.

    Args:
        source: without one, no figure but the motion's own is let through.
        on_trouble: told once when the source failed.
    """

    def __init__(self, motion: str, llm: LLM, source: EvidenceSource | None, on_trouble: Callable[[str], None]) -> None:
        self._motion, self._llm, self._source, self._on_trouble = motion, llm, source, on_trouble
        self._found: dict[str, list[Evidence]] = {}
        self._searching: dict[str, asyncio.Lock] = {}
        self._troubled = False

    async def find(self, *queries: str) -> dict[str, Evidence]:
        """What is known about these, each item once, by ids for one question; nothing is searched for twice."""
        items: list[Evidence] = []
        for query in queries:
            async with self._searching.setdefault(query, asyncio.Lock()):
                if query not in self._found:
                    self._found[query] = await self._search(query)
            items += (item for item in self._found[query] if item not in items)
        return {f"e{number}": item for number, item in enumerate(items, 1)}

    async def _search(self, query: str) -> list[Evidence]:
        if self._source is None:
            return []
        try:
            return (await self._source.search(query, SHOWN_PER_QUERY, SEARCH_SECONDS))[:SHOWN_PER_QUERY]
        except ProviderError as error:
            if not self._troubled:
                self._troubled = True
                self._on_trouble(str(error))
            return []

    async def traced(
        self, points: Sequence[Point], side: Side, shown: Mapping[str, Evidence], before: Sequence[Evidence] = ()
    ) -> list[Point]:
        """The points with every figure in evidence: sentences are mended once where one is not, then left out.

        Args:
            shown: what the points were written from. before: what the exchange before them has its figures from.
        """
        items = [*shown.values(), *(item for item in before if item not in shown.values())]
        found = list(doubts(points, items, [self._motion]))
        if not found:
            return [cited(one, items, [self._motion]) for one in points]
        changed = await self._mended(found, side, shown)
        now = [put_right(one, changed, ()) or one for one in points]
        left = list(doubts(now, items, [self._motion]))
        bad = [{doubt.text for doubt in left if doubt.place == place} for place in range(len(now))]
        right = (put_right(one, {}, texts) for one, texts in zip(now, bad, strict=True))
        return [cited(one, items, [self._motion]) for one in right if one is not None]

    async def _mended(self, found: Sequence[Doubt], side: Side, shown: Mapping[str, Evidence]) -> dict[str, str]:
        """Other words for sentences whose figures have no source; none where the model gives none."""
        prompt = render(
            "figures",
            motion=self._motion,
            side=side.value,
            doubtful="\n".join(
                f"s{i}: {doubt.text} ({', '.join(doubt.lack.parts)})" for i, doubt in enumerate(found, 1)
            ),
            evidence=listed(shown),
        )
        try:
            answer = await self._llm.ask(Role.PROPOSER, prompt, Revision, CALL_SECONDS)
        except ProviderError:
            return {}
        if answer.side is not side:
            return {}
        texts = {one.id.strip().rstrip(":"): sentences([one.text], 1) for one in answer.sentences}
        told = ((doubt.text, texts.get(f"s{i}", ())) for i, doubt in enumerate(found, 1))
        return {old: new[0] for old, new in told if new and not (wrong_side(new, side) or foreign(new))}


def listed(shown: Mapping[str, Evidence]) -> str:
    """Evidence as a model sees it, an item a line."""
    return "\n".join(evidence_lines(shown, list(shown))) or "(none)"
