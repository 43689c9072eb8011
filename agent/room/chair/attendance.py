"""Who of those that belong in a match is away: the clock stands meanwhile, and the match ends if they stay away."""

from __future__ import annotations

import asyncio

from agent.match.events import Degraded, ParticipantLeft
from agent.room.wire.tokens import side_of
from agent.running.inbox import Inbox
from agent.running.tasks import Tasks


class Attendance:
    """Stops the clock of one match through its inbox, with a reason that everybody sees.

    Before `begin` it only notes who is away: a match that has not begun has no clock. After `end` it does nothing.
    """

    def __init__(self, inbox: Inbox, tasks: Tasks) -> None:
        self._inbox, self._tasks = inbox, tasks
        self._away: dict[str, str] = {}  # who, and why
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._patience: dict[str, float] = {}
        self.running = self.over = False

    def begin(self) -> None:
        """The match begins, or goes on."""
        self.running = True
        for who, reason in self._away.items():
            self._stop(who, reason)

    def end(self) -> None:
        """The match is over: from here on everybody may leave."""
        self.running, self.over = False, True
        for who in list(self._waiting):
            self._waiting.pop(who).cancel()

    def away(self, who: str, reason: str, seconds: float) -> None:
        """Somebody is not there; the clock stands until it is, for so many seconds at most.

        Args:
            who: the identity in the room.
            reason: one line that everybody reads.
        """
        if who in self._away:
            return
        self._away[who], self._patience[who] = reason, seconds
        if self.running:
            self._stop(who, reason)

    def back(self, who: str) -> None:
        if self._away.pop(who, None) is None:
            return
        if (waiting := self._waiting.pop(who, None)) is not None:
            waiting.cancel()
        self._inbox.release(who)

    def is_away(self, who: str) -> bool:
        return who in self._away

    def _stop(self, who: str, reason: str) -> None:
        if not self._inbox.hold(who, reason):  # it stands for something else: nobody would be told
            self._inbox.post(
                Degraded(part=f"seat of {who}", reason=reason, instead="the clock stands until it is back")
            )
        self._waiting[who] = self._tasks.spawn(self._wait(who, reason), f"waiting for {who}")

    async def _wait(self, who: str, reason: str) -> None:
        await asyncio.sleep(self._patience[who])
        if (side := side_of(who)) is not None:
            self._inbox.post(ParticipantLeft(side=side, reason=reason))
        self._inbox.end(f"{who} did not come back")
