"""Which main claims are worth a tree: the weak are dropped, and of those that are alike all but the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from config.format import Side
from planning.language.figures import untraced
from planning.llm.checks import foreign, wrong_side
from planning.loop_thread import off_loop
from planning.ports import Embedder, Vectors
from planning.rehearse.answers import LONGEST, LONGEST_TOPIC, Pool, Proposed, Seed, repeats, sentence
from planning.rehearse.journal import Journal, key_of

LEAST_SUPPORT = 0.7  # of the side's stance, on the scale 0 to 2, under which a main claim is dropped


def seed(proposed: Proposed) -> Seed:
    """A proposed claim in the words in which it will be spoken."""
    topic = sentence(proposed.topic).rstrip(".!?")
    first, _, rest = topic.partition(" ")
    if first[1:] == first[1:].lower() and first != "I":  # a capital that only its place gave it
        topic = f"{first.lower()} {rest}".strip()
    return Seed(sentence(proposed.claim), topic, sentence(proposed.reason))


def sift(pool: Pool, side: Side, kept: Sequence[Seed], sources: Sequence[str]) -> tuple[list[Seed], list[str]]:
    """What of an answer can be used beside what is kept already, and why the rest cannot."""
    good: list[Seed] = []
    refused: list[str] = []
    for proposed in pool.claims:
        one = seed(proposed)
        if fault := _unfit(one, [*kept, *good], pool, side, sources):
            refused.append(f"{one.claim or '(empty)'} - {fault}")
        else:
            good.append(one)
    return good, refused


def _unfit(one: Seed, others: Sequence[Seed], pool: Pool, side: Side, sources: Sequence[str]) -> str | None:
    if pool.side is not side:
        return f"it is for {pool.side}, but you speak for {side}"
    if not (one.claim and one.topic and one.reason):
        return "a claim, a topic and a reason are needed"
    if len(one.topic) > LONGEST_TOPIC or max(len(one.claim), len(one.reason)) > LONGEST:
        return "it is too long"
    texts = (one.claim, one.reason)
    if fault := foreign(texts) or wrong_side(texts, side):
        return fault
    if figures := untraced(" ".join((*texts, one.topic)), sources):
        return f"no source has the figure {figures[0]}"
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
