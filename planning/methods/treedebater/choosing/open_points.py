"""What is owed to the other side: its points, how they stand, what there is to say to each; what was fought over. Pure.

Alg. 3 looks for answers under the one node that a target means. Speakers seldom say a claim as it was prepared, so here
an answer is looked for in all trees: the children of the nodes that a point makes, then what lies near the
point by meaning, be it an answer of ours or one to a claim like theirs. Whether it fits is for whoever writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from config.format import Side
from planning.debate import acting
from planning.debate.acting import Trees
from planning.debate.argument import Action, ActionKind, Evidence
from planning.debate.encoding import Encoded, Encodings
from planning.debate.flow import FlowNode, Flows
from planning.debate.points import Point, PointForm
from planning.debate.standing import Standing, Status
from planning.methods.treedebater.choosing.choose import REASONING, Clash, Option
from planning.methods.treedebater.choosing.retrieve import LIKELY, Arsenal, Candidate
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal
from planning.ports import Embedder

OPTIONS, ITEMS = 4, 3  # prepared answers and evidence that are shown for one point
LIKE = 3  # claims and answers that are looked at for being near a point


@dataclass(frozen=True)
class Owed:
    """A point of the other side, with what could be said to it.

    `node`: of the flow that it made or came back to, None where its target was not found. `options`: prepared answers,
    those under what it was recognised as first. `evidence`: ids of what may bear on it, the nearest first.
    """

    point: Point
    node: FlowNode | None
    standing: Standing
    options: tuple[Option, ...] = ()
    evidence: tuple[str, ...] = ()
    sure: int = 0  # how many of the options answer the claim that it was recognised as

    @property
    def open(self) -> bool:
        return not self.standing.met


class Findings:
    """The evidence as vectors, to find what may bear on a point."""

    def __init__(self, evidence: Mapping[str, Evidence], embedder: Embedder) -> None:
        self._ids, self._least = list(evidence), embedder.related
        self._vectors = Encodings([item.finding for item in evidence.values()], embedder, lambda vectors: vectors)

    def refresh(self) -> None:
        """Encode all of it anew if another encoder has taken over. May be called from any thread."""
        self._vectors.now()

    def near(self, said: Encoded, most: int = ITEMS) -> tuple[str, ...]:
        """Ids of the items nearest to what was said, as far as they have anything to do with it."""
        if not self._ids:
            return ()
        vectors, query = self._vectors.beside(said)
        cosines = vectors @ query
        best = sorted(range(len(self._ids)), key=lambda i: -float(cosines[i]))[:most]
        return tuple(self._ids[i] for i in best if cosines[i] >= self._least)


def owed(mine: Arsenal, flows: Flows, standings: Mapping[str, Standing], findings: Findings) -> list[Owed]:
    """Every point of the other side's that stands, in the order in which they were made, with what is not said yet."""
    found = []
    for node, point in acting.points(flows.trees):
        if point.side is mine.side or point.id not in standings:
            continue
        said = Encoded(point.claim, mine.index.embedder)
        options, sure = _options(mine, answer_to(mine.side, flows, node, point), said, node, point)
        found.append(Owed(point, node, standings[point.id], tuple(options), findings.near(said), sure))
    return found


def _options(
    mine: Arsenal, candidate: Candidate, said: Encoded, node: FlowNode | None, point: Point
) -> tuple[list[Option], int]:
    """Prepared answers to a point, those to what it was recognised as first, and how many those are."""
    index, side, k = mine.index, mine.side, mine.k
    meant = [one for one in (*(made.node for made in point.makes), node.source if node else None) if one is not None]
    made = [index.rehearsal.nodes[one] for one in dict.fromkeys(meant) if one in index.rehearsal.nodes]
    like = [found for found, _ in index.similar(said, side.other, index.embedder.same)]
    sure = sorted(mine.answers([*made, *like]), key=lambda one: -one.f(k))
    near = [one for one in index.nearest([said], side.other, LIKE) if _related(one, said, index)]
    ours = [one for one in index.nearest([said], side, LIKE) if _related(one, said, index)]
    unsure = [*ours, *mine.answers(near)]
    fresh = list({one.id: one for one in (*sure, *unsure) if one.id not in mine.spoken}.values())[:OPTIONS]
    return [Option(candidate, one, one.f(k)) for one in fresh], sum(one in sure for one in fresh)


def answer_to(side: Side, flows: Flows, node: FlowNode | None, point: Point) -> Candidate:
    """Answering a point as an action on the flow."""
    if node is None:
        return Candidate(ActionKind.ATTACK, point.claim, side.other, thread=point.claim, unanswered=True)
    kind = flows.answering(node, side) if node.side is not side else ActionKind.REBUT
    return Candidate.on(kind, flows.trees[flows.owner_of(node)], node, (point,))


def answering(side: Side, flows: Flows, standings: Mapping[str, Standing], rehearsal: Rehearsal) -> list[Candidate]:
    """What could be done about the other side's points that nobody has met.
    Those that may make the same prepared claim come together."""
    groups: dict[str, list[tuple[FlowNode | None, Action, Point]]] = {}
    for node, action, point in acting.said(flows.trees):
        standing = standings.get(point.id)
        if point.side is side or standing is None or standing.met:
            continue
        likely = [made.node for made in point.makes if (made.probability or 1.0) >= LIKELY]
        key = likely[0] if likely else action.source or point.id
        groups.setdefault(key, []).append((node, action, point))
    return [_answering(side, flows, key, members, rehearsal) for key, members in groups.items()]


def _answering(
    side: Side,
    flows: Flows,
    key: str,
    members: Sequence[tuple[FlowNode | None, Action, Point]],
    rehearsal: Rehearsal,
) -> Candidate:
    node, action, point = next((one for one in members if one[1].source == key), members[0])
    meant = rehearsal.nodes.get(key)
    return replace(
        answer_to(side, flows, node, point),
        thread=meant.claim if meant is not None else point.words,
        source=action.source,
        confidence=action.confidence,
        said=tuple(one.words for _, _, one in members),
        unanswered=True,
        points=tuple(one for _, _, one in members),
    )


def reasoned(candidate: Candidate) -> Option:
    """Answering without anything prepared."""
    return Option(candidate, None, REASONING)


def _related(node: Prepared, said: Encoded, index: Index) -> bool:
    return float(said.cosines([node.claim])[0]) >= index.embedder.related


def asks_for_an_answer(one: Owed) -> bool:
    """Whether a listener would miss an answer: nobody has met it, and it is no concession."""
    return one.open and one.point.form is not PointForm.CONCESSION


def granted(trees: Trees, side: Side) -> tuple[Point, ...]:
    """The points in which that side concedes something, in order."""
    return tuple(
        point for _, point in acting.points(trees) if point.side is side and point.form is PointForm.CONCESSION
    )


def clashes(
    trees: Trees,
    side: Side,
    standings: Mapping[str, Standing],
    prepared: Mapping[str, Prepared],
    shares: Mapping[str, Mapping[str, float]],
) -> tuple[Clash, ...]:
    """The other side's points that `side` has answered, each with its last answer, in the order in which they came.
    `shares`: by the id of a point, how likely it makes which claims."""
    said = {point.id: point for _, point in acting.points(trees)}
    found = []
    for point in said.values():
        standing = standings.get(point.id)
        if point.side is side or standing is None or standing.status is not Status.ANSWERED:
            continue
        answer = said[standing.by[-1]]
        node = next((prepared[one.node] for one in answer.makes if one.node in prepared), None)
        likely = {made.node: made.probability or 1.0 for made in point.makes} | dict(shares.get(point.id, {}))
        sure = likely.get(node.parent or "", 0.0) if node is not None else 0.0
        found.append(Clash(point, answer.claim, node, sure))
    return tuple(found)
