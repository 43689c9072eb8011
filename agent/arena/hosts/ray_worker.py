"""What a machine of a Ray cluster does: it holds one match, and asks the office for what it has in common with others.

The match is held in a folder of its own and sent home whole, so that machines need no storage in common.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # it ships no types

from agent.arena.hosts.contract import MakeHolder, Spent
from agent.arena.hosts.line import OfficeJournal, OfficeShare
from agent.arena.hosts.office import Attempt
from agent.arena.hosts.packing import packed, unpack
from agent.arena.ready import ReadyArena, marks
from agent.arena.results import Held
from agent.components import Components
from agent.evaluation.asking import Asking, Making
from agent.evaluation.work import WholeDebate
from agent.local.virtual_time import run
from agent.running.files.folder import nobody_else_reads
from config.code import code_mark
from config.errors import RostrumError, UsageError, in_one_line
from config.logs import set_up_worker
from config.secrets import SECRETS
from planning.asking.client import LanguageModel

FOLDERS = "rostrum-arena-"  # of matches that are held, with their process


@dataclass(frozen=True)
class Common:
    """What all matches of a run have in common. `office`: the actor that keeps it; `code`: the mark of ours; `holder`:
    makes what holds a match."""

    of: ReadyArena
    office: Any
    max_cost: float | None
    code: str
    holder: MakeHolder


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt. `files`: the match's folder, where it was held to its end. `stopped`: why nothing more
    should be asked; `failed`: why nothing can be, here at least."""

    held: Held | None = None
    files: bytes = b""
    spent: Spent = field(default_factory=Spent)
    remembered: int = 0
    stopped: str = ""
    failed: str = ""


@dataclass(frozen=True)
class _Parts:
    """What a process makes once, for one match after another."""

    components: Components
    models: dict[str, LanguageModel]


@dataclass(frozen=True)
class RayLine:
    """A `Line` to an actor; its answers come without a word to Ray's scheduler, which would start another process in
    the place of one that waits."""

    office: Any

    def __call__(self, method: str, *given: object) -> Future[Any]:
        future: Future[Any] = getattr(self.office, method).remote(*given).future()
        return future


def hold_match(common: list[Any], debate: WholeDebate, attempt: int, files: bytes) -> Outcome:
    """A task of Ray.

    Args:
        common: a reference to `Common`, in a list, so that it is read once in a process and not with every match.
        files: the match, if it was held before and is only to be judged.
    """
    work, parts = _read(common[0])
    by = (debate.id, attempt)
    line = RayLine(work.office)
    if reason := line("begin", by).result():
        return Outcome(stopped=reason)
    try:
        _same_arena(common[0])
        with tempfile.TemporaryDirectory(prefix=f"{FOLDERS}{os.getpid()}-") as place:
            folder = Path(place) / debate.id
            if files:
                unpack(files, folder)
            outcome = run(_held(work, parts, line, by, debate, folder), fast=True, lag=0.0)
    except RostrumError as error:
        outcome = Outcome(failed=in_one_line(error))
    spent = line("over", by).result()
    return replace(outcome, spent=spent)


@cache
def _read(common: Any) -> tuple[Common, _Parts]:
    """Once a process, which holds one match after another."""
    import ray

    work: Common = ray.get(common)
    set_up_worker()
    nobody_else_reads()
    SECRETS.hide_those_of(os.environ, work.of.settings)
    _sweep(Path(tempfile.gettempdir()))
    return work, _Parts(Components(work.of.settings), {})


def _sweep(place: Path) -> None:
    """Away with the folders of processes that died."""
    for folder in place.glob(f"{FOLDERS}*-*"):
        process = folder.name.removeprefix(FOLDERS).partition("-")[0]
        if process.isdecimal() and not psutil.pid_exists(int(process)):
            shutil.rmtree(folder, ignore_errors=True)


@cache
def _same_arena(common: Any) -> None:
    """Raises UsageError: matches that are held here would be others, or this machine lacks what they need."""
    work, _ = _read(common)
    plan, prepared = work.of.plan, work.of.prepared
    if code_mark() != work.code:
        raise UsageError("another version of Rostrum is installed there; install the same on all machines")
    missing = [one.texts for one in plan.contestants if one.texts is not None and not one.texts.exists()]
    if missing:
        raise UsageError(f"there is no {missing[0]}; files that a plan names must be in the same place on all machines")
    if marks(plan, prepared) != work.of.marks:
        raise UsageError("the texts that the plan names are others there; they must be the same on all machines")


async def _held(work: Common, parts: _Parts, line: RayLine, by: Attempt, debate: WholeDebate, folder: Path) -> Outcome:
    share = OfficeShare(line, by, work.max_cost, parts.models)
    asking = Asking(work.of.plan.budget, OfficeJournal(line), shared=share)
    holder = work.holder(work.of, asking, Making(work.of.settings, asking, parts.components))
    try:
        held = await holder.held(debate, folder)
    finally:
        await asking.close()
    return Outcome(held, packed(folder), remembered=asking.remembered, stopped=asking.stopped)
