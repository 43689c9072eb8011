"""How long a question to a model takes: as long as it really does, or what it counts for on a clock that is virtual."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from config.errors import BudgetSpent
from planning.asking.completion import Limit
from planning.loop_thread import Closed, HoldsTime, Late, LoopThread

Result = TypeVar("Result")
Work = Callable[[], Coroutine[Any, Any, Result]]
PATIENCE_SECONDS = 600.0  # of real time, for an answer that counts the same however long it takes


class RealTime:
    """The clock on the wall; in virtual time the loop's clock is moved on by what that one shows."""

    def __init__(self, deadline: float) -> None:
        self.limit = Limit(time.monotonic() + deadline)

    async def attempt(self, thread: LoopThread, work: Work[Result]) -> Result:
        left = self.limit.until - time.monotonic()
        if left <= 0:
            raise Late
        return await thread.run(work, left)


class CountedTime:
    """Virtual time in which every attempt takes `each` seconds, waits and tries in it included.
    One that would take longer than the call's deadline is not made: its caller waits till then for nothing."""

    def __init__(self, deadline: float, each: float) -> None:
        self.limit = Limit(0.0, least=PATIENCE_SECONDS)
        self._left, self._each = deadline, each

    async def attempt(self, thread: LoopThread, work: Work[Result]) -> Result:
        if self._left <= 0 or self._each > self._left:
            await asyncio.sleep(max(0.0, self._left))
            raise Late
        self._left -= self._each
        self.limit.until, self.limit.counted = time.monotonic() + PATIENCE_SECONDS, self._each
        async with _taking(self._each):
            try:
                return await thread.run(work, PATIENCE_SECONDS, counts=False)
            except Late:
                self.limit.last = f"nor in {PATIENCE_SECONDS:g} s of real time"
                raise


def counts() -> bool:
    """Whether the caller's loop is in virtual time, in which a call can be counted."""
    return isinstance(asyncio.get_running_loop(), HoldsTime)


@asynccontextmanager
async def _taking(seconds: float) -> AsyncIterator[None]:
    """What is done inside ends so many seconds later, well or badly; what nobody was asked, at once.
    The timer is set before anything is done, so that calls end in the order in which they were begun."""
    loop = asyncio.get_running_loop()
    passed: asyncio.Future[None] = loop.create_future()
    timer = loop.call_later(seconds, _settle, passed)
    try:
        try:
            yield
        except (BudgetSpent, Closed):
            raise
        except Exception:
            await passed
            raise
        await passed
    finally:
        timer.cancel()


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
