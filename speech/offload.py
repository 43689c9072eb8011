"""Blocking work: off the event loop, and known to a loop that keeps virtual time."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import AsyncGenerator, Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from config.threads import start

Result = TypeVar("Result")

HELD_MOST_SECONDS = 30.0  # on the wall: virtual time waits no longer for work that hangs


@runtime_checkable
class HoldsVirtualTime(Protocol):
    """A loop whose clock stands still while work runs, but for the slack the work was given."""

    def submit(self, work: Callable[[], Result], slack: float) -> asyncio.Future[Result]: ...

    def hold(self, future: asyncio.Future[Any]) -> None: ...

    def hurry(self) -> None: ...


async def compute(work: Callable[[], Result], *, slack: float = 0.0, deadline: float | None = None) -> Result:
    """Run blocking work in a thread.

    Args:
        slack: in virtual time, how many seconds the clock may run ahead while the work is done.
        deadline: in seconds on the wall; work that takes longer is left behind in its thread.

    Raises:
        TimeoutError: it did not meet its deadline.
    """
    if deadline is not None:
        work = partial(within, deadline, work)
    loop = asyncio.get_running_loop()
    work = partial(copy_context().run, work)  # what it logs belongs to the match it works for
    if isinstance(loop, HoldsVirtualTime):
        return await loop.submit(work, slack)
    return await loop.run_in_executor(None, work)


def hurry() -> None:
    """From now on nothing that is being computed may lag any further."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, HoldsVirtualTime):
        loop.hurry()


async def drain(work: Callable[[], Iterator[Result]]) -> AsyncGenerator[Result, None]:
    """What blocking work yields, item by item, as it comes.

    It runs in a thread of its own, so that work which hangs keeps nobody waiting, and the process from ending only
    for a moment. Whoever leaves early should close this iterator; the work then ends with the item it is at.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[Result | _Over] = asyncio.Queue()
    left = threading.Event()
    with _held(loop):
        put = partial(_call, loop, arrived.put_nowait)
        start(partial(_work_off, work, put, left), "drain")
        try:
            while not isinstance(item := await arrived.get(), _Over):
                yield item
            if item.error is not None:
                raise item.error
        finally:
            left.set()


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """Blocking work for a caller that blocks too, but not for ever; work that hangs is left behind in its thread.

    Raises:
        TimeoutError: it took longer.
    """
    done: queue.SimpleQueue[tuple[Result | None, Exception | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except Exception as error:  # it belongs to the one who waits
            done.put((None, error))

    start(run, "within")
    try:
        result, error = done.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError from None
    if error is not None:
        raise error
    return cast(Result, result)


@dataclass(frozen=True)
class _Over:
    """The work has ended, perhaps by an error."""

    error: Exception | None = None


def _work_off(work: Callable[[], Iterator[Any]], put: Callable[[Any], None], left: threading.Event) -> None:
    try:
        items = work()
        for item in items:
            if left.is_set():
                break
            put(item)
        put(_Over())
    except Exception as error:  # whatever it is, it belongs to the one who waits
        put(_Over(error))


@contextlib.contextmanager
def _held(loop: asyncio.AbstractEventLoop) -> Iterator[None]:
    """Virtual time stands still meanwhile, though not for ever."""
    if not isinstance(loop, HoldsVirtualTime):
        yield
        return
    over: asyncio.Future[None] = loop.create_future()
    loop.hold(over)
    limit = threading.Timer(HELD_MOST_SECONDS, _call, (loop, _settle, over))
    limit.daemon = True
    limit.start()
    try:
        yield
    finally:
        limit.cancel()
        _settle(over)


def _settle(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)


def _call(loop: asyncio.AbstractEventLoop, function: Callable[[Any], None], argument: Any) -> None:
    """From a thread; a loop that has been closed meanwhile wants to hear nothing."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(function, argument)
