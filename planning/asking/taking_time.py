"""How long a question to a model takes: as long as it really does, or what it counts for on a clock that is virtual."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from config.errors import BudgetSpent
from planning.asking.completion import Limit
from planning.loop_thread import Closed, HoldsTime, Late, LoopThread
from planning.ports import OnPiece

Result = TypeVar("Result")
Work = Callable[[], Coroutine[Any, Any, Result]]
LETTERS_A_TOKEN, LETTERS_AT_ONCE = 4, 20  # of an answer that arrives at a rate
PATIENCE_SECONDS = 600.0  # of real time, for an answer that counts the same however long it takes


class RealTime:
    """The clock on the wall; in virtual time the loop's clock is moved on by what that one shows.

    `while_arriving`: told of an answer as it arrives, in the caller's loop; in virtual time it arrives whole.
    """

    def __init__(self, deadline: float, while_arriving: OnPiece | None = None) -> None:
        self.limit = Limit(time.monotonic() + deadline)
        self._told = None if counts() else while_arriving
        if self._told is not None:
            self._loop = asyncio.get_running_loop()
            self.limit.on_piece = self._tell_there

    async def attempt(self, thread: LoopThread, work: Work[Result]) -> Result:
        left = self.limit.until - time.monotonic()
        if left <= 0:
            raise Late
        return await thread.run(work, left)

    def over(self) -> None:
        """Nobody waits any more."""
        self._told = None

    def _tell_there(self, piece: str) -> None:
        with suppress(RuntimeError):  # the caller's loop has ended
            self._loop.call_soon_threadsafe(self._tell, piece)

    def _tell(self, piece: str) -> None:
        if self._told is not None:
            self._told(piece)


class CountedTime:
    """Virtual time in which every attempt takes `each` seconds, waits and tries in it included; with a rate, until its
    first token, and the others arrive at that rate. One that would take longer than the call's deadline is not made, or
    not heard to its end: its caller waits till then for nothing."""

    def __init__(
        self, deadline: float, each: float, rate: float | None = None, while_arriving: OnPiece | None = None
    ) -> None:
        self.limit = Limit(0.0, least=PATIENCE_SECONDS, on_piece=self._take)
        self._left, self._each, self._rate = deadline, each, rate
        self._while_arriving, self._text = while_arriving, ""

    async def attempt(self, thread: LoopThread, work: Work[Result]) -> Result:
        if self._left <= 0 or self._each > self._left:
            await asyncio.sleep(max(0.0, self._left))
            raise Late
        self._left -= self._each
        self.limit.until, self.limit.counted = time.monotonic() + PATIENCE_SECONDS, self._each
        async with _taking(self._each):
            try:
                result = await thread.run(work, PATIENCE_SECONDS, counts=False)
            except Late:
                self.limit.last = f"nor in {PATIENCE_SECONDS:g} s of real time"
                raise
        await self._arrive()
        return result

    def over(self) -> None:
        """Nobody waits any more."""

    def _take(self, piece: str) -> None:
        self._text = self._text + piece if piece else ""

    async def _arrive(self) -> None:
        """The answer as it would have come."""
        if self._rate is None:
            return
        each = LETTERS_AT_ONCE / LETTERS_A_TOKEN / self._rate
        tell = self._while_arriving or (lambda piece: None)
        tell("")
        for start in range(0, len(self._text), LETTERS_AT_ONCE):
            await asyncio.sleep(min(each, max(0.0, self._left)))
            self._left -= each
            if self._left < 0:
                raise Late
            tell(self._text[start : start + LETTERS_AT_ONCE])


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
