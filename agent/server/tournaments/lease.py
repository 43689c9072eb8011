"""Which of several servers runs the rooms of a tournament that they share.

Its log keeps who does, for a while that is renewed. A server that is killed and started again goes on with its rooms;
if it stays away for longer than the lease, whichever asks first takes over. Entries for the rooms are made only while
the lease is held, under the log's lock; a server that has lost it ends the matches that another one holds anew.
"""

from __future__ import annotations

import asyncio
import logging
import time

from agent.running.tasks import cause
from agent.server.tournaments.held import HeldTournament
from agent.tournament.log.entry_log import Runner
from config.errors import LogError

RENEWALS = 5  # within a lease
log = logging.getLogger("rostrum.server")


class Lease:
    """That of one tournament. `me`: this server; `seconds`: for which it may not be heard of."""

    def __init__(self, held: HeldTournament, me: Runner, seconds: float) -> None:
        self._held, self.me, self._seconds = held, me, seconds
        self._until = 0.0  # by this process's clock; the log's own is never earlier
        self._wanted = False
        self._asking = asyncio.Lock()

    async def ours(self) -> bool:
        """Whether this server runs the rooms now; it does from now on, if nobody does. Raises LogError."""
        async with self._asking:
            if time.monotonic() < self._until - self._seconds + self._seconds / RENEWALS:
                return True
            try:
                return await self._claimed()
            except LogError:
                if time.monotonic() < self._until:
                    return True
                raise

    async def _claimed(self) -> bool:
        before, asked = self._held.elsewhere, time.monotonic()
        runner = await self._held.claim(self.me, self._seconds)
        mine = runner.server == self.me.server
        self._until = asked + self._seconds if mine else 0.0
        self._held.elsewhere = None if mine else runner
        if self._held.elsewhere != before:
            name = self._held.id
            if mine:
                log.warning("tournament %s: this server runs its rooms from now on", name)
            else:
                log.warning("tournament %s: the server at %s runs its rooms", name, runner.address)
            self._held.tell()
        return mine

    def want(self, wanted: bool) -> None:
        """Whether there is anything to run, so that the lease is kept meanwhile."""
        self._wanted = wanted

    async def run(self) -> None:
        """Keeps it, whatever else takes long."""
        while not self._held.gone:
            if self._wanted:
                try:
                    await self.ours()
                except LogError as error:
                    log.warning("tournament %s: %s", self._held.id, cause(error))
            await asyncio.sleep(self._seconds / RENEWALS)
