"""Work away from the caller's event loop: in a thread, or on a loop in a thread of its own.

The latter is for what must go on in real time whatever loop asks for it: a match may run in virtual time, in processes
whose loops come and go, or beside sound that must not stutter while a long answer is taken apart. Calls are handed over
to that loop; the caller waits in its own.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar, runtime_checkable

Result = TypeVar("Result")
CLOSE_SECONDS = 5.0


@runtime_checkable
class HoldsTime(Protocol):
    """A loop in virtual time, whose clock stands still while `work` runs in a thread."""

    def submit(self, work: Callable[[], Result], slack: float) -> asyncio.Future[Result]: ...


async def off_loop(work: Callable[[], Result]) -> Result:
    """What blocking work returns, done in a thread; in virtual time the clock stands still meanwhile."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, HoldsTime):
        return await loop.submit(work, 0.0)
    return await loop.run_in_executor(None, work)


class Late(Exception):
    """The work did not end in time."""


class Closed(Exception):
    """There is nobody to do the work any more."""


class LoopThread:
    """Starts with the first call; lives until `close`."""

    def __init__(self, name: str) -> None:
        self._name, self._lock = name, threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._closed = False

    async def run(
        self, work: Callable[[], Coroutine[Any, Any, Result]], seconds: float, *, counts: bool = True
    ) -> Result:
        """What `work` returns, run over there for at most `seconds`; cancelled with the caller.

        In virtual time the clock stands still meanwhile and then, if it `counts`, moves by as long as it took. Raises
        Late: not done in time. Closed: before or meanwhile.
        """
        apart = self._running()
        future = asyncio.run_coroutine_threadsafe(self._bounded(work, seconds), apart)
        loop = asyncio.get_running_loop()
        try:
            if not isinstance(loop, HoldsTime):
                return await asyncio.wrap_future(future)
            began = time.monotonic()
            try:
                return await loop.submit(future.result, 0.0)
            finally:
                if counts and future.done() and not future.cancelled():
                    await asyncio.sleep(time.monotonic() - began)
        finally:
            future.cancel()

    def wait(self, work: Callable[[], Coroutine[Any, Any, Result]], seconds: float) -> Result:
        """As `run`, for a caller without a loop: it is blocked meanwhile."""
        apart = self._running()
        return asyncio.run_coroutine_threadsafe(self._bounded(work, seconds), apart).result()

    async def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Cancel what is going on, run `last` over there, and end the thread. May be called again."""
        with self._lock:
            self._closed, loop, thread = True, self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(_finish(last), loop)
        await asyncio.get_running_loop().run_in_executor(None, thread.join, CLOSE_SECONDS)

    async def _bounded(self, work: Callable[[], Coroutine[Any, Any, Result]], seconds: float) -> Result:
        """In a task instead of under a timeout, so that a connection that is slow to close delays nobody."""
        task = asyncio.ensure_future(work())
        if (own := asyncio.current_task()) is not None:
            own.add_done_callback(_forget)  # a caller that was cancelled looks at nothing any more
        try:
            await asyncio.wait({task}, timeout=seconds)
            if not task.done():
                raise Late
            return task.result()
        except asyncio.CancelledError:
            if self._closed:
                raise Closed from None
            raise
        finally:
            if not task.done():
                task.add_done_callback(_forget)
                task.cancel()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._closed:
                raise Closed
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_serve, args=(self._loop,), daemon=True, name=self._name)
                self._thread.start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()


def _forget(task: asyncio.Task[Any]) -> None:
    """Whatever comes of it now, nobody waits for it."""
    if not task.cancelled():
        task.exception()


async def _finish(last: Callable[[], Coroutine[Any, Any, None]]) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    try:
        async with asyncio.timeout(CLOSE_SECONDS / 2):
            await asyncio.gather(*others, return_exceptions=True)
            await last()
    except TimeoutError:
        pass  # a connection that will not close is left to the end of the process
    finally:
        asyncio.get_running_loop().stop()
