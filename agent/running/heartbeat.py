"""How long an event loop stands still: what waits for it, a frame of sound first of all, is late by as much."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

BEAT_SECONDS = 0.01
STALL_SECONDS = 0.05  # from which it is counted
TOLD_SECONDS = 0.1  # from which it is logged when it happens
log = logging.getLogger("rostrum.loop")


@dataclass
class Heartbeat:
    """What was seen of one loop. `longest`: seconds; `stalls`: how many were longer than STALL_SECONDS.

    `every`: seconds between two beats; a stall is seen as shorter by up to as much. `on_beat`: told of every beat by
    how many seconds it was late.
    """

    longest: float = 0.0
    stalls: int = 0
    on_beat: Callable[[float], None] = lambda late: None
    every: float = BEAT_SECONDS

    def __str__(self) -> str:
        return (
            f"the event loop stood still for {self.longest * 1000:.0f} ms at most, {self.stalls} times for over 50 ms"
        )

    async def beat(self) -> None:
        """Go on until cancelled, in real time."""
        while True:
            began = time.perf_counter()
            await asyncio.sleep(self.every)
            late = time.perf_counter() - began - self.every
            self.longest = max(self.longest, late)
            self.stalls += late > STALL_SECONDS
            self.on_beat(late)
            if late > TOLD_SECONDS:
                log.warning("the event loop stood still for %.0f ms", late * 1000)


@asynccontextmanager
async def heartbeat(
    on_beat: Callable[[float], None] = lambda late: None, every: float = BEAT_SECONDS
) -> AsyncIterator[Heartbeat]:
    """Watches the running loop inside, and says at the end what it saw."""
    seen = Heartbeat(on_beat=on_beat, every=every)
    task = asyncio.create_task(seen.beat())
    try:
        yield seen
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        log.info("%s", seen)
