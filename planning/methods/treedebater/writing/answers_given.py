"""Answers to questions on the spot, from the trees: what was prepared against the claim in them, or for ours. Pure.

A question is compared sentence by sentence, for it often says a claim of its own. Only a claim that is surely the one
counts; else what was prepared for objections of its kind; else an honest word that there is no answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from config.format import Side
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.language.text import sentences
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Case, Prepared

LEAST_WORDS = 3  # of a part of a question that could be a claim
REASONS = 1  # that follow an answering claim
KIND_SENTENCES = 2  # of an answer to the kind of an objection


@dataclass(frozen=True)
class Given:
    """What is said to a question; `node`: that it speaks, and `against`: the other side's that it answers.

    `again`: all of it has been said before, and this is its claim once more.
    """

    texts: tuple[str, ...]
    node: Prepared | None = None
    against: Prepared | None = None
    again: bool = False


def parts_of(question: str) -> list[str]:
    """The texts that a question may be recognised by: its sentences, the last first, and the clause after a "that"."""
    found: list[str] = []
    for text in sentences(question)[::-1]:
        for part in (text.partition(" that ")[2], text.partition(": ")[2], text):
            words = part.strip(' ?.!“”"')
            if len(words.split()) >= LEAST_WORDS:
                found.append(words)
    return list(dict.fromkeys(found))


def answer_of_trees(side: Side, asked: Sequence[Encoded], index: Index, k: int, said: frozenset[str]) -> Given | None:
    """What the trees hold against the claim in a question, or for ours if that is asked about; None where nothing.

    Args:
        asked: the parts of the question, the likeliest first.
        said: texts that have been spoken already; they are not said again.
    """
    again: Given | None = None
    for one in asked:
        for given in _answers(side, one, index, k, said):
            if not given.again:
                return given
            again = again or given
    return again


def _answers(side: Side, asked: Encoded, index: Index, k: int, said: frozenset[str]) -> Iterator[Given]:
    """What could be said to one part of a question, the best first."""
    theirs = index.similar(asked, side.other, index.embedder.same)
    ours = index.similar(asked, side, index.embedder.same)
    if ours and (not theirs or ours[0][1] > theirs[0][1]):
        yield from _backed(ours[0][0], said)
    for claim, _ in theirs:
        yield from _against(claim, index, side, k, said)


def _against(claim: Prepared, index: Index, side: Side, k: int, said: frozenset[str]) -> Iterator[Given]:
    """Our answers to a claim of theirs, the strongest first."""
    nodes = [index.rehearsal.nodes[child] for child in claim.children]
    for node in sorted((one for one in nodes if one.side is side), key=lambda one: -one.f(k)):
        texts = tuple(text for text in (node.claim, *node.node.argument[:REASONS]) if text not in said)
        yield Given(texts, node, claim) if texts else Given((node.claim,), node, claim, again=True)


def _backed(claim: Prepared, said: frozenset[str]) -> Iterator[Given]:
    """Why our claim holds: its reasons, or its impact."""
    texts = [text for text in (*claim.node.argument, claim.node.impact) if text not in said]
    yield Given(tuple(texts[: REASONS + 1]), claim) if texts else Given((claim.claim,), claim, again=True)


def answer_by_kind(case: Case, kind: Objection, said: frozenset[str]) -> Given | None:
    """What was prepared for objections of that kind; None where nothing new was, or it is no kind."""
    if kind is Objection.OTHER:
        return None
    for answer in case.objections.get(kind, ()):
        if not {*answer} & said:
            return Given(tuple(answer[:KIND_SENTENCES]))
    return None
