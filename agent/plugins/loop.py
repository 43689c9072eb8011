"""The event loop that plugins of livekit-agents run in.

Plugins are made for an agent's event loop. Here they have one of their own, in a thread beside whatever loop asks, with
the HTTP session that they expect to find there.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import contextvars
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, InvalidStateError
from typing import Any, TypeVar

from livekit.agents.utils import http_context

MAKING_SECONDS = 20.0
CLOSING_SECONDS = 2.0

Result = TypeVar("Result")


class _PluginLoop:
    """An event loop in a daemon thread, all of whose work sees one HTTP session."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._context = contextvars.Context()
        self._session = http_context.open()
        threading.Thread(target=self._loop.run_forever, daemon=True, name="plugins").start()
        self.start(self._session.__aenter__).result(MAKING_SECONDS)
        atexit.register(self._close)

    def start(self, work: Callable[[], Coroutine[Any, Any, Result]]) -> Future[Result]:
        """Run it over there; cancelling the future cancels it."""
        done: Future[Result] = Future()

        def begin() -> None:
            if done.cancelled():
                return
            task = self._loop.create_task(work(), context=self._context)
            task.add_done_callback(lambda _: _hand_over(task, done))
            done.add_done_callback(lambda _: self._loop.call_soon_threadsafe(task.cancel))

        self._loop.call_soon_threadsafe(begin)
        return done

    def _close(self) -> None:
        """Connections left open would be complained of when the process ends."""

        async def close() -> None:
            await self._session.__aexit__(None, None, None)

        with contextlib.suppress(Exception):
            self.start(close).result(CLOSING_SECONDS)


def _hand_over(task: asyncio.Task[Result], done: Future[Result]) -> None:
    if task.cancelled():
        return
    error = task.exception()
    with contextlib.suppress(InvalidStateError):  # nobody waits for it any longer
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(task.result())


_started: list[_PluginLoop] = []
_starting = threading.Lock()


def plugin_loop() -> _PluginLoop:
    """The one of this process, begun when it is first needed."""
    with _starting:
        if not _started:
            _started.append(_PluginLoop())
        return _started[0]
