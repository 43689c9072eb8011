"""What matches on several machines have in common: the journal, the budget, and the places of the models' servers.

One process keeps it, beside the arena's folder, and all others ask there: before each call, whether the journal knows
the answer, whether the server has a place, and whether the budget allows it; after it, so that the answer is kept
before it is used. A match whose process has died is begun again elsewhere; what it had reserved counts as spent, for
the call may have been made, its places are free, and it is allowed no further call.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from agent.arena.hosts.contract import Spent
from agent.evaluation.asking import SpentBefore, book, spent_before
from agent.evaluation.plan import Spending
from config.errors import BudgetSpent, LibraryError
from config.settings import Models
from planning.asking.journal import Journal, ServerKey
from planning.asking.ledger import Budget

LOCKED_SECONDS = 10.0  # within which a run that was killed lets go of its journal
Attempt = tuple[str, int]  # a match, and how often it was begun
Most = float | None  # what a call may cost; None at an unknown price
ELSEWHERE = "this match is held elsewhere by now"


@dataclass(frozen=True)
class Opened:
    """`refused`: why it is not. `max_cost`: what may be spent; None without a limit."""

    refused: str = ""
    max_cost: float | None = None


@dataclass
class _Open:
    """What an attempt has begun and not ended."""

    reserved: list[Most] = field(default_factory=list)
    inside: list[ServerKey] = field(default_factory=list)


class Office:
    """All of it, for one run. Every method is called over there, and waits for nobody but for a place.

    Args:
        budget: of all runs on this journal; `limits`: of this one.
        mark: a file beside the journal by which the caller knows it: whether both see the same folder.
        patience: seconds to wait for a journal that is in other hands.
    """

    def __init__(
        self, journal: Path, budget: Spending, limits: Models, mark: str = "", patience: float = LOCKED_SECONDS
    ) -> None:
        self._path, self._spending, self._limits = journal, budget, limits
        self._mark, self._patience = mark, patience
        self._journal = Journal(journal)
        self._before = SpentBefore()
        self._budget = Budget(None, None)
        self._cost, self._priced = 0.0, True
        self._stopped, self._ended = "", False
        self._open: dict[Attempt, _Open] = {}
        self._servers: dict[ServerKey, asyncio.Semaphore] = {}

    async def open(self) -> Opened:
        """Begin; not where the journal is in other hands, or in a folder that the caller does not see."""
        if self._mark and not self._path.with_name(self._mark).is_file():
            return Opened("the cluster's machine that keeps it does not see this folder; put it where both see it")
        until = time.monotonic() + self._patience
        while True:
            try:
                self._journal.__enter__()
                break
            except LibraryError as error:
                if time.monotonic() > until:
                    return Opened(error.reason)
                await asyncio.sleep(0.5)
        self._before = spent_before(self._journal)
        calls, cost = self._before.left(self._spending, self._limits)
        self._budget = Budget(calls, cost)
        return Opened(max_cost=cost)

    async def close(self) -> None:
        """Nothing is kept any more."""
        for by in [*self._open]:
            await self.over(by)
        self._stopped, self._ended = self._stopped or "the arena has ended", True
        self._journal.__exit__(None, None, None)

    # -- an attempt at a match

    async def begin(self, by: Attempt) -> str:
        """Why it should not be held; empty where it should."""
        self._open[by] = _Open()
        return self._stopped

    async def over(self, by: Attempt) -> Spent:
        """It has ended, or its process has died."""
        open_ = self._open.pop(by, _Open())
        for most in open_.reserved:
            self._settle(most, most)
        for server in open_.inside:
            self._servers[server].release()
        if open_.reserved:
            self._book()
        return await self.spent()

    # -- a call

    async def known(self, key: str) -> JsonValue:
        """What the journal has; None if nothing."""
        return self._journal.get(key)

    async def enter(self, by: Attempt, server: ServerKey, places: int) -> str:
        """Wait for a place at a server; why there is none any more."""
        gate = self._servers.setdefault(server, asyncio.Semaphore(places))
        await gate.acquire()
        if reason := self._refused(by):
            gate.release()
            return reason
        self._open[by].inside.append(server)
        return ""

    async def leave(self, by: Attempt, server: ServerKey) -> None:
        """Give the place back."""
        if (open_ := self._open.get(by)) is not None and server in open_.inside:
            open_.inside.remove(server)
            self._servers[server].release()

    async def reserve(self, by: Attempt, model: str, most: Most) -> str:
        """One call; why it is not allowed."""
        if reason := self._refused(by):
            return reason
        try:
            self._budget.reserve(model, most)
        except BudgetSpent as error:
            return error.reason
        self._open[by].reserved.append(most)
        return ""

    async def settle(self, by: Attempt, most: Most, cost: Most) -> None:
        """A call has come to this."""
        if (open_ := self._open.get(by)) is not None and most in open_.reserved:
            open_.reserved.remove(most)
            self._settle(most, cost)

    async def keep(self, key: str, asked: str, value: JsonValue) -> str:
        """An answer, on disk when this returns; why it could not be written."""
        if self._ended:
            return self._stopped
        try:
            self._journal.put(key, asked, value)
            self._book()
        except LibraryError as error:
            await self.stop(str(error))
            return error.reason
        return ""

    # -- in all

    async def stop(self, reason: str) -> None:
        """Allow no call any more; the first reason is kept."""
        self._stopped = self._stopped or reason

    async def spent(self) -> Spent:
        """By all runs."""
        before = self._before
        calls, cost = before.calls + self._budget.calls, before.cost + self._cost
        return Spent(calls, cost, before.priced and self._priced)

    def _refused(self, by: Attempt) -> str:
        return self._stopped or ("" if by in self._open else ELSEWHERE)

    def _settle(self, most: Most, cost: Most) -> None:
        self._budget.settle(most, cost)
        self._cost += cost or 0.0
        self._priced = self._priced and cost is not None

    def _book(self) -> None:
        book(self._journal, self._before.run, self._budget.calls, self._cost, self._priced)
