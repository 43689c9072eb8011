"""In which order is said what fills the time: all that answers one point together, so that it is named once. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from planning.methods.treedebater.choosing.choose import Option
from planning.methods.treedebater.trees.rehearsal import Prepared


def together(left: Sequence[tuple[Option, str]]) -> list[tuple[Option, str]]:
    """Options with their topics, in the same order but for this: an answer follows the first one to its point."""
    first: dict[str, int] = {}
    places = [
        first.setdefault(_answered(option.node) if option.node else option.candidate.target, place)
        for place, (option, _) in enumerate(left)
    ]
    return [one for _, one in sorted(zip(places, left, strict=True), key=lambda pair: pair[0])]


def by_objection(nodes: Sequence[Prepared], k: int) -> list[Prepared]:
    """The one with the greatest f_k first, and after it all that answers the same objection."""
    best: dict[str, float] = {}
    for node in nodes:
        best[_answered(node)] = max(best.get(_answered(node), 0.0), node.f(k))
    return sorted(nodes, key=lambda n: (-best[_answered(n)], _answered(n), -n.f(k)))


def _answered(node: Prepared) -> str:
    """Id of what the node answers; a main claim stands for itself."""
    return node.parent or node.id
