"""Work on a loop in a thread of its own, left off in the middle."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading

import pytest

from planning.loop_thread import LoopThread


def test_a_caller_that_is_cancelled_while_it_closes_leaves_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    busy, go_on = threading.Event(), threading.Event()

    async def nothing() -> None:
        pass

    async def blocks() -> None:
        busy.set()
        go_on.wait(10)

    async def run() -> None:
        apart = LoopThread("a test")
        call = asyncio.ensure_future(apart.run(lambda: asyncio.sleep(60), 60))
        await asyncio.sleep(0)
        blocking = asyncio.ensure_future(apart.run(blocks, 60))
        await asyncio.to_thread(busy.wait)
        call.cancel()
        closing = asyncio.ensure_future(apart.close(nothing))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(closing, call, blocking, return_exceptions=True)

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
        gc.collect()
    assert not caplog.records
