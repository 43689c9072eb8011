"""Work in a thread, waited for until a deadline: it goes on when its caller has given up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from config.threads import start

Result = TypeVar("Result")


def begin(work: Callable[[], Result], name: str) -> Future[Result]:
    """Do this in a thread of its own."""
    future: Future[Result] = Future()
    future.set_running_or_notify_cancel()  # whoever stops waiting does not stop the work

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    start(run, name)
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
