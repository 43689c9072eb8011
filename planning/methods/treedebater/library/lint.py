"""Whether a motion's rehearsal trees are fit to be spoken from: what the schema cannot say. Needs no model. Pure.

Refused is what would be heard as a fault: a counter that counters nothing, the same sentence twice, a figure nobody
found, a sentence no voice can carry, a case that runs out of words. What may be meant so is a warning.

The bounds on likeness are plain cosines of all-MiniLM-L6-v2, taken from 1,289 pairs of an answer and what it answers in
the shipped trees. Answers take up the words of what they deny: half of them lie between 0.31 and 0.51, the highest at
0.81, so only above that does one say the same again. Metaphors lie as low as -0.01 by the claims alone, so the reasons
are compared too, and the topic; then the lowest is 0.11 and 99 % are above 0.25.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import pstdev
from typing import Protocol

from config.format import Side
from planning.debate.points import Objection
from planning.methods.treedebater.library.sentences import Finding, Seconds, quoted, sentences
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal, walk
from planning.ports import Vectors

SAME = 0.85  # from which two claims are one
ALIKE = 0.80  # from which a reader should see whether they are
STRANGE = 0.10  # under which an answer has nothing to do with what it answers
LOOSE = 0.22  # under which a reader should see whether it has
MAIN_CLAIMS = 4
COUNTERS = (2, 2, 1)  # at least, to a node of level 0, 1, 2
ARGUMENT_WORDS = range(40, 91)
ANSWERS = 3  # at least, to each kind of objection that no tree holds
SPREAD = 0.1  # standard deviation of the scores under which they choose nothing
SPEECHES_SECONDS, CLOSING_SECONDS = 480.0, 120.0  # an opening and a rebuttal, and a closing
PAUSE_SECONDS = 0.3


class Encoder(Protocol):
    """The part of `planning.ports.Embedder` that is needed here."""

    def embed(self, texts: Sequence[str]) -> Vectors: ...


def check(rehearsal: Rehearsal, encoder: Encoder, seconds: Seconds) -> list[Finding]:
    """All findings on one motion, the refused ones first. `seconds`: how long a text takes to speak."""
    found = [
        *_shape(rehearsal),
        *_unprepared(rehearsal),
        *sentences(rehearsal, seconds),
        *_likeness(rehearsal, encoder),
        *_time(rehearsal, seconds),
    ]
    return sorted(found, key=lambda finding: not finding.refused)


# -- how much of everything ----------------------------------------------------------------------------


def _shape(rehearsal: Rehearsal) -> Iterator[Finding]:
    for side in Side:
        trees = rehearsal.case(side).trees
        if len(trees) < MAIN_CLAIMS:
            yield Finding(side, f"has {_count(len(trees), 'main claim')}; {MAIN_CLAIMS} are needed")
        scores = [x for tree in trees for n, _ in walk(tree.root) for x in (n.attack, n.support) if x is not None]
        if (spread := pstdev(scores)) < SPREAD:
            yield Finding(side, f"its scores hardly differ (standard deviation {spread:.2f}); {SPREAD} is needed")
    for node in rehearsal.nodes.values():
        needed = COUNTERS[node.level] if node.level < len(COUNTERS) else 0
        if len(node.children) < needed:
            yield Finding(node.id, f"{_count(len(node.children), 'answer')} to it; {needed} needed at its level")
        words = sum(len(sentence.split()) for sentence in node.node.argument)
        if words not in ARGUMENT_WORDS:
            yield Finding(
                node.id, f"an argument of {words} words; {ARGUMENT_WORDS[0]} to {ARGUMENT_WORDS[-1]} are right"
            )
    cited = {key for node in rehearsal.nodes.values() for key in node.node.evidence}
    for key in rehearsal.file.evidence:
        if key not in cited:
            yield Finding(key, "no argument cites it", refused=False)


def _unprepared(rehearsal: Rehearsal) -> Iterator[Finding]:
    """A side that has to repeat itself where no tree helps; a library that a model has grown has none of this."""
    for side in Side:
        case = rehearsal.case(side)
        few = [f"{kind} ({have})" for kind in Objection if (have := len(case.objections.get(kind, ()))) < ANSWERS]
        bare = [tree.id for tree in case.trees if not tree.even_if]
        lacks = []
        if not case.objections:
            lacks.append("no answers to objections by kind")
        elif few:
            lacks.append(f"too few answers to objections by kind, {ANSWERS} are right: {', '.join(few)}")
        if bare:
            lacks.append(f"no even_if in {', '.join(bare)}")
        if lacks:
            yield Finding(side, "; ".join(lacks), refused=False)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# -- likeness ------------------------------------------------------------------------------------------


def _likeness(rehearsal: Rehearsal, encoder: Encoder) -> Iterator[Finding]:
    nodes = list(rehearsal.nodes.values())
    if not nodes:
        return
    claims = encoder.embed([node.claim for node in nodes])
    cosines = claims @ claims.T
    for i, node in enumerate(nodes):
        for j in (cosines[i, :i] >= ALIKE).nonzero()[0].tolist():
            yield from _twin(node, nodes[j], float(cosines[i, j]))
    yield from _answers(rehearsal, nodes, encoder)


def _twin(node: Prepared, other: Prepared, cosine: float) -> Iterator[Finding]:
    """Two claims that may be one. A denial is as like as a repetition, so across the sides only the likest count."""
    told = f"({cosine:.2f}): {quoted(node.claim)} / {quoted(other.claim)}"
    if node.side is other.side:
        yield Finding(node.id, f"says what {other.id} says {told}", cosine >= SAME)
    elif node.parent == other.id and cosine >= SAME:
        yield Finding(node.id, f"says again what it answers, {other.id} {told}")
    elif cosine >= SAME:
        yield Finding(node.id, f"says what the other side says in {other.id} {told}", refused=False)


def _answers(rehearsal: Rehearsal, nodes: Sequence[Prepared], encoder: Encoder) -> Iterator[Finding]:
    """An answer shares a subject with what it answers, or at least with its tree."""
    whole = encoder.embed([" ".join((node.claim, *node.node.argument)) for node in nodes])
    topics = encoder.embed([node.topic for node in nodes])
    place = {node.id: i for i, node in enumerate(nodes)}
    for i, node in enumerate(nodes):
        if node.parent is None:
            continue
        cosine = max(float(whole[i] @ whole[place[node.parent]]), float(whole[i] @ topics[i]))
        if cosine < LOOSE:
            answered = rehearsal.nodes[node.parent].claim
            told = f"little in common with what it answers ({cosine:.2f}): {quoted(node.claim)} / {quoted(answered)}"
            yield Finding(node.id, told, cosine < STRANGE)


# -- time ----------------------------------------------------------------------------------------------


def _time(rehearsal: Rehearsal, seconds: Seconds) -> Iterator[Finding]:
    """Whether each side has words for its three speeches, no sentence twice and whatever the other side says.
    Deeper nodes than level 2 are left out: they answer what may never be said."""
    for side in Side:
        case = rehearsal.case(side)
        nodes = [node for node in rehearsal.spoken_by(side) if node.level <= 2]
        speeches = [*case.definition, *case.criterion, *(text for node in nodes for text in _of(rehearsal, node))]
        theirs = rehearsal.case(side.other).trees
        closing = [*(t for tree in case.trees for t in tree.weighing), *(t for tree in theirs for t in tree.answer)]
        for name, texts, needed in (
            ("opening and rebuttal", speeches, SPEECHES_SECONDS),
            ("closing", closing, CLOSING_SECONDS),
        ):
            there = sum(seconds(text) + PAUSE_SECONDS for text in dict.fromkeys(texts))
            if there < needed:
                yield Finding(side, f"has {there:.0f} s of words for its {name}; {needed:.0f} s are needed")


def _of(rehearsal: Rehearsal, node: Prepared) -> Iterator[str]:
    yield node.claim
    yield from node.node.argument
    for key in node.node.evidence:
        yield rehearsal.file.evidence[key].finding
    yield node.node.impact
