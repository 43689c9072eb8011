"""The comparison in one paragraph, similarities first, every sentence traced (Tree-of-Debate 3.4.2).

The paper's synthesis is not checked, and is no more factual than two plain stages. Here each sentence names its
segments. What cannot be traced by rule (`tracing`), has another meaning than its segments by a model's check, or calls
something not addressed that the other document has, is written again once, and struck if it still cannot be traced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from config.errors import ProviderError
from planning.compare.answers import (
    MeaningAnswer,
    MeaningsAnswer,
    MendedAnswers,
    SentenceAnswer,
    SynthesisAnswer,
)
from planning.compare.asking import Asker, once
from planning.compare.deliberation import ids, labelled
from planning.compare.material import argued, documents, passages
from planning.compare.records import Claim, Relation, Segment, Synthesis, SynthesisSentence, Tree
from planning.compare.tracing import fault
from planning.growth.levels import together
from planning.language.text import clean

LENGTH_SLACK = 0.3  # of the words that were asked for
SYNTHESIS_CALLS = 4
UNCHECKED = "it could not be checked"


@dataclass
class _Checked:
    """Sentences with their faults, and whether a model has looked at what they mean."""

    sentences: list[SynthesisSentence]
    meaning: bool


async def synthesise(asker: Asker, tree: Tree) -> Synthesis:
    """From the revised arguments of a tree. Raises ProviderError: it could not be had."""
    live = [node for node in tree.nodes if node.debate]
    mentioned = [
        key for node in live for speaker in node.debate.values() if speaker.last for key in speaker.last.segments
    ]
    known = asker.known([*mentioned, *(key for node in live for claims in node.shown.values() for key in claims)])
    answer = await written(
        asker,
        tree,
        "synthesis",
        tree=argued(live),
        segments=passages(known.values()),
    )
    return await traced(asker, tree, answer, known)


async def written(asker: Asker, of: Tree, name: str, **values: object) -> SynthesisAnswer:
    """What the model writes by the prompt of that name, in about as many words as were asked for. Raises
    ProviderError."""
    wanted = asker.sizes.words

    def empty(answer: SynthesisAnswer) -> str | None:
        return None if any(clean(one.text) for one in answer.sentences) else "there are no sentences"

    def length(answer: SynthesisAnswer) -> str | None:
        words = sum(len(one.text.split()) for one in answer.sentences)
        if abs(words - wanted) <= LENGTH_SLACK * wanted:
            return None
        return f"it has {words} words; about {wanted} were asked for"

    told_once = once(length)
    asker.calls.expected += SYNTHESIS_CALLS
    about = {
        "words": wanted,
        "topic": of.topic,
        "description": of.description,
        "documents": documents(asker.sources(of.pair)),
    }
    return await asker.put(
        "synthesis", name, SynthesisAnswer, lambda answer: empty(answer) or told_once(answer), about | values
    )


async def traced(asker: Asker, tree: Tree, answer: SynthesisAnswer, known: Mapping[str, Segment]) -> Synthesis:
    """The sentences with what is wrong with each, those that could not be traced mended once.
    `known`: the segments they may name; those are added in which a document turns out to address something."""
    known = dict(known)
    first = [_sentence(one, known) for one in answer.sentences if clean(one.text)]
    checked = await _checked(asker, tree, sorted(first, key=lambda one: one.relation is not Relation.SHARED), known)
    at_first = sum(one.traced for one in checked.sentences)
    if at_first < len(checked.sentences):
        checked = await _mended(asker, tree, checked, known)
    return Synthesis(
        sentences=tuple(checked.sentences),
        written=len(checked.sentences),
        traced_at_first=at_first,
        traced=sum(one.traced for one in checked.sentences),
        meaning_checked=checked.meaning,
    )


def _sentence(one: SentenceAnswer, known: Mapping[str, Segment]) -> SynthesisSentence:
    named = one.does_not_address.strip().upper()
    silent = named if one.relation is Relation.ONLY and named in {key[0] for key in known} else None
    return SynthesisSentence.model_validate(
        {
            "text": clean(one.text),
            "relation": one.relation,
            "segments": ids(one.segments, known),
            "does_not_address": silent or (named if one.relation is Relation.ONLY and len(named) == 1 else None),
        }
    )


async def _checked(
    asker: Asker, tree: Tree, sentences: Sequence[SynthesisSentence], known: dict[str, Segment]
) -> _Checked:
    pair = asker.sources(tree.pair)
    told = [_faulty(one, fault(one, pair, known)) for one in sentences]
    silent = await together(_addressed(asker, tree, one, known) for one in told)
    told = [_faulty(one, why) for one, why in zip(told, silent, strict=True)]
    open_ones = [place for place, one in enumerate(told) if one.traced]
    try:
        meanings = await _meanings(asker, [told[place] for place in open_ones], known)
    except ProviderError as error:
        if asker.calls.stopped:
            raise
        asker.miss("the check of what the synthesis means", error)
        return _Checked(told, False)
    for number, place in enumerate(open_ones, 1):
        found = meanings.get(number)
        if found is None:
            told[place] = _faulty(told[place], "its meaning was not checked")
        elif not found.holds:
            told[place] = _faulty(told[place], clean(found.lacks) or "its passages say something else")
    return _Checked(told, True)


async def _addressed(asker: Asker, tree: Tree, one: SynthesisSentence, known: dict[str, Segment]) -> str:
    """Why it is not so that the other document does not address a sentence's matter; empty if it is so.

    It is where the tree has recorded it of a claim that stands on one of its segments; else the other document is
    searched for the sentence itself.
    """
    if not one.traced or one.relation is not Relation.ONLY or one.does_not_address is None:
        return ""
    silent, cited = one.does_not_address, set(one.segments)
    for node in tree.nodes:
        unmet = node.not_addressed.get(silent, ())
        if any(
            claim.id in unmet and cited & set(claim.segments) for claims in node.claims.values() for claim in claims
        ):
            return ""
    try:
        near = await asker.nearest(silent, one.text)
        owner = one.segments[0][0]
        claim = Claim(id=f"{owner}.0", title=one.text, description="", segments=one.segments)
        found = await labelled(asker, claim, owner, near)
    except ProviderError as error:
        if asker.calls.stopped:
            raise
        asker.miss(f"what {silent} has on “{one.text}”", error)
        return f"{UNCHECKED} whether {silent} addresses it"
    known.update(asker.known(counter.segment for counter in found))
    return f"{silent} does address it, in {', '.join(counter.segment for counter in found)}" if found else ""


async def _meanings(
    asker: Asker, sentences: Sequence[SynthesisSentence], known: Mapping[str, Segment]
) -> dict[int, MeaningAnswer]:
    """By the place of each sentence, from 1."""
    if not sentences:
        return {}

    def lacking(answer: MeaningsAnswer) -> str | None:
        left = set(range(1, len(sentences) + 1)) - {one.number for one in answer.sentences}
        return f"sentences {', '.join(map(str, sorted(left)))} are missing" if left else None

    blocks = [
        f"{number}. {one.text}\n{passages(known[key] for key in one.segments)}"
        for number, one in enumerate(sentences, 1)
    ]
    answer = await asker.ask("check", "meaning", MeaningsAnswer, lacking, sentences="\n\n".join(blocks))
    return {one.number: one for one in answer.sentences}


async def _mended(asker: Asker, tree: Tree, checked: _Checked, known: dict[str, Segment]) -> _Checked:
    """With the faulty sentences written again; they stay as they are where the model gives nothing better."""
    faulty = {
        number: one
        for number, one in enumerate(checked.sentences, 1)
        if not one.traced and not one.fault.startswith(UNCHECKED)
    }
    if not faulty:
        return checked
    blocks = [
        f"{number}. {one.text} ({one.relation}; {', '.join(one.segments) or 'no passages'})\n   Wrong: {one.fault}."
        for number, one in faulty.items()
    ]
    try:
        answer = await asker.ask(
            "synthesis",
            "mend",
            MendedAnswers,
            sentences="\n".join(blocks),
            segments=passages(asker.known(known).values()),
        )
    except ProviderError as error:
        if asker.calls.stopped:
            raise
        asker.miss("a second wording of what could not be traced", error)
        return checked
    again = {one.number: _sentence(one, known) for one in answer.sentences if one.number in faulty and clean(one.text)}
    if not again:
        return checked
    second = await _checked(asker, tree, list(again.values()), known)
    better = dict(zip(again, second.sentences, strict=True))
    merged = [
        better[number] if number in better and better[number].traced else one
        for number, one in enumerate(checked.sentences, 1)
    ]
    return _Checked(sorted(merged, key=lambda one: one.relation is not Relation.SHARED), checked.meaning)


def _faulty(one: SynthesisSentence, why: str) -> SynthesisSentence:
    return one.model_copy(update={"fault": one.fault or why}) if why else one
