"""A motion of one's own before a match on this machine: checked, agreed on, and grown beside the match."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import click

from agent.cli.library.growth import note, shown
from agent.cli.library.rehearse import assignment_for
from agent.components import Components
from agent.components.growing import proposer, scored
from agent.components.motions import motion_for
from agent.running.setup import SeatSetup
from config.errors import RostrumError, UnknownName, UsageError
from config.format import Side
from config.settings import Role, Settings
from config.threads import start
from planning.asking.client import LanguageModel
from planning.asking.journal import Journal, JournalledModel, key_of, places
from planning.debate.motion import Motion
from planning.evidence.combined import READ_SECONDS
from planning.growth.ending import GRACE_SECONDS
from planning.methods.treedebater.rehearsing.grow import Growth, Sizes
from planning.methods.treedebater.rehearsing.run import Assignment, Rehearsed, rehearse
from planning.motions.check import MotionCheck, check, tidy, tidy_meaning

LOOK_SECONDS = 0.1
MEANING, WHOLE = "meaning", "whole"  # what a journal remembers of a motion: what it means, whether all has grown


@contextmanager
def prepared(
    wanted: str, seats: Iterable[SeatSetup], settings: Settings, meaning: str | None, *, quiet: bool
) -> Iterator[tuple[Motion, Settings]]:
    """The motion, and the settings for the match; what a model can prepare of a motion of one's own grows meanwhile.

    Raises UnknownName: nothing is prepared for it, and there is no model. UsageError: it cannot be debated, and why.
    RostrumError: the growing stopped before there was anything to begin with.
    """
    debaters = list(seats)
    try:
        found = motion_for(wanted, debaters, settings)
        assignment = _begun(found, settings) if meaning is None and _grows(settings) else None
        if assignment is None:
            yield found, settings
            return
    except UnknownName:
        if len(wanted.split()) < 2 or not _grows(settings):
            raise
        assignment = _agreed(tidy(wanted), settings, meaning, asks=not quiet and sys.stdin.isatty())
    settings = settings.model_copy(update={"models": settings.models.shared(2)})  # half of the budget for each
    growing = _Growing(assignment, settings)
    with growing.until_a_match_may_begin(quiet=quiet):
        yield motion_for(growing.assignment.id, debaters, settings), settings


def _grows(settings: Settings) -> bool:
    return bool(settings.models.of(Role.PROPOSER).model)


def _assignment(motion: str, settings: Settings) -> Assignment:
    limits = settings.serving.motions
    sizes = Sizes(dict.fromkeys(Side, limits.claims), limits.depth, limits.branch)
    return assignment_for(Components(settings), motion, None, sizes)


def _begun(found: Motion, settings: Settings) -> Assignment | None:
    """A motion whose trees were begun here for an earlier match, and are not whole."""
    assignment = _assignment(found.text, settings)
    if not (found.prepared and assignment.journal.is_file() and assignment.file.is_file()):
        return None
    with Journal(assignment.journal) as journal:
        known = journal.get(key_of(MEANING, found.text))
        begun = isinstance(known, str) and known == assignment.meaning and not journal.get(key_of(WHOLE, found.text))
    return assignment if begun else None


def _agreed(motion: str, settings: Settings, meaning: str | None, *, asks: bool) -> Assignment:
    """What to grow, from what it means: as it was agreed on before, as it is said now, or as the model has it."""
    assignment = _assignment(motion, settings)
    key = key_of(MEANING, motion)
    if meaning is None and assignment.journal.is_file():
        with Journal(assignment.journal) as journal:
            if isinstance(known := journal.get(key), str):
                return assignment.meaning_so(known)
    checked = asyncio.run(_checked(motion, settings))
    if not checked.accepted:
        better = f" Try: “{checked.better}”" if checked.better else ""
        raise UsageError(f"{checked.reason or 'this cannot be debated'}{better}")
    meant = tidy_meaning(meaning) if meaning is not None else checked.definition
    if meaning is None and asks:
        meant = tidy_meaning(click.prompt("it means (Enter, or say it otherwise)", default=meant, err=True))
    else:
        note(f"it means: {meant or 'what each side says'}")
    with Journal(assignment.journal) as journal:
        journal.put(key, MEANING, meant)
    return assignment.meaning_so(meant)


async def _checked(motion: str, settings: Settings) -> MotionCheck:
    model = LanguageModel(settings.models)
    try:
        return await check(motion, model)
    finally:
        await model.close()


class _Growing:
    """Trees that grow in a thread with a loop of its own: the match may keep a time of its own."""

    def __init__(self, assignment: Assignment, settings: Settings) -> None:
        self.assignment, self._settings = assignment, settings
        self._loop = asyncio.new_event_loop()
        self._over = threading.Event()
        self._stopped, self._fault = "", ""
        self._told: Callable[[Growth, JournalledModel], None] = lambda growth, model: None

    @contextmanager
    def until_a_match_may_begin(self, *, quiet: bool) -> Iterator[None]:
        """Inside, there are the first main claims of each side; when it is left, no further call is made."""
        note(f"preparing both sides of “{self.assignment.motion}”; the match begins with the first claims of each")
        components = Components(self._settings)
        model = proposer(components)
        task = self._loop.create_task(self._growth(components, model))
        start(lambda: self._run(task), "growing")
        try:
            with shown(model.ledger, quiet=quiet) as on_answer:
                self._told = on_answer
                while not self.assignment.file.is_file() and not self._over.wait(LOOK_SECONDS):
                    pass
                self._told = lambda growth, model: None
            if not self.assignment.file.is_file():
                raise RostrumError(f"stopped: {self._fault or 'nothing grew'}; run the same command again to go on")
            yield
        finally:
            if not self._over.is_set():
                self._loop.call_soon_threadsafe(task.cancel)
            self._over.wait(2 * GRACE_SECONDS)
        if self._stopped:
            note(f"not all was prepared ({self._stopped}): the same command goes on, and asks nothing twice")

    def _run(self, task: asyncio.Task[Rehearsed]) -> None:
        try:
            outcome = self._loop.run_until_complete(task)
            self._fault = outcome.model.stopped or next((one.reason for one in outcome.growth.missing), "")
            self._stopped = outcome.model.stopped
            if outcome.complete:
                with Journal(self.assignment.journal) as journal:
                    journal.put(key_of(WHOLE, self.assignment.motion), WHOLE, True)
        except asyncio.CancelledError:
            self._stopped = "the match is over"
        except RostrumError as error:
            self._fault = self._stopped = str(error)
        finally:
            self._loop.close()
            self._over.set()

    async def _growth(self, components: Components, model: LanguageModel) -> Rehearsed:
        scorer, score_calls = scored(components)
        facts = components.evidence(note)
        try:
            if facts is not None:
                await facts.ready(READ_SECONDS)
            return await rehearse(
                self.assignment,
                model,
                components.embedder(),
                gates=places(self._settings.models),
                scorer=scorer,
                score_calls=score_calls,
                evidence=facts,
                on_answer=self._tell,
                begins=True,
            )
        finally:
            if facts is not None:
                facts.close()
            await components.close()

    def _tell(self, growth: Growth, model: JournalledModel) -> None:
        self._told(growth, model)
