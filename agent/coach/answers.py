"""What could have been said to a point, from the rehearsal trees. Pure."""

from __future__ import annotations

from agent.coach.coaching import TREES, Answer
from agent.coach.points import Group
from config.format import Side
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal

SURE = 0.5  # from which a heard point is taken to be the prepared one
SENTENCES = 3


def prepared_answer(rehearsal: Rehearsal | None, group: Group, side: Side) -> Answer | None:
    """The strongest thing that was prepared against it, where it is a point that the trees have."""
    node = _node(rehearsal, group)
    if rehearsal is None or node is None:
        return None
    counters = [rehearsal.nodes[child] for child in node.children if rehearsal.nodes[child].side is side]
    if counters:
        best = max(counters, key=lambda one: one.f(len(one.strength)))
        return Answer(text=" ".join((best.claim, *best.node.argument[: SENTENCES - 1])), by=TREES)
    if node.parent is None and node.side is not side:
        return Answer(text=" ".join(rehearsal.tree_of(node).answer[:SENTENCES]), by=TREES)
    return None


def _node(rehearsal: Rehearsal | None, group: Group) -> Prepared | None:
    if rehearsal is None:
        return None
    made = [
        (one.probability if one.probability is not None else 1.0, one.node) for p in group.points for one in p.makes
    ]
    sure = [node for chance, node in sorted(made, reverse=True) if chance >= SURE]
    return next((rehearsal.nodes[node] for node in sure if node in rehearsal.nodes), None)
