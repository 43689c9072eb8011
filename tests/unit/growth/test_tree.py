"""Trees keep to their limits whatever is proposed, and come out the same whatever comes first."""

import asyncio
import random

from hypothesis import given
from hypothesis import strategies as st

from planning.growth.levels import ascend, grow
from planning.growth.tree import Limits, Node, allotted

LIMITS = st.builds(
    lambda depth, least, more, nodes: Limits(depth, least + more, nodes, least),
    st.integers(0, 3), st.integers(1, 3), st.integers(0, 3), st.integers(1, 40),
)  # fmt: skip


@given(st.lists(st.integers(0, 6)), st.integers(0, 30), st.integers(1, 3))
def test_nobody_is_allotted_more_than_wanted_or_less_than_the_least_and_the_room_is_kept(wanted, room, least):
    shares = allotted(wanted, room, least)
    assert sum(shares) <= room
    assert all(share == 0 or least <= share <= want for share, want in zip(shares, wanted, strict=True))
    if sum(shares) < room:  # whoever got less than wanted could not get the least
        assert all(share == want or share == 0 for share, want in zip(shares, wanted, strict=True))


def test_room_is_used_up_and_the_first_come_first():
    assert allotted([4, 4, 4], 7, 2) == [3, 2, 2]
    assert allotted([4, 4, 4], 5, 2) == [3, 2, 0]
    assert allotted([1, 4], 3, 2) == [0, 3]


def grown(limits: Limits, seed: int) -> tuple[Node[float], list[str]]:
    """A tree whose nodes propose up to six children each, in an order of arrival that the seed decides."""
    late, asked = random.Random(seed), []

    async def expand(node: Node[float]) -> list[float]:
        for _ in range(late.randrange(4)):
            await asyncio.sleep(0)
        asked.append(node.id)
        own = random.Random(node.id)
        return [own.random() for _ in range(own.randrange(7))]

    root = Node(1.0)
    asyncio.run(grow(root, expand, limits, weight=lambda content: content))
    return root, asked


@given(LIMITS, st.integers(0, 9))
def test_limits_are_never_passed_and_the_order_of_arrival_makes_no_difference(limits, seed):
    root, asked = grown(limits, seed)
    nodes = list(root.walk())
    assert len(nodes) <= limits.nodes
    assert all(node.depth <= limits.depth and len(node.children) <= limits.branch for node in nodes)
    assert all(node.leaf or len(node.children) >= limits.least for node in nodes)
    assert len(set(asked)) == len(asked)
    again, _ = grown(limits, seed + 1)
    assert [(n.id, n.content) for n in again.walk()] == [(n.id, n.content) for n in nodes]


def test_nobody_is_asked_for_children_there_is_no_room_for():
    async def expand(node: Node[int]) -> list[int]:
        asked.append(node.id)
        return [1, 2, 3, 4]

    asked: list[str] = []
    root = Node(0)
    asyncio.run(grow(root, expand, Limits(depth=3, branch=4, nodes=9, least=2)))
    assert sum(1 for _ in root.walk()) == 9  # not 21, and not 12 as where the limit is looked at before a node is split
    assert asked == ["1", "1.1", "1.2"]  # room for two more pairs


def test_the_heaviest_children_are_kept_in_their_order():
    async def expand(node: Node[int]) -> list[int]:
        return [3, 9, 1, 7] if node.depth == 0 else []

    root = Node(0)
    asyncio.run(grow(root, expand, Limits(depth=1, branch=2, nodes=9), weight=float))
    assert [(child.id, child.content) for child in root.children] == [("1.1", 9), ("1.2", 7)]


def test_a_node_is_visited_after_everything_under_it():
    root, _ = grown(Limits(3, 3, 30), 0)
    seen: list[str] = []

    async def visit(node: Node[float]) -> None:
        assert all(child.id in seen for child in node.children)
        seen.append(node.id)

    asyncio.run(ascend(root, visit))
    assert sorted(seen) == sorted(node.id for node in root.walk())
