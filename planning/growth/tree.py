"""Nodes of a tree that grows, and the limits it keeps to. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Content = TypeVar("Content")
ROOT = "1"


@dataclass(eq=False)
class Node(Generic[Content]):
    """A place in a tree. `id`: the way to it, such as `1.3.2`; the root is `1`, at depth 0."""

    content: Content
    id: str = ROOT
    above: Node[Content] | None = field(default=None, repr=False)
    children: list[Node[Content]] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return self.id.count(".")

    @property
    def path(self) -> list[Node[Content]]:
        """From the root to this one."""
        return [*(self.above.path if self.above else ()), self]

    @property
    def leaf(self) -> bool:
        return not self.children

    def bear(self, contents: Sequence[Content]) -> None:
        """Have these children, instead of those there were."""
        self.children = [Node(one, f"{self.id}.{place}", self) for place, one in enumerate(contents, 1)]

    def walk(self) -> Iterator[Node[Content]]:
        """This one and all under it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()

    def leaves(self) -> Iterator[Node[Content]]:
        return (node for node in self.walk() if node.leaf)


@dataclass(frozen=True)
class Limits:
    """What a tree may come to: levels under the root, children of a node, nodes with the root.
    A node has `least` children or none."""

    depth: int
    branch: int
    nodes: int
    least: int = 1

    def __post_init__(self) -> None:
        if self.depth < 0 or self.nodes < 1 or not 1 <= self.least <= self.branch:
            raise ValueError(f"no tree keeps to {self}")


def allotted(wanted: Sequence[int], room: int, least: int = 1) -> list[int]:
    """How many children each of a row of nodes may have: `room` in all, none or `least` and more for each.

    The first ones come first: each gets the least while there is room, then one more in turn up to what it wanted.
    """
    shares = []
    for want in wanted:
        shares.append(least if want >= least <= room else 0)
        room -= shares[-1]
    while room > 0 and any(0 < share < want for share, want in zip(shares, wanted, strict=True)):
        for place, want in enumerate(wanted):
            if room > 0 and 0 < shares[place] < want:
                shares[place] += 1
                room -= 1
    return shares
