"""Matches held on the machines of a Ray cluster: a task a match, and an office beside the arena's folder.

A match whose machine or process dies is held again elsewhere, from its beginning; what it had asked by then is in the
journal and not asked again. What comes home is the match's folder and what came of it.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from agent.arena.folder import JOURNAL, MATCHES
from agent.arena.hosts.contract import MakeHolder, OnAnswer, Spent
from agent.arena.hosts.match import PlannedHolder
from agent.arena.hosts.office import Office
from agent.arena.hosts.packing import packed, unpack
from agent.arena.hosts.ray_cluster import cluster, cores
from agent.arena.hosts.ray_worker import Common, Outcome, hold_match
from agent.arena.ready import ReadyArena
from agent.arena.results import Held
from agent.evaluation.work import WholeDebate
from config.code import code_mark
from config.errors import LibraryError, RostrumError, in_one_line
from config.settings import Settings

TRIES = 4  # to hold a match whose process dies
AT_ONCE = 1000  # matches that wait for a machine, where the plan does not say
CALLERS = 10_000  # that wait in the office
WATCH_SECONDS = 1.0
log = logging.getLogger("rostrum.arena")


class OnRay:
    """A `MatchHost`."""

    def __init__(self, of: ReadyArena, folder: Path, office: Any, common: Any, spent: Spent) -> None:
        import ray

        self._folder, self._office, self._common = folder, office, common
        self._task = ray.remote(hold_match).options(num_cpus=of.plan.cores, max_retries=0)
        self._places = asyncio.Semaphore(of.plan.at_once or AT_ONCE)
        self._spent, self._remembered, self._stopped = spent, 0, ""

    @property
    def stopped(self) -> str:
        return self._stopped

    @property
    def spent(self) -> Spent:
        return replace(self._spent, remembered=self._remembered)

    def stop(self, reason: str) -> None:
        if not self._stopped:
            self._stopped = reason
            self._office.stop.remote(reason)

    async def hold(self, debate: WholeDebate) -> Held | None:
        from ray.exceptions import RayError

        async with self._places:
            try:
                return await self._held(debate)
            except RayError as error:
                log.debug("%s could not be held", debate.id, exc_info=True)
                cause = getattr(error, "cause", None) or error
                raise RostrumError(f"{debate.id} could not be held on the cluster: {in_one_line(cause)}") from error

    async def _held(self, debate: WholeDebate) -> Held | None:
        for attempt in range(1, TRIES + 1):
            if self._stopped:
                return None
            outcome = await self._tried(debate, attempt)
            if outcome is not None:
                return await self._taken(debate, outcome)
        self.stop(f"{debate.id}: whatever held this match died, {TRIES} times")
        return None

    async def _tried(self, debate: WholeDebate, attempt: int) -> Outcome | None:
        """None where its process has died."""
        import ray
        from ray import exceptions as of_ray

        died = (
            of_ray.WorkerCrashedError,
            of_ray.NodeDiedError,
            of_ray.LocalRayletDiedError,
            of_ray.OutOfMemoryError,
            of_ray.ObjectLostError,
        )
        files = await asyncio.to_thread(packed, self._folder / MATCHES / debate.id)
        work = self._task.remote([self._common], debate, attempt, files)
        try:
            outcome: Outcome = await work
        except asyncio.CancelledError:
            ray.cancel(work, force=True)
            raise
        except died as error:
            log.info("%s: attempt %d died and is begun again: %s", debate.id, attempt, in_one_line(error))
            self._spent = await self._office.over.remote((debate.id, attempt))
            return None
        return outcome

    async def _taken(self, debate: WholeDebate, outcome: Outcome) -> Held | None:
        """What came home."""
        self._took(outcome.spent)
        self._remembered += outcome.remembered
        if outcome.failed:
            raise RostrumError(f"{debate.id} could not be held on a machine of the cluster: {outcome.failed}")
        if outcome.files:
            await asyncio.to_thread(unpack, outcome.files, self._folder / MATCHES / debate.id)
        if outcome.stopped:
            self.stop(outcome.stopped)
        return outcome.held

    def _took(self, spent: Spent) -> None:
        if spent.calls >= self._spent.calls:  # what is on its way may be older
            self._spent = spent

    async def watch(self, on_answer: OnAnswer) -> None:
        """Tell what was spent as time goes by, and once if there is no machine for a match."""
        told = False
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            self._took(await self._office.spent.remote())
            on_answer()
            if not told and cores() == 0:
                told = True
                log.warning("the cluster has no machine that could hold a match; it waits for one")


@asynccontextmanager
async def on_ray(
    address: str, of: ReadyArena, folder: Path, on_answer: OnAnswer, holder: MakeHolder = PlannedHolder
) -> AsyncIterator[OnRay]:
    """A `Hosting`, with the address of a cluster as `cluster` takes it. For a loop in real time."""
    import ray

    with cluster(address):
        async with _office(of, folder) as (office, max_cost):
            common = Common(_without_keys(of), office, max_cost, code_mark(), holder)
            host = OnRay(of, folder, office, ray.put(common), await office.spent.remote())
            watching = asyncio.create_task(host.watch(on_answer))
            try:
                yield host
            finally:
                watching.cancel()
                with suppress(asyncio.CancelledError, ray.exceptions.RayError):
                    await watching


def _without_keys(of: ReadyArena) -> ReadyArena:
    """What matches in writing do without stays at home: the settings of rooms and servers may hold secrets."""
    plain = Settings()
    away = {name: getattr(plain, name) for name in ("room", "broadcast", "telemetry", "serving")}
    prepared = replace(of.prepared, settings=of.prepared.settings.model_copy(update=away))
    return replace(of, settings=of.settings.model_copy(update=away), prepared=prepared)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder.resolve()


@asynccontextmanager
async def _office(of: ReadyArena, folder: Path) -> AsyncIterator[tuple[Any, float | None]]:
    """An actor on the machine that this program runs on (for a caller from outside, the cluster's head), and what may
    be spent. Raises LibraryError: it cannot have the journal."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    folder = await asyncio.to_thread(_made, folder)
    mark = folder / f".{uuid.uuid4().hex}"
    where = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    actor = ray.remote(Office).options(num_cpus=0, max_restarts=0, max_concurrency=CALLERS, scheduling_strategy=where)
    mark.touch()
    try:
        office = actor.remote(folder / JOURNAL, of.plan.budget, of.settings.models, mark.name)
        opened = await office.open.remote()
    finally:
        mark.unlink(missing_ok=True)
    if opened.refused:
        raise LibraryError(folder / JOURNAL, "", opened.refused)
    try:
        yield office, opened.max_cost
    finally:
        with suppress(ray.exceptions.RayError):  # it has died before
            await office.close.remote()
        ray.kill(office)
