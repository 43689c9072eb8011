"""A match whose disk is full stands still until there is space, and goes on with the next word."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from agent.match.events import Degraded, Event
from agent.running.files.log import DiskFull, MatchLog
from agent.running.inbox import Inbox
from speech.offload import compute

DISK = "the disk"  # what the clock stands for
REASON = "the disk is full: nothing can be kept of what is said"
STANDS = "the clock stands until there is space"
LOOK_SECONDS = 1.0  # on the wall
log = logging.getLogger("rostrum.match")


class FullDisk:
    """Writes the events of a match, and stops its clock for as long as they go into the space put aside for them.

    `tell`: told in a line what is waited for.
    """

    def __init__(self, match_log: MatchLog, inbox: Inbox, tell: Callable[[str], None]) -> None:
        self._log, self._inbox, self._tell = match_log, inbox, tell
        self._waiting: asyncio.Task[None] | None = None
        self._patient = True

    async def append(self, event: Event) -> None:
        """Once it is written. Raises LogError: it cannot be, and not for want of space; or nobody waits any more."""
        told = False
        while True:
            try:
                self._log.append(event)
                break
            except DiskFull:
                if not self._patient:
                    raise
                if not told:
                    self._tell(f"{REASON}; {STANDS}")
                told = True
                await _look_later()
        if self._log.short and self._waiting is None and self._patient:
            self._stand_still()

    def give_up(self) -> None:
        """The match ends now, written down or not."""
        self._patient = False
        if self._waiting is not None:
            self._waiting.cancel()

    def _stand_still(self) -> None:
        log.error("%s; %s", REASON, STANDS)
        if not self._inbox.hold(DISK, f"{REASON}; {STANDS}"):  # it stands for something else: nobody would be told
            self._inbox.post(Degraded(part=DISK, reason=REASON, instead=STANDS))
        self._waiting = asyncio.create_task(self._until_space(), name="waiting for space on the disk")

    async def _until_space(self) -> None:
        while not self._log.replenish():
            await _look_later()
        log.info("there is space on the disk again")
        self._waiting = None
        self._inbox.release(DISK)


async def _look_later() -> None:
    """As work, which virtual time waits for: a disk is emptied in real time."""
    await compute(partial(time.sleep, LOOK_SECONDS))
