"""What a side can do without, for comparison (TreeDebater 4.3, Table 3): each takes away its own thing and no other.

Pure.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import StrEnum

from planning.methods.treedebater.trees.rehearsal import Case, Node, Rehearsal


class Part(StrEnum):
    """A part of TreeDebater that a seat may do without."""

    REHEARSAL = "rehearsal"
    FLOW = "flow"
    AUDIENCE = "audience"
    EVIDENCE = "evidence"
    LOOK_AHEAD = "look-ahead"
    CHECK = "check"


TAKEN_AWAY: Mapping[str, str] = {
    Part.REHEARSAL: "rehearsal trees: a model writes from evidence, definition and the debate alone",
    Part.FLOW: "flow trees in planning and writing, which have the words that were heard instead; the log keeps both",
    Part.AUDIENCE: "the simulated audience: drafts are spoken unrevised",
    Part.EVIDENCE: "evidence, prepared and searched for: nothing is cited",
    Part.LOOK_AHEAD: "answers to come: a claim is as strong as it is by itself (k = 0)",
    Part.CHECK: "the independent check of answers",
}


def left_of(rehearsal: Rehearsal, without: Collection[str]) -> Rehearsal:
    """What such a side has prepared."""
    file = rehearsal.file
    if Part.EVIDENCE in without:
        sides = {side: _uncited(case) for side, case in file.sides.items()}
        file = file.model_copy(update={"evidence": {}, "sides": sides})
    if Part.REHEARSAL in without:
        sides = {side: case.model_copy(update={"trees": (), "objections": {}}) for side, case in file.sides.items()}
        file = file.model_copy(update={"sides": sides})
    return rehearsal if file is rehearsal.file else Rehearsal(file)


def _uncited(case: Case) -> Case:
    trees = tuple(tree.model_copy(update={"root": _bare(tree.root)}) for tree in case.trees)
    return case.model_copy(update={"trees": trees})


def _bare(node: Node) -> Node:
    return node.model_copy(update={"evidence": (), "children": tuple(map(_bare, node.children))})
