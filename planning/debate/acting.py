"""An action done to the two flow trees of a debater: Alg. 2, and what it takes back of its own speech before. Pure.

Speech is understood only as it goes on. A point may stand in the place of earlier ones of the same speech: the first
is put right where it is, if it made a node there, and so the node keeps its id and all that hangs on it. The others
are joined with it: they leave their nodes, and a node that nothing else speaks for is withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from config.errors import RuleError
from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import ROOT, ClaimStatus, FlowNode, FlowTree
from planning.debate.points import Point, PointForm

Trees = Mapping[Side, FlowTree]


def effect(trees: Trees, owner: Side, action: Action, target: str | None = None) -> str | None:
    """The node that `apply` would make or touch; changes nothing. Raises RuleError: see `FlowTree.apply`; or the point
    is another side's, its id is taken, or what it corrects is none of its own speech."""
    made = trees[owner].effect(action, target)
    if action.point is not None:
        _check(trees, action.point, action.actor)
    kept = _put_right(trees[owner], action, target)
    return kept.id if kept is not None else made


def apply(trees: Trees, owner: Side, action: Action, target: str | None = None) -> str | None:
    """Do it. Returns the id of the node it made, put right or touched, None when unmatched. Raises as `effect`."""
    effect(trees, owner, action, target)
    tree, point = trees[owner], action.point
    kept = _put_right(tree, action, target)
    if kept is not None:
        _reword(kept, action)
    done = kept.id if kept is not None else tree.apply(action, target)
    if point is not None:
        for one in point.corrects:  # only now: what was taken up again is not withdrawn
            for any_tree in trees.values():
                _take_back(any_tree, one)
            tree.corrected[one] = point.id
    return done


def met(action: Action, target: str | None) -> Action:
    """The action with its target among what its point meets, where it speaks against it or grants it."""
    point = action.point
    if point is None or target is None or target in point.meets:
        return action
    against = action.kind in (ActionKind.ATTACK, ActionKind.REBUT)
    if not against and point.form is not PointForm.CONCESSION:
        return action
    return action.model_copy(update={"point": point.model_copy(update={"meets": (target, *point.meets)})})


def corrections(trees: Trees) -> Mapping[str, str]:
    """Points that are no more, each with the one that was put in its place."""
    return {old: new for tree in trees.values() for old, new in tree.corrected.items()}


def now(corrected: Mapping[str, str], point: str) -> str:
    """The id of what stands today in the place of a point; its own where it was not corrected."""
    while point in corrected:
        point = corrected[point]
    return point


def said(trees: Trees) -> Iterator[tuple[FlowNode | None, Action, Point]]:
    """All that was said as a point, in order, each with its node; None where its target was not found."""
    found = [(node, action) for tree in trees.values() for node in tree.nodes.values() for action in node.said]
    lost = [(None, action) for tree in trees.values() for action in tree.unmatched]
    pointed = [(node, action, action.point) for node, action in [*found, *lost] if action.point is not None]
    yield from sorted(pointed, key=lambda one: one[2].place)


def points(trees: Trees) -> Iterator[tuple[FlowNode | None, Point]]:
    """All points, in the order in which they were said, each with its node; None where its target was not found."""
    for node, _, point in said(trees):
        yield node, point


def _check(trees: Trees, point: Point, actor: Side) -> None:
    if point.side is not actor:
        raise RuleError(f"point {point.id} is not {actor}'s")
    known = {one.id for _, one in points(trees)}
    if point.id in known:
        raise RuleError(f"there is a point {point.id} already")
    for one in point.corrects:
        if one not in known:
            raise RuleError(f"point {point.id} corrects {one!r}, which there is not")
        if not one.startswith(point.id.partition(".")[0] + "."):
            raise RuleError(f"point {point.id} corrects {one}, which is of another speech")


def _put_right(tree: FlowTree, action: Action, target: str | None) -> FlowNode | None:
    """The node that the first corrected point made, where the action would make one just there."""
    if action.point is None or not action.point.corrects or action.kind is ActionKind.REINFORCE:
        return None
    parent = ROOT if action.kind is ActionKind.PROPOSE else target
    first = action.point.corrects[0]
    for node in tree.nodes.values():
        if node.points and node.points[0].id == first:
            return node if node.parent == parent and _made_by(node, first) else None
    return None


def _made_by(node: FlowNode, point: str) -> bool:
    """Whether that point made the node, and is not only one that came back to it."""
    return bool(node.points) and node.points[0].id == point and node.said[0].kind is not ActionKind.REINFORCE


def _reword(node: FlowNode, action: Action) -> None:
    """Other words for what made the node; what it did to its target stays done."""
    before = node.said[0]
    if before.argument:
        node.arguments.remove(before.argument)
    if action.argument:
        node.arguments.insert(0, action.argument)
    node.claim, node.source, node.confidence = action.claim, action.source, action.confidence
    node.said[0] = action


def _take_back(tree: FlowTree, point: str) -> None:
    """As if the point had not been made; its node stays where something else speaks for it."""
    tree.unmatched = [a for a in tree.unmatched if a.point is None or a.point.id != point]
    for node in tree.nodes.values():
        if point not in {one.id for one in node.points}:
            continue
        made = _made_by(node, point)
        action = next(a for a in node.said if a.point is not None and a.point.id == point)
        node.said.remove(action)
        if action.argument:
            node.arguments.remove(action.argument)
        if not made:
            node.visits -= 1
        elif node.said:  # what came back to the claim is now what makes it
            node.said[0] = node.said[0].model_copy(update={"kind": action.kind})
            node.visits -= 1
        elif not (node.children or node.arguments):
            _withdraw(tree, node)


def _withdraw(tree: FlowTree, node: FlowNode) -> None:
    node.withdrawn = True
    if node.parent == ROOT:
        tree.top.remove(node.id)
        return
    parent = tree.nodes[node.parent]
    parent.children.remove(node.id)
    parent.visits -= 1
    if not parent.children:
        parent.status = ClaimStatus.PROPOSED
