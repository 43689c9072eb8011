"""What a model is asked for while trees grow: main claims, the case for one, and counter-arguments.

Of the pool of main claims the weak are dropped, and of those that are alike all but the best. What is refused is asked
for once more, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from config.errors import ModelOutputError
from config.format import Side
from config.settings import Role
from planning.asking.answers import Unusable
from planning.asking.asking import enough, foreign, once_more, wrong_side
from planning.asking.journal import CALL_SECONDS, Journal, key_of
from planning.debate.argument import Evidence
from planning.evidence.tracing import lack
from planning.loop_thread import off_loop
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.grown import (
    LINES_KEPT,
    LONGEST,
    LONGEST_TOPIC,
    Counters,
    Grown,
    GrownArgument,
    MainCase,
    Pool,
    Proposed,
    Seed,
    point,
    repeats,
    sentence,
    sentences,
    unfit,
)
from planning.methods.treedebater.rehearsing.sources import Sources, listed
from planning.ports import LLM, Embedder, Vectors

One = TypeVar("One", Seed, GrownArgument)
LEAST_SUPPORT = 0.7  # of the side's stance, on the scale 0 to 2, under which a main claim is dropped


def seed(proposed: Proposed) -> Seed:
    """A proposed claim in the words in which it will be spoken."""
    topic = sentence(proposed.topic).rstrip(".!?")
    first, _, rest = topic.partition(" ")
    if first[1:] == first[1:].lower() and first != "I":  # a capital that only its place gave it
        topic = f"{first.lower()} {rest}".strip()
    return Seed(sentence(proposed.claim), topic, sentence(proposed.reason))


async def propose(llm: LLM, sources: Sources, motion: str, side: Side, count: int) -> list[Seed]:
    """So many usable claims; for those that are refused others are asked for once.
    Raises ProviderError, ModelOutputError: there are none."""
    shown = await sources.find(motion)
    known = tuple(shown.values())

    async def attempt(kept: Sequence[Seed], refused: str) -> tuple[list[Seed], list[str]]:
        prompt = render(
            "claims",
            motion=motion,
            side=side.value,
            count=count - len(kept),
            evidence=listed(shown),
            kept="\n".join(one.claim for one in kept),
            refused=refused,
        )
        answer = await llm.ask(Role.PROPOSER, prompt, Pool, CALL_SECONDS)
        found = map(seed, answer.claims)
        return _sift(found, answer.side, side, lambda one, good: _unfit(one, [*kept, *good], side, known, motion))

    found, refused = await enough(count, attempt)
    if not found:
        raise ModelOutputError("proposer", f"no usable claim: {refused[0] if refused else 'none were given'}")
    return found


def _sift(
    found: Iterable[One], claimed: Side, side: Side, fault: Callable[[One, Sequence[One]], str | None]
) -> tuple[list[One], list[str]]:
    """What of an answer can be used, and why the rest cannot; `fault` is shown what is good so far."""
    wrong = None if claimed is side else f"it is for {claimed}, but you speak for {side}"
    good: list[One] = []
    refused: list[str] = []
    for one in found:
        if told := wrong or fault(one, good):
            refused.append(f"{one.claim or '(empty)'} - {told}")
        else:
            good.append(one)
    return good, refused


def _unfit(one: Seed, others: Sequence[Seed], side: Side, shown: Sequence[Evidence], motion: str) -> str | None:
    if not (one.claim and one.topic and one.reason):
        return "a claim, a topic and a reason are needed"
    if len(one.topic) > LONGEST_TOPIC or max(len(one.claim), len(one.reason)) > LONGEST:
        return "it is too long"
    texts = (one.claim, one.reason)
    if fault := foreign(texts) or wrong_side(texts, side):
        return fault
    if any(repeats(one.claim, other.claim) for other in others):
        return "it repeats one of the others"
    left = lack(" ".join((one.claim, one.reason, one.topic)), shown, [motion])
    return f"no source has {left.parts[0]}" if left else None


async def best(
    seeds: Sequence[Seed], scores: Sequence[float], count: int, embedder: Embedder, journal: Journal
) -> list[Seed]:
    """The best claim of each cluster, strongest first; the strongest of all is kept even where it is weak.
    Which claims are alike is decided once and kept in the journal: vectors of a server may differ from run to run."""
    scored = [replace(one, support=score) for one, score in zip(seeds, scores, strict=True)]
    ranked = sorted(scored, key=lambda one: -(one.support or 0.0))
    strong = [one for i, one in enumerate(ranked) if i == 0 or (one.support or 0.0) >= LEAST_SUPPORT]
    claims = [one.claim for one in strong]
    key = key_of("clusters", embedder.name, embedder.same, claims)
    known = journal.get(key)
    if isinstance(known, list) and len(known) == len(strong):
        labels = [int(str(label)) for label in known]
    else:
        labels = clusters(await off_loop(lambda: embedder.embed(claims)), embedder.same)
        journal.put(key, "clusters", list(labels))
    first = {label: place for place, label in reversed(list(enumerate(labels)))}  # the strongest of each
    return [one for place, one in enumerate(strong) if first[labels[place]] == place][:count]


def clusters(vectors: Vectors, same: float) -> list[int]:
    """For each row the first row it is joined to by a chain of cosines at or above `same`.
    `vectors`: shape (texts, dimension), rows of length 1."""
    alike = np.asarray(vectors @ vectors.T >= same - 1e-6)
    labels = list(range(len(alike)))
    for row in range(len(alike)):
        for other in np.flatnonzero(alike[row, :row]).tolist():
            low, high = sorted((labels[row], labels[other]))
            labels = [low if label == high else label for label in labels]
    return labels


@dataclass(frozen=True)
class MainGrounds:
    """The claim with its grounds; `weighing` sums the point up for its own side, `answer` for the other."""

    point: GrownArgument
    weighing: tuple[str, ...]
    answer: tuple[str, ...]


async def main_case(llm: LLM, sources: Sources, motion: str, side: Side, seed: Seed) -> MainGrounds:
    """The case for a main claim; one that is refused is asked for once more.
    Raises ProviderError, ModelOutputError: there is none that can be spoken."""
    shown = await sources.find(motion, seed.claim, claim=seed.claim)
    about = {"motion": motion, "side": side.value, "claim": seed.claim, "reason": seed.reason}

    async def attempt(refused: str) -> MainGrounds:
        prompt = render("main_claim", **about, evidence=listed(shown), refused=refused)
        answer = await llm.ask(Role.PROPOSER, prompt, MainCase, CALL_SECONDS)
        case = _prepared(answer, motion, seed, shown)
        if fault := _case_fault(answer, case, side):
            raise Unusable(fault)
        if right := await sources.traced([case.point], side, shown):
            return replace(case, point=right[0])
        raise Unusable("its figures have no source")

    try:
        return await once_more(attempt)
    except Unusable as unusable:
        raise ModelOutputError("proposer", str(unusable)) from None


def _prepared(answer: MainCase, motion: str, seed: Seed, shown: Mapping[str, Evidence]) -> MainGrounds:
    """The answer as it can be spoken, without summing up by what has no source."""
    known = tuple(shown.values())
    both = (sentences(answer.weighing, LINES_KEPT), sentences(answer.answer, LINES_KEPT))
    weighing, reply = (tuple(text for text in texts if not lack(text, known, [motion])) for texts in both)
    return MainGrounds(point(seed.claim, answer, shown), weighing, reply)


def _case_fault(answer: MainCase, case: MainGrounds, side: Side) -> str | None:
    if answer.side is not side:
        return f"it is for {answer.side}, but you speak for {side}"
    if not (case.weighing and case.answer):
        return "weighing and answer need a sentence each, without figures and findings that have no source"
    fault = unfit(case.point, side, (), ()) or foreign([*case.weighing, *case.answer])
    return fault or wrong_side(case.weighing, side) or wrong_side(case.answer, side.other)


async def counters(
    llm: LLM, sources: Sources, motion: str, node: Grown, wanted: int
) -> tuple[list[GrownArgument], str]:
    """Counter-arguments to a node; for those that are refused others are asked for once. And why there are no more.
    Raises ProviderError, ModelOutputError: there are none."""
    side = node.side.other
    shown = await sources.find(node.point.claim, claim=node.chain[0].point.claim)
    ancestors = [one.point.claim for one in node.chain]

    async def attempt(kept: Sequence[GrownArgument], refused: str) -> tuple[list[GrownArgument], list[str]]:
        prompt = render(
            "counters",
            motion=motion,
            side=side.value,
            count=wanted - len(kept),
            exchange="\n".join(f"[{i}] {one.side}: {one.brief}" for i, one in enumerate(node.chain, 1)),
            evidence=listed(shown),
            kept="\n".join(one.claim for one in kept),
            refused=refused,
        )
        answer = await llm.ask(Role.PROPOSER, prompt, Counters, CALL_SECONDS)
        found = [point(one.claim, one, shown) for one in answer.counters]
        return _sift(found, answer.side, side, lambda one, good: unfit(one, side, ancestors, [*kept, *good]))

    found, refused = await enough(wanted, attempt)
    before = await sources.find(motion, *ancestors)
    right = await sources.traced(found, side, shown, list(before.values()))
    return right, "their figures have no source" if len(found) == wanted else "; ".join(refused) or "fewer were given"
