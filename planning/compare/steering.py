"""What a person changes in a tree that has grown: a subtopic more, one less, a question. Pure.

Nothing is taken out of the record. The tree is grown again with the changes in it; since every answer is kept under all
that was asked, only what depends on a change is asked anew: the new topic's debate, and the synthesis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from config.errors import UnknownName, UsageError
from planning.compare.records import MOST_DEPTH, ROOT, Comparison, Ended, Node, Steer, Tree


def steered(comparison: Comparison, changes: Iterable[Steer]) -> tuple[Steer, ...]:
    """All that the person has changed so far, with these. Raises UsageError: one of them cannot be, and why."""
    made = list(comparison.steering)
    for one in changes:
        _checked(comparison, one)
        if one in made:
            raise UsageError(f"{told(one)}: that has been done already")
        made.append(one)
    return tuple(made)


def told(one: Steer) -> str:
    """A change in words."""
    where = "" if one.tree == "t1" else f" of {one.tree}"
    if one.what == "drop":
        return f"drop {one.node}{where}"
    return f"{one.what} “{one.text}” under {one.node}{where}"


def place(named: str, trees: Sequence[str]) -> tuple[str, str]:
    """Tree and node of a name such as `1.2`, or `t2:1.2` where there are several trees.
    Raises UnknownName: there is no such tree. UsageError: it has to be said which."""
    tree, colon, node = named.rpartition(":")
    if not colon:
        if len(trees) > 1:
            raise UsageError(f"there are several trees; say which one: {trees[0]}:{named}")
        return (trees[0] if trees else "t1"), node
    if tree not in trees:
        raise UnknownName("tree", tree, trees)
    return tree, node


def _checked(comparison: Comparison, one: Steer) -> None:
    tree = next((tree for tree in comparison.trees if tree.id == one.tree), None)
    if tree is None:
        raise UnknownName("tree", one.tree, [tree.id for tree in comparison.trees])
    node = _node(tree, one.node)
    if one.what == "drop":
        if node.id == ROOT:
            raise UsageError("the focus itself cannot be dropped; compare the documents on another one with --focus")
        return
    if not any(c.isalnum() for c in one.text):
        raise UsageError(f"--{one.what}: there are no words in it")
    if node.ended is Ended.DROPPED:
        raise UsageError(f"{node.id} was dropped; nothing can be put under it")
    if node.depth >= MOST_DEPTH:
        raise UsageError(f"{node.id} is at depth {node.depth}, the greatest there is; put it under {node.parent}")


def _node(tree: Tree, node_id: str) -> Node:
    found = next((node for node in tree.nodes if node.id == node_id), None)
    if found is None:
        raise UnknownName("node", node_id, [node.id for node in tree.nodes])
    return found
