"""What the trees of a motion advise one side before the first speech: claims, likely answers, replies. Pure."""

from __future__ import annotations

from agent.server.contracts.choices import CoachedAnswer, CoachedClaim, CoachView
from config.format import Side
from planning.methods.treedebater.trees.rehearsal import Prepared, Rehearsal

CLAIMS, ANSWERS, AHEAD = 3, 2, 2


def advice(rehearsal: Rehearsal, side: Side) -> CoachView:
    """The claims that stand best against everything that is prepared against them, the strongest first."""
    case = rehearsal.case(side)
    best = sorted(rehearsal.roots(side), key=lambda root: -root.f(AHEAD))[:CLAIMS]
    return CoachView(
        side=side, criterion=" ".join(case.criterion), claims=tuple(_claim(rehearsal, root) for root in best)
    )


def _claim(rehearsal: Rehearsal, root: Prepared) -> CoachedClaim:
    against = _best(rehearsal, root)[:ANSWERS]
    return CoachedClaim(
        claim=root.claim,
        because=" ".join(root.node.argument),
        impact=root.node.impact,
        answers=tuple(_answer(rehearsal, one) for one in against),
    )


def _answer(rehearsal: Rehearsal, attack: Prepared) -> CoachedAnswer:
    replies = _best(rehearsal, attack)
    return CoachedAnswer(they_say=attack.claim, you_say=replies[0].claim if replies else "")


def _best(rehearsal: Rehearsal, node: Prepared) -> list[Prepared]:
    """What counters it, the strongest first."""
    return sorted((rehearsal.nodes[id] for id in node.children), key=lambda one: -one.f(AHEAD))
