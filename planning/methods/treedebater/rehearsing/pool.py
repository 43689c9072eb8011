"""The pool of main claims, and which get a tree: the weak are dropped, and of those that are alike all but the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from config.errors import ModelOutputError
from config.format import Side
from config.settings import Role
from planning.asking.asking import enough
from planning.asking.checks import foreign, wrong_side
from planning.asking.journal import Journal, key_of
from planning.asking.journalled import CALL_SECONDS
from planning.debate.argument import Evidence
from planning.language.figures.sourced import lack
from planning.loop_thread import off_loop
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.rehearsing.answers import Pool, Proposed
from planning.methods.treedebater.rehearsing.grown import Seed
from planning.methods.treedebater.rehearsing.sources import Sources, listed
from planning.methods.treedebater.rehearsing.spoken import LONGEST, LONGEST_TOPIC, repeats, sentence
from planning.ports import LLM, Embedder, Vectors

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

    Raises:
        ProviderError, ModelOutputError: there are none.
    """
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
        return _sift(answer, side, kept, known, motion)

    found, refused = await enough(count, attempt)
    if not found:
        raise ModelOutputError("proposer", f"no usable claim: {refused[0] if refused else 'none were given'}")
    return found


def _sift(
    pool: Pool, side: Side, kept: Sequence[Seed], shown: Sequence[Evidence], motion: str
) -> tuple[list[Seed], list[str]]:
    """What of an answer can be used beside what is kept already, and why the rest cannot."""
    good: list[Seed] = []
    refused: list[str] = []
    for proposed in pool.claims:
        one = seed(proposed)
        if fault := _unfit(one, [*kept, *good], pool, side) or _sourceless(one, shown, motion):
            refused.append(f"{one.claim or '(empty)'} - {fault}")
        else:
            good.append(one)
    return good, refused


def _sourceless(one: Seed, shown: Sequence[Evidence], motion: str) -> str | None:
    left = lack(" ".join((one.claim, one.reason, one.topic)), shown, [motion])
    return f"no source has {left.parts[0]}" if left else None


def _unfit(one: Seed, others: Sequence[Seed], pool: Pool, side: Side) -> str | None:
    if pool.side is not side:
        return f"it is for {pool.side}, but you speak for {side}"
    if not (one.claim and one.topic and one.reason):
        return "a claim, a topic and a reason are needed"
    if len(one.topic) > LONGEST_TOPIC or max(len(one.claim), len(one.reason)) > LONGEST:
        return "it is too long"
    texts = (one.claim, one.reason)
    if fault := foreign(texts) or wrong_side(texts, side):
        return fault
    return "it repeats one of the others" if any(repeats(one.claim, other.claim) for other in others) else None


async def best(
    seeds: Sequence[Seed], scores: Sequence[float], count: int, embedder: Embedder, journal: Journal
) -> list[Seed]:
    """The best claim of each cluster, strongest first; the strongest of all is kept even where it is weak.

    Which claims are alike is decided once and kept in the journal: vectors of a server may differ from run to run.
    """
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

    Args:
        vectors: shape (texts, dimension), rows of length 1.
    """
    alike = np.asarray(vectors @ vectors.T >= same - 1e-6)
    labels = list(range(len(alike)))
    for row in range(len(alike)):
        for other in np.flatnonzero(alike[row, :row]).tolist():
            low, high = sorted((labels[row], labels[other]))
            labels = [low if label == high else label for label in labels]
    return labels
