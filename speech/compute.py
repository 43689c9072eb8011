"""Work that takes the processor: off the event loop, and known to a loop that keeps virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeVar, runtime_checkable

Result = TypeVar("Result")


@runtime_checkable
class HoldsTime(Protocol):
    """A loop whose clock stands still while work runs, but for the slack the work was given."""

    def submit(self, work: Callable[[], Result], slack: float) -> asyncio.Future[Result]: ...

    def hurry(self) -> None: ...


async def compute(work: Callable[[], Result], *, slack: float = 0.0) -> Result:
    """Run blocking work in a thread.

    Args:
        slack: in virtual time, how many seconds the clock may run ahead while the work is done.
    """
    loop = asyncio.get_running_loop()
    if isinstance(loop, HoldsTime):
        return await loop.submit(work, slack)
    return await loop.run_in_executor(None, work)


def hurry() -> None:
    """From now on nothing that is being computed may lag any further."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, HoldsTime):
        loop.hurry()
