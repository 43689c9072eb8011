"""Trees grown from the root down, level by level, and decided from the leaves up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

from planning.growth.tree import Content, Limits, Node, allotted

Result = TypeVar("Result")


async def together(work: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """What all of these bring, at the same time; the first error, alone, where one fails, and the others are ended."""
    try:
        async with asyncio.TaskGroup() as tasks:
            begun = [tasks.create_task(one) for one in work]
    except BaseExceptionGroup as group:
        raise first_of(group) from None
    return [one.result() for one in begun]


def first_of(error: BaseException) -> BaseException:
    """The first error of a group, or the error itself."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


async def grow(
    root: Node[Content],
    expand: Callable[[Node[Content]], Coroutine[Any, Any, Sequence[Content]]],
    limits: Limits,
    weight: Callable[[Content], float] = lambda content: 0.0,
    on_level: Callable[[int], None] = lambda depth: None,
) -> None:
    """Have the tree grow to its limits, which are never passed.

    All of a level is expanded at once, and shared out when all of it is there, so that what comes first makes no
    difference. Where there is not room for all, the heaviest nodes go first and the heaviest children are kept, in the
    order in which they were given. Nobody is asked for children there can be no room for.

    Args:
        expand: the children a node should have, none for a leaf.
        weight: of a content; at equal weight the first comes first.
        on_level: told of each level that is finished, by its depth.
    """
    count, level = sum(1 for _ in root.walk()), [root]
    while level and level[0].depth < limits.depth:
        room = limits.nodes - count
        able = _heaviest(level, room // limits.least, lambda node: weight(node.content))
        drafts = await together(expand(node) for node in able)
        wanted = [min(len(draft), limits.branch) for draft in drafts]
        order = sorted(range(len(able)), key=lambda place: -weight(able[place].content))
        shares = allotted([wanted[place] for place in order], room, limits.least)
        for place, share in zip(order, shares, strict=True):
            able[place].bear(_heaviest(drafts[place], share, weight))
        level = [child for node in level for child in node.children]
        count += len(level)
        on_level(able[0].depth if able else limits.depth)


async def ascend(root: Node[Content], visit: Callable[[Node[Content]], Awaitable[None]]) -> None:
    """Visit every node once its children have been visited; everything that can be is visited at the same time."""
    await together(ascend(child, visit) for child in root.children)
    await visit(root)


def _heaviest(items: Sequence[Result], count: int, weight: Callable[[Result], float]) -> list[Result]:
    """The `count` heaviest, in their order."""
    ranked = sorted(range(len(items)), key=lambda place: -weight(items[place]))[: max(0, count)]
    return [items[place] for place in sorted(ranked)]
