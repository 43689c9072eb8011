"""Matches held in this process, so many at a time as the plan says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from agent.arena.folder import JOURNAL, MATCHES
from agent.arena.hosts.contract import MakeHolder, OnAnswer, Spent
from agent.arena.hosts.match import PlannedHolder
from agent.arena.ready import ReadyArena
from agent.arena.results import Held
from agent.evaluation.asking import Asking, Making
from agent.evaluation.work import WholeDebate
from planning.asking.journal import Journal

AT_ONCE = 2  # matches, where the plan does not say; aloud one fills a machine


class Here:
    """A `MatchHost`."""

    def __init__(self, of: ReadyArena, folder: Path, asking: Asking, holder: MakeHolder) -> None:
        self._folder, self._asking = folder, asking
        self._holder = holder(of, asking, Making(of.settings, asking))
        self._places = asyncio.Semaphore(of.plan.at_once or (1 if of.plan.aloud else AT_ONCE))

    @property
    def stopped(self) -> str:
        return self._asking.stopped

    @property
    def spent(self) -> Spent:
        asking = self._asking
        return Spent(asking.calls, asking.cost, asking.priced, asking.remembered)

    def stop(self, reason: str) -> None:
        self._asking.stop(reason)

    async def hold(self, debate: WholeDebate) -> Held | None:
        async with self._places:
            return await self._holder.held(debate, self._folder / MATCHES / debate.id)


@asynccontextmanager
async def here(
    of: ReadyArena, folder: Path, on_answer: OnAnswer, holder: MakeHolder = PlannedHolder
) -> AsyncIterator[Here]:
    """A `Hosting`. Its loop is in virtual time, so that nothing waits but for models."""
    with Journal(folder / JOURNAL) as journal:
        asking = Asking(of.plan.budget, journal, on_answer, of.settings.models)
        try:
            yield Here(of, folder, asking, holder)
        finally:
            await asking.close()
