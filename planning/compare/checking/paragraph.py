"""A paragraph of a comparison, every sentence held against the passages that it names.

What fails by rule (`tracing`), says of a document that it does not address what it has, or has a part that its passages
do not carry (`meaning`), is written again once, with its faults named. What still fails is narrowed to the parts that
are carried, where that leaves a sentence, and struck otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from config.errors import ProviderError
from planning.compare.answers import MendedAnswers, SentenceAnswer, SynthesisAnswer
from planning.compare.asking import Asker
from planning.compare.checking.meaning import Statement, checked, told
from planning.compare.checking.tracing import fault
from planning.compare.deliberation import ids, labelled
from planning.compare.material import passages
from planning.compare.records import Claim, Finding, Part, Relation, Segment, Synthesis, SynthesisSentence, Tree
from planning.growth.levels import together
from planning.language.text import clean

UNCHECKED = "it could not be checked"


async def traced(asker: Asker, tree: Tree, answer: SynthesisAnswer, known: Mapping[str, Segment]) -> Synthesis:
    """The sentences with what is wrong with each, those that could not be traced mended once, then narrowed or struck.
    `known`: the segments that whoever wrote them was shown."""
    return await _Paragraph(asker, tree, known).traced(answer)


def narrowed(one: SynthesisSentence) -> SynthesisSentence | None:
    """What is left of a sentence without the parts that nothing carries; None where that is nothing, or all of it."""
    kept = tuple(part for part in one.parts if part.finding is Finding.CARRIED)
    if not kept or len(kept) == len(one.parts):
        return None
    changed = {
        "text": " ".join(map(_closed, kept)),
        "segments": tuple(dict.fromkeys(key for part in kept for key in part.segments)),
        "parts": kept,
        "fault": "",
        "narrowed": True,
    }
    return one.model_copy(update=changed)


class _Paragraph:
    """`offered`: passages that are shown to whoever mends; others of the two documents may be named as well, since
    each is read when it is."""

    def __init__(self, asker: Asker, tree: Tree, known: Mapping[str, Segment]) -> None:
        self._asker, self._tree = asker, tree
        self._pair = asker.sources(tree.pair)
        self._offered = dict(known)
        self._known = {one.id: one for letter in tree.pair for one in asker.document(letter).segments}

    async def traced(self, answer: SynthesisAnswer) -> Synthesis:
        first = _ordered([self._sentence(one) for one in answer.sentences if clean(one.text)])
        self._asker.calls.expected += len(first)
        found = await together(self._checked(one) for one in first)
        at_first = sum(one.traced for one in found)
        if at_first < len(found):
            found = _ordered(await self._mended(found))
        return Synthesis(
            sentences=tuple(found),
            written=len(found),
            traced_at_first=at_first,
            traced=sum(one.traced for one in found),
            meaning_checked=all(one.parts for one in found if one.traced),
        )

    def _sentence(self, one: SentenceAnswer) -> SynthesisSentence:
        named = one.does_not_address.strip().upper()
        silent = named if one.relation is Relation.ONLY and named in self._asker.letters else None
        segments = ids(one.segments, self._known)
        self._asker.show([self._known[key] for key in segments])
        return SynthesisSentence.model_validate(
            {"text": clean(one.text), "relation": one.relation, "segments": segments, "does_not_address": silent}
        )

    async def _checked(self, one: SynthesisSentence) -> SynthesisSentence:
        """By rule, then by what the other document has, then by its meaning."""
        why = fault(one, self._pair, self._known) or await self._addressed(one)
        if why:
            return one.model_copy(update={"fault": why})
        try:
            statement = Statement(one.text, tuple(self._known[key] for key in one.segments))
            (parts,) = await checked(self._asker, [statement])
        except ProviderError as error:
            if self._asker.calls.stopped:
                raise
            self._asker.miss(f"the check of “{one.text}”", error)
            return one
        return one.model_copy(update={"parts": parts, "fault": told(parts) or self._unsupported(one, parts)})

    def _unsupported(self, one: SynthesisSentence, parts: Sequence[Part]) -> str:
        """Why the parts that are carried are too few for what the sentence says of the two documents."""
        carrying = {key[0] for part in parts if part.finding is Finding.CARRIED for key in part.segments}
        if not carrying:
            return "no part of it is carried by a passage"
        lacking = set(self._tree.pair) - carrying
        if one.relation is not Relation.ONLY and lacking:
            return f"no part of it is carried by a passage of {', '.join(sorted(lacking))}"
        return ""

    async def _addressed(self, one: SynthesisSentence) -> str:
        """Why it is not so that the other document does not address a sentence's matter; empty if it is so.

        It is where the tree has recorded it of a claim that stands on one of its segments; else the other document is
        searched for the sentence itself.
        """
        if one.relation is not Relation.ONLY or one.does_not_address is None:
            return ""
        silent, cited = one.does_not_address, set(one.segments)
        for node in self._tree.nodes:
            unmet = node.not_addressed.get(silent, ())
            if any(
                claim.id in unmet and cited & set(claim.segments) for claims in node.claims.values() for claim in claims
            ):
                return ""
        try:
            near = await self._asker.nearest(silent, one.text)
            owner = one.segments[0][0]
            claim = Claim(id=f"{owner}.0", title=one.text, description="", segments=one.segments)
            found = await labelled(self._asker, claim, owner, near)
        except ProviderError as error:
            if self._asker.calls.stopped:
                raise
            self._asker.miss(f"what {silent} has on “{one.text}”", error)
            return f"{UNCHECKED} whether {silent} addresses it"
        self._offered.update(self._asker.known(counter.segment for counter in found))
        return f"{silent} does address it, in {', '.join(counter.segment for counter in found)}" if found else ""

    async def _mended(self, found: Sequence[SynthesisSentence]) -> list[SynthesisSentence]:
        """With the faulty sentences written again; what is no better then is narrowed, or stays faulty."""
        faulty = {n: one for n, one in enumerate(found, 1) if not one.traced and not one.fault.startswith(UNCHECKED)}
        again = await self._written_again(faulty) if faulty else {}
        self._asker.calls.expected += len(again)
        second = dict(zip(again, await together(self._checked(one) for one in again.values()), strict=True))
        return [self._best(one, second.get(n)) for n, one in enumerate(found, 1)]

    def _best(self, first: SynthesisSentence, second: SynthesisSentence | None) -> SynthesisSentence:
        if first.traced or second is None:
            return first if first.traced else self._narrowed(first) or first
        if second.traced:
            return second
        return self._narrowed(second) or self._narrowed(first) or first

    def _narrowed(self, one: SynthesisSentence) -> SynthesisSentence | None:
        left = narrowed(one)
        stands = left and not fault(left, self._pair, self._known) and not self._unsupported(left, left.parts)
        return left if stands else None

    async def _written_again(self, faulty: Mapping[int, SynthesisSentence]) -> dict[int, SynthesisSentence]:
        """By their numbers; without those for which the model gives nothing."""
        self._asker.calls.expected += 1
        blocks = [
            f"{n}. {one.text} ({one.relation}; {', '.join(one.segments) or 'no passages'})\n   Wrong: {one.fault}."
            for n, one in faulty.items()
        ]
        cited = [key for one in faulty.values() for key in one.segments]
        try:
            answer = await self._asker.ask(
                "synthesis",
                "mend",
                MendedAnswers,
                sentences="\n".join(blocks),
                segments=passages(self._asker.known([*self._offered, *cited]).values()),
            )
        except ProviderError as error:
            if self._asker.calls.stopped:
                raise
            self._asker.miss("a second wording of what could not be traced", error)
            return {}
        return {one.number: self._sentence(one) for one in answer.sentences if one.number in faulty and clean(one.text)}


def _ordered(found: Sequence[SynthesisSentence]) -> list[SynthesisSentence]:
    """What is shared first."""
    return sorted(found, key=lambda one: one.relation is not Relation.SHARED)


def _closed(part: Part) -> str:
    return part.text if part.text.endswith((".", "!", "?", "”")) else f"{part.text}."
