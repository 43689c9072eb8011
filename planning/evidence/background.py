"""Work in a thread, waited for until a deadline: it goes on when its caller has given up."""

from __future__ import annotations

import asyncio
import atexit
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar
from weakref import WeakSet

Result = TypeVar("Result")
ENDS_SECONDS = 10.0  # that the program waits at its end for what cannot be stopped at once
_threads: WeakSet[threading.Thread] = WeakSet()


def begin(work: Callable[[], Result], name: str) -> Future[Result]:
    """Do this in a thread of its own."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # whoever stops waiting does not stop the work

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    thread = threading.Thread(target=run, daemon=True, name=name)
    _threads.add(thread)
    thread.start()
    return future


async def within(future: Future[Result], seconds: float) -> Result:
    """Its result. Raises TimeoutError when it takes longer; the work itself goes on."""
    waiting = asyncio.wrap_future(future)
    try:
        await asyncio.wait({waiting}, timeout=max(0.0, seconds))
        if not waiting.done():
            raise TimeoutError
        return waiting.result()
    finally:
        waiting.cancel()


@atexit.register
def _end() -> None:
    """A thread that the interpreter ends inside an encoder's native code takes the whole process down with it."""
    until = time.monotonic() + ENDS_SECONDS
    for thread in list(_threads):
        thread.join(max(0.0, until - time.monotonic()))
