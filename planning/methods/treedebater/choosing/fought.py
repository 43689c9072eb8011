"""What was fought over so far, and what was granted: what a closing is made from. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from config.format import Side
from planning.debate import acting
from planning.debate.acting import Trees
from planning.debate.points import Point, PointForm
from planning.debate.standing import Standing, Status
from planning.methods.treedebater.choosing.choose import Clash
from planning.methods.treedebater.trees.rehearsal import Prepared


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
        if point.side is side or standing is None or standing.status is not Status.ANSWERED:
            continue
        answer = said[standing.by[-1]]
        node = next((prepared[one.node] for one in answer.makes if one.node in prepared), None)
        found.append(Clash(point, answer.claim, node))
    return tuple(found)
