"""Where the facts of a rehearsal tree come from, and what becomes of figures that come from nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from config.errors import ProviderError
from config.format import Side
from config.settings import Role
from planning.asking.asking import foreign, wrong_side
from planning.asking.journal import CALL_SECONDS, SEARCH_SECONDS
from planning.compare.differences import Difference
from planning.debate.argument import Evidence, EvidenceSource, evidence_lines
from planning.evidence.tracing import Lack, lack
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.grown import GrownArgument, sentences, spoken
from planning.methods.treedebater.writing_by_model import Revision
from planning.ports import LLM

SHOWN_PER_QUERY = 5
Differing = Callable[[str, Sequence[Evidence]], Awaitable[Difference | None]]  # what these differ in about a claim


@dataclass(frozen=True)
class Sourceless:
    """A sentence of the point at `place` in a list, with what no source has."""

    place: int
    text: str
    lack: Lack


def doubts(points: Sequence[GrownArgument], shown: Sequence[Evidence], given: Sequence[str]) -> Iterator[Sourceless]:
    """Every spoken sentence with a figure or a named finding that is neither in evidence nor in what was given.
    `shown`: evidence that was shown and may be cited still. `given`: the motion and the claims above."""
    for place, one in enumerate(points):
        for text in one.said:
            if _carriers(text, one, shown, given) is None:
                yield Sourceless(place, text, lack(text, one.evidence, given))


def _carriers(
    text: str, one: GrownArgument, shown: Iterable[Evidence], given: Sequence[str]
) -> tuple[Evidence, ...] | None:
    """What must be cited besides for a sentence: nothing, or an item that has all it tells; None if there is none."""
    if not (left := lack(text, one.evidence, given)):
        return ()
    if left.loose:
        return None
    return next(((spoken(item, text),) for item in shown if not lack(text, [item], ())), None)


def put_right(one: GrownArgument, changed: Mapping[str, str], bad: Iterable[str]) -> GrownArgument | None:
    """The point with changed sentences and without bad ones; None where it cannot stand without them."""
    left_out = set(bad)

    def now(text: str) -> str:
        return "" if (new := changed.get(text, text)) in left_out else new

    argument = tuple(dict.fromkeys(filter(None, map(now, one.argument))))
    claim, impact = now(one.claim), now(one.impact)
    if not (claim and impact and argument):
        return None
    return replace(one, claim=claim, argument=argument, impact=impact)


def cited(one: GrownArgument, shown: Sequence[Evidence], given: Sequence[str]) -> GrownArgument:
    """The point with the shown items that carry its figures among its evidence, each in the words it is used with."""
    for text in one.said:
        one = replace(one, evidence=(*one.evidence, *(_carriers(text, one, shown, given) or ())))
    return one


class Sources:
    """Evidence for one motion. `source`: without one, no figure but the motion's own is let through. `on_trouble`: told
    once when the source failed. `query`: what is searched for in place of the motion."""

    def __init__(
        self,
        motion: str,
        llm: LLM,
        source: EvidenceSource | None,
        on_trouble: Callable[[str], None],
        differing: Differing | None = None,
        *,
        query: str = "",
    ) -> None:
        self._query = query or motion
        self._motion, self._llm, self._source, self._on_trouble = motion, llm, source, on_trouble
        self._differing, self._differences = differing, dict[str, Difference | None]()
        self._found: dict[str, list[Evidence]] = {}
        self._searching: dict[str, asyncio.Lock] = {}
        self._troubled = False

    async def find(self, *queries: str, claim: str = "") -> dict[str, Evidence]:
        """What is known about these, each item once, by ids for one question; nothing is searched for twice.
        `claim`: what sources differ in about it comes first, where they are compared."""
        items: list[Evidence] = []
        if claim and (difference := await self._difference(claim)):
            items.append(difference.evidence)
        for query in queries:
            async with self._searching.setdefault(query, asyncio.Lock()):
                if query not in self._found:
                    self._found[query] = await self._search(query)
            items += (item for item in self._found[query] if item not in items)
        return {f"e{number}": item for number, item in enumerate(items, 1)}

    @property
    def differences(self) -> list[Difference]:
        """Those that were found, in the order in which they were looked for."""
        return [one for one in self._differences.values() if one is not None]

    async def _difference(self, claim: str) -> Difference | None:
        """What sources differ in about a claim, looked for once."""
        if self._differing is None:
            return None
        found = list((await self.find(claim)).values())
        async with self._searching.setdefault(f"differing on {claim}", asyncio.Lock()):
            if claim not in self._differences:
                self._differences[claim] = None
                try:
                    self._differences[claim] = await self._differing(claim, found)
                except ProviderError as error:
                    self._on_trouble(f"what sources differ in about “{claim}”: {error}")
        return self._differences[claim]

    def _with_both(self, one: GrownArgument) -> GrownArgument:
        """With both sources of each difference that it cites."""
        evidence = one.evidence
        for difference in self.differences:
            evidence = difference.with_both(evidence)
        return one if evidence == one.evidence else replace(one, evidence=evidence)

    async def _search(self, query: str) -> list[Evidence]:
        if self._source is None:
            return []
        try:
            asked = self._query if query == self._motion else query
            return (await self._source.search(asked, SHOWN_PER_QUERY, SEARCH_SECONDS))[:SHOWN_PER_QUERY]
        except ProviderError as error:
            if not self._troubled:
                self._troubled = True
                self._on_trouble(str(error))
            return []

    async def traced(
        self,
        points: Sequence[GrownArgument],
        side: Side,
        shown: Mapping[str, Evidence],
        before: Sequence[Evidence] = (),
    ) -> list[GrownArgument]:
        """The points with every figure in evidence: sentences are mended once where one is not, then left out.
        Who cites a difference has both of its sources.
        `shown`: what the points were written from. `before`: what the exchange before them has its figures from."""
        items = [*shown.values(), *(item for item in before if item not in shown.values())]
        found = list(doubts(points, items, [self._motion]))
        if not found:
            return [self._with_both(cited(one, items, [self._motion])) for one in points]
        changed = await self._mended(found, side, shown)
        now = [put_right(one, changed, ()) or one for one in points]
        left = list(doubts(now, items, [self._motion]))
        bad = [{doubt.text for doubt in left if doubt.place == place} for place in range(len(now))]
        right = (put_right(one, {}, texts) for one, texts in zip(now, bad, strict=True))
        return [self._with_both(cited(one, items, [self._motion])) for one in right if one is not None]

    async def _mended(self, found: Sequence[Sourceless], side: Side, shown: Mapping[str, Evidence]) -> dict[str, str]:
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
