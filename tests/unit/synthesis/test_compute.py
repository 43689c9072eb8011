"""Blocking work that yields: it comes as it is there, and hung work holds up nobody."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import aclosing
from functools import partial

import pytest

from agent.local.virtual_time import run
from speech.offload import drain, within


def letters(text: str = "abc") -> Iterator[str]:
    yield from text


@pytest.mark.parametrize("fast", [True, False])
def test_everything_comes_in_order(fast: bool) -> None:
    async def main() -> list[str]:
        return [letter async for letter in drain(letters)]

    assert run(main(), fast=fast) == ["a", "b", "c"]


def test_the_first_is_there_before_the_second_is_made() -> None:
    go_on = threading.Event()

    def work() -> Iterator[int]:
        yield 1
        go_on.wait()
        yield 2

    async def main() -> list[int]:
        async with aclosing(drain(work)) as items:
            first = await anext(items)
            go_on.set()
            return [first, await anext(items)]

    assert run(main()) == [1, 2]


def test_an_error_comes_after_what_was_there() -> None:
    def work() -> Iterator[int]:
        yield 1
        raise ValueError("broken")

    async def main() -> int:
        items = drain(work)
        first = await anext(items)
        with pytest.raises(ValueError, match="broken"):
            await anext(items)
        return first

    assert run(main()) == 1


def test_whoever_leaves_ends_the_work() -> None:
    over = threading.Event()

    def work() -> Iterator[int]:
        try:
            while True:
                yield 1
        finally:
            over.set()

    async def main() -> None:
        async with aclosing(drain(work)) as items:
            await anext(items)

    run(main())
    assert over.wait(10)


def test_virtual_time_stands_while_it_is_worked_and_runs_when_it_was_left() -> None:
    free = threading.Event()

    def hangs() -> Iterator[int]:
        free.wait()
        yield 1

    async def main() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        sleeper = asyncio.create_task(asyncio.sleep(100))
        assert [letter async for letter in drain(letters)] == ["a", "b", "c"]
        meanwhile = loop.time()
        items = drain(hangs)
        waiting = asyncio.ensure_future(anext(items))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        await items.aclose()
        await sleeper
        return meanwhile, loop.time()

    assert run(main(), fast=True) == (0, pytest.approx(100))
    free.set()


def test_work_within_its_time() -> None:
    assert within(60, lambda: 3) == 3
    with pytest.raises(ValueError, match="text"):
        within(60, partial(int, "text"))
    with pytest.raises(TimeoutError):
        within(0, threading.Event().wait)
