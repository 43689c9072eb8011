"""What was fought over so far, and what was granted: what a closing is made from. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from config.format import Side
from planning.choosing.choose import Clash
from planning.choosing.retrieve import LIKELY, Candidate
from planning.points import Point, PointForm
from planning.trees import acting
from planning.trees.acting import Trees
from planning.trees.rehearsal import Prepared, Rehearsal
from planning.trees.standing import Standing, Status


def granted(trees: Trees, side: Side) -> tuple[Point, ...]:
    """The points in which that side concedes something, in order."""
    return tuple(
        point for _, point in acting.points(trees) if point.side is side and point.form is PointForm.CONCESSION
    )


def clashes(
    trees: Trees, side: Side, standings: Mapping[str, Standing], prepared: Mapping[str, Prepared]
) -> tuple[Clash, ...]:
    """The other side's points that `side` has answered, each with its last answer, in the order in which they came."""
    said = {point.id: point for _, point in acting.points(trees)}
    found = []
    for point in said.values():
        standing = standings.get(point.id)
        if point.side is side or standing is None or standing.status not in (Status.ANSWERED, Status.DROPPED):
            continue
        answer = said[standing.by[-1]]
        node = next((prepared[one.node] for one in answer.makes if one.node in prepared), None)
        found.append(Clash(point, answer.claim, node))
    return tuple(found)


def met_before(candidates: Sequence[Candidate], rehearsal: Rehearsal, spoken: Collection[str]) -> tuple[Clash, ...]:
    """Open points to which something that we have said already is an answer: to their claim, or in the same tree."""
    found = []
    for candidate in candidates:
        made = [one.node for point in candidate.points for one in point.makes if (one.probability or 1.0) >= LIKELY]
        nodes = [
            rehearsal.nodes[one] for one in dict.fromkeys((*made, candidate.source or "")) if one in rehearsal.nodes
        ]
        for node in nodes:
            ours = [rehearsal.nodes[one] for one in node.children if one in spoken]
            near = [one for one in _tree(node, rehearsal) if one.id in spoken and one.side is not node.side]
            if said := next(iter((*ours, *near)), None):
                found.append(Clash(candidate.points[-1], said.claim, said, open=True))
                break
    return tuple(found)


def _tree(node: Prepared, rehearsal: Rehearsal) -> list[Prepared]:
    root = rehearsal.root_of(node)
    return [one for one in rehearsal.nodes.values() if rehearsal.root_of(one) is root]
