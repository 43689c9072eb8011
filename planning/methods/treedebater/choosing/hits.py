"""The hit rate of the rehearsal trees: the one definition of it, for plans, reports and benchmarks. Pure.

TreeDebater 4.3, Figure 3: "One action is hit if there is a node in the Rehearsal Tree that has a similar claim to the
target claim of this action, leading to a non-empty retrieval set R in Alg 3". So **an action is hit if Alg. 3 finds a
prepared node for it**: for a proposal or a reinforcement the node like its claim, for an attack or a rebuttal an answer
to the node like its target. Like is what reaches the encoder's `same`, and the node that a claim was recognised as.
The hit rate is the share of actions that are hit, each action counted once, whatever turn or plan it is from.
"""

from __future__ import annotations

from collections.abc import Iterable

from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode
from planning.methods.treedebater.choosing.retrieve import Candidate, retrieve
from planning.methods.treedebater.trees.index import Index


def aimed(action: Action, target: FlowNode | None) -> Candidate:
    """An action as it is looked up in the trees: by its own claim if it proposes, else by the claim it is aimed at.

    Args:
        target: the flow node it was applied to, if any.
    """
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
    return frozenset(node.owner for node, _ in found.nodes)


def hit_rate(hits: Iterable[object]) -> float:
    """The share of actions that are hit, each given as what was found for it; 0 of none."""
    marks = [bool(one) for one in hits]
    return sum(marks) / len(marks) if marks else 0.0
