"""Prepared material for what could be done next (TreeDebater Alg. 3), and how much of that has any. Pure.

TreeDebater 4.3, Figure 3: "One action is hit if there is a node in the Rehearsal Tree that has a similar claim to the
target claim of this action, leading to a non-empty retrieval set R in Alg 3". So **an action is hit if Alg. 3 finds a
prepared node for it**: for a proposal or a reinforcement the node like its claim, for an attack or a rebuttal an answer
to the node like its target. Like is what reaches the encoder's `same`, and the node that a claim was recognised as.
The hit rate is the share of actions that are hit: of **candidate actions**, as in the paper's sentence, those that a
side could have taken at a turn; of **actions taken**, those that were heard. Plans, reports and benchmarks have no
other definition.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import FlowNode, FlowTree
from planning.debate.planned import Anticipated
from planning.debate.points import Point
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal

LIKELY = 0.4  # that a point makes a claim, from which an answer to that claim is an answer to the point


@dataclass(frozen=True)
class Candidate:
    """Something a side could do now: an action on a target claim.

    `flow` is the id of the target's flow node, `owner` whose flow tree it is in, `thread` the claim of
    the main claim it hangs under. `source` is the rehearsal node the target was recognised as, `confidence` how
    surely, `said` the passages that made the target, `points` what was said there by its side.
    """

    kind: ActionKind
    target: str
    owner: Side
    flow: str | None = None
    thread: str = ""
    source: str | None = None
    confidence: float = 1.0
    said: tuple[str, ...] = ()
    unanswered: bool = False
    visits: int = 0
    points: tuple[Point, ...] = ()

    @classmethod
    def on(cls, kind: ActionKind, tree: FlowTree, node: FlowNode, points: tuple[Point, ...]) -> Candidate:
        """An action on a node of a flow tree."""
        return cls(
            kind=kind,
            target=node.claim,
            owner=tree.owner,
            flow=node.id,
            thread=tree.thread(node).claim,
            source=node.source,
            confidence=node.confidence,
            said=tuple(node.arguments),
            unanswered=not node.children,
            visits=node.visits,
            points=points,
        )


@dataclass(frozen=True)
class Retrieved:
    """A candidate with the prepared nodes that carry it out, strongest first."""

    candidate: Candidate
    nodes: tuple[tuple[Prepared, float], ...]

    @property
    def owners(self) -> frozenset[Side]:
        """In whose trees something was found; in none if it is no hit."""
        return frozenset(node.owner for node, _ in self.nodes)


@dataclass(frozen=True)
class Arsenal:
    """What a side has in the trees at a turn, by f_k; `spoken`: ids of nodes that were said already."""

    index: Index
    side: Side
    k: int
    spoken: Collection[str] = ()

    def answers(self, nodes: Iterable[Prepared]) -> list[Prepared]:
        """Its own to any of these."""
        children = _children(nodes, self.index.rehearsal)
        return [one for one in children if one.side is self.side]


def retrieve(candidates: Sequence[Candidate], index: Index, side: Side, k: int) -> list[Retrieved]:
    """Alg. 3 over the trees of both sides, threshold from the embedder. Propose and reinforce take the similar node of
    our side; attack and rebut the children of the similar node of the opponent's side. Each comes with f_k."""
    threshold = index.embedder.same
    results = []
    for candidate in candidates:
        own = candidate.kind in (ActionKind.PROPOSE, ActionKind.REINFORCE)
        speaker = side if own else side.other
        target = Encoded(candidate.target, index.embedder)
        near = [node for node, _ in index.similar(target, speaker, threshold)]
        if candidate.source and (known := index.rehearsal.nodes.get(candidate.source)):
            near = [known, *(node for node in near if node.id != known.id)]
        if not own:  # what their words may mean is enough to choose an answer by
            made = [one for point in candidate.points for one in point.makes]
            likely = [index.rehearsal.nodes.get(one.node) for one in made if (one.probability or 1.0) >= LIKELY]
            near = list({node.id: node for node in (*near, *likely) if node is not None}.values())
        chosen = near if own else _children(near, index.rehearsal)
        unique = {node.id: (node, node.f(k)) for node in chosen}
        ranked = sorted(unique.values(), key=lambda pair: -pair[1])
        results.append(Retrieved(candidate, tuple(ranked)))
    return results


def backed(results: Sequence[Retrieved], rehearsal: Rehearsal, k: int) -> list[Retrieved]:
    """The same, and for each reinforcement what backs its claim in the tree: the answers to what speaks against it.
    For the claim itself has been spoken by then; its grandchildren support it (TreeDebater 3.2, r_s)."""
    more = []
    for result in results:
        nodes = {node.id: (node, strength) for node, strength in result.nodes}
        if result.candidate.kind is ActionKind.REINFORCE:
            near = [node for node, _ in result.nodes]
            for node in _children(_children(near, rehearsal), rehearsal):
                nodes.setdefault(node.id, (node, node.f(k)))
        more.append(Retrieved(result.candidate, tuple(sorted(nodes.values(), key=lambda pair: -pair[1]))))
    return more


def _children(nodes: Iterable[Prepared], rehearsal: Rehearsal) -> list[Prepared]:
    return [rehearsal.nodes[child] for node in nodes for child in node.children]


def aimed(action: Action, target: FlowNode | None) -> Candidate:
    """An action as it is looked up in the trees: by its own claim if it proposes, else by the claim it is aimed at.
    `target`: the flow node it was applied to, if any."""
    if action.kind is ActionKind.PROPOSE:
        return Candidate(action.kind, action.claim, action.actor, source=action.source)
    if target is None:
        return Candidate(action.kind, action.target, action.actor)
    return Candidate(action.kind, target.claim, action.actor, source=target.source)


def hit(candidate: Candidate, side: Side, index: Index) -> frozenset[Side]:
    """In whose trees Alg. 3 finds something for an action of `side`; in none if it was not anticipated."""
    if not candidate.target and not candidate.source:
        return frozenset()
    (found,) = retrieve([candidate], index, side, 0)
    return found.owners


def by_kind(retrieved: Iterable[Retrieved], side: Side) -> tuple[Anticipated, ...]:
    """What was found for actions of that side, by their kind."""
    return anticipated(((one.candidate.kind, one.owners) for one in retrieved), side)


def anticipated(hits: Iterable[tuple[ActionKind, Collection[Side]]], side: Side) -> tuple[Anticipated, ...]:
    """Actions of that side, each with in whose trees something was found for it, counted by their kind."""
    found = list(hits)
    return tuple(
        Anticipated(
            kind=kind,
            count=len(some),
            own=sum(side in one for one in some),
            theirs=sum(side.other in one for one in some),
            either=sum(bool(one) for one in some),
        )
        for kind in ActionKind
        if (some := [owners for one, owners in found if one is kind])
    )


def hit_rate(rows: Sequence[Anticipated]) -> float | None:
    """The share of these actions that are hit, to four places; None where there are none."""
    count = sum(one.count for one in rows)
    return round(sum(one.either for one in rows) / count, 4) if count else None
