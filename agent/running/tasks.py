"""Tasks with an owner, who is told what one of them dies of and ends those that still run."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from agent.match.file_names import files_by_name
from config.errors import in_one_line
from config.plain_text import one_line

log = logging.getLogger("rostrum.tasks")

END_SECONDS = 5.0  # for a task that was told to end
Report = Callable[[str, BaseException], None]  # what was being done, and what it died of


def cause(error: BaseException) -> str:
    """Why something broke, in one line that names files but no folder of this machine."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return one_line(files_by_name(in_one_line(error)))


def logged(what: str, error: BaseException) -> None:
    """The report of an owner who can tell nobody else."""
    log.error("%s: %s", what, cause(error), exc_info=error)


def told_to_end(error: BaseException) -> bool:
    """Whether this is our own task being ended, rather than one that we were waiting for."""
    task = asyncio.current_task()
    return isinstance(error, asyncio.CancelledError) and (task is None or task.cancelling() > 0)


@contextmanager
def reporting(report: Report, what: str) -> Iterator[None]:
    """Report what breaks in here, and go on. Being told to end is not breaking; waiting for what was ended is."""
    try:
        yield
    except (Exception, asyncio.CancelledError) as error:
        if told_to_end(error):
            raise
        report(what, error)


async def end_all(*tasks: asyncio.Future[Any]) -> None:
    """All of these, told to end; what they die of is nobody's business any more."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def within(seconds: float | None, coming: Awaitable[object]) -> bool:
    """Whether it comes within so many seconds (`asyncio.wait_for` may lose a cancellation, Python 3.11)."""
    try:
        async with asyncio.timeout(seconds):
            await coming
    except TimeoutError:
        return False
    return True


class Tasks:
    """What runs beside its owner, until `close`. `report`: told of each task that dies, with its name."""

    def __init__(self, report: Report = logged) -> None:
        self._report = report
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None], what: str) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._run(work, what), name=what)
        self._tasks.add(task)
        task.add_done_callback(partial(self._ended, work))
        return task

    def reporting(self, what: str) -> AbstractContextManager[None]:
        return reporting(self._report, what)

    async def close(self) -> None:
        """Tell all of them to end, and wait until they have; one that does not is named and left."""
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            _, stuck = await asyncio.wait(tasks, timeout=END_SECONDS)
            for task in stuck:
                log.error("%s did not end within %.0f s of being told to", task.get_name(), END_SECONDS)

    async def _run(self, work: Coroutine[Any, Any, None], what: str) -> None:
        with self.reporting(what):
            await work

    def _ended(self, work: Coroutine[Any, Any, None], task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        work.close()  # it has not begun if it was cancelled at once
        if not task.cancelled() and (error := task.exception()) is not None:  # the report itself broke
            logged(task.get_name(), error)
