"""Tasks with an owner, who is told what they die of and ends with them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from config.errors import in_one_line

log = logging.getLogger("rostrum.tasks")


class Tasks:
    """Runs coroutines side by side until `stop`. One that dies leaves the others running.

    Args:
        on_death: told of a task that raised, by its name, with the reason in one line. The traceback is in the log.
    """

    def __init__(self, on_death: Callable[[str, str], None]) -> None:
        self._on_death = on_death
        self._running: set[asyncio.Task[None]] = set()

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin a task; it never raises, so it may be waited for."""
        task = asyncio.get_running_loop().create_task(self._guarded(name, work), name=name)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def stop(self) -> None:
        """Cancel all and wait for their end; the task that calls this is left alone."""
        running = self._running - {asyncio.current_task()}
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def _guarded(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            log.exception("%s died", name)
            self._on_death(name, in_one_line(error))
