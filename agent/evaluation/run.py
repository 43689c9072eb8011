"""An evaluation from its plan to its ratings: what it takes is known before, and it goes on where it was broken off."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from agent.components.motions import motion_for
from agent.evaluation import writing
from agent.evaluation.asking import Asking, Making
from agent.evaluation.contestants import deprived, fingerprint, seat_of
from agent.evaluation.listeners import Spoken, voices
from agent.evaluation.plan import Contestant, Plan, keep_plan
from agent.evaluation.ratings import Rating, read
from agent.evaluation.validity import Written
from agent.evaluation.work import Comparison, Debate, Version, Wanted, Work
from agent.judging.masking import teams_of
from agent.match.events import Event
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.running.setup import MatchSetup
from config.errors import ConfigError, ProviderError, RostrumError, UsageError
from config.format import Format, Side
from config.settings import Role, Settings
from config.shipped import load_format
from planning.asking.journal import Journal
from planning.debate.motion import Motion

JOURNAL = "journal.jsonl"
CALLS = {"treedebater": 6, "plain": 2}  # a speech, about; of other methods as many as of the first
HOUR = 3600.0


@dataclass(frozen=True)
class Prepared:
    """A plan that can be carried out. `recorded`: the events of debates that were held before, by motion."""

    plan: Plan
    settings: Settings
    form: Format
    motions: Mapping[str, Motion]
    recorded: Mapping[str, Sequence[Event]]
    work: Work

    def contestant(self, name: str) -> Contestant:
        return next(one for one in self.plan.contestants if one.name == name)

    def setup(self, id: str, motion: str, sides: Mapping[Side, str], folder: Path) -> MatchSetup:
        """A match between these, by name."""
        quiet = self.settings.recording.model_copy(update={"opus": False})
        settings = self.settings.model_copy(update={"seed": f"{self.plan.seed} {id}", "recording": quiet})
        seats = {side: seat_of(self.contestant(name), motion, side) for side, name in sides.items()}
        return MatchSetup(self.motions[motion], self.form, seats, settings, folder)


def prepare(plan: Plan, settings: Settings) -> Prepared:
    """Everything looked up that a plan names.

    Raises:
        UsageError: something it names is not there, or cannot be had for it.
    """
    form = load_format(plan.format)
    if teams_of(form):
        raise UsageError(f"format {form.name}: an evaluation compares two sides, and this one has four teams")
    motions = dict(_motions(plan, settings))
    recorded = {motions[name].id: _recorded(path, motions[name], form) for name, path in plan.recorded.items()}
    marks = {
        one.name: fingerprint(one, settings, form.model_dump(mode="json"), _texts(one)) for one in plan.contestants
    }
    work = Wanted(
        [one.id for one in motions.values()],
        marks,
        form,
        plan.stages,
        plan.sides,
        plan.debates,
        {motions[name].id: f"recorded {path.resolve()}" for name, path in plan.recorded.items()},
        plan.seed,
    ).work()
    return Prepared(plan, settings, form, {one.id: one for one in motions.values()}, recorded, work)


def _motions(plan: Plan, settings: Settings) -> Iterable[tuple[str, Motion]]:
    for wanted in plan.motions:
        found: Motion | None = None
        for one in plan.contestants:
            deprived(settings, one.without)
            if one.texts is None:
                found = motion_for(wanted, [seat_of(one, "", Side.PRO)], settings)
        motion = found or motion_for(wanted, [], settings)
        for one in plan.contestants:
            for side in Side if plan.debates else plan.sides:
                seat_of(one, motion.id, side)
        yield wanted, motion


def _texts(contestant: Contestant) -> Sequence[str]:
    if contestant.texts is None:
        return []
    return [path.read_text(encoding="utf-8", errors="replace") for path in sorted(contestant.texts.rglob("*.txt"))]


def _recorded(folder: Path, motion: Motion, form: Format) -> Sequence[Event]:
    """Raises UsageError: it is no debate on that motion in that format. LogError: it cannot be read."""
    events = read_log(folder)
    match = Match.replay(events)
    if match.created is None or match.created.motion != motion.text:
        raise UsageError(f"recorded.{motion.id}: {folder} is no debate on “{motion.text}”")
    if [(one.side, one.stage) for one in match.format.turns] != [(one.side, one.stage) for one in form.turns]:
        raise UsageError(f"recorded.{motion.id}: {folder} has other turns than the format {form.name}")
    if len(match.turns) < len(form.turns):
        raise UsageError(f"recorded.{motion.id}: {folder} ends after {len(match.turns)} of {len(form.turns)} turns")
    return events


# -- what it takes ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """Calls: `least` is sure; `about` is a guess by the method; `listening` is exact, but for answers asked again."""

    least: int
    about: int
    listening: int

    @property
    def told(self) -> str:
        return f"about {self.about} calls to models, {self.listening} of them of listeners"


def estimate(prepared: Prepared) -> Estimate:
    """What the whole plan takes."""
    work, turns = prepared.work, [one for one in prepared.form.turns if one.cross_examination is None]
    speeches: dict[str, int] = {}
    for debate in work.held:
        for turn in turns:
            speeches[debate.sides[turn.side]] = speeches.get(debate.sides[turn.side], 0) + 1
    for version in work.versions:
        speeches[version.contestant] = speeches.get(version.contestant, 0) + 1
    asked = {name: count for name, count in speeches.items() if _asks(prepared, name)}
    many = {name: CALLS.get(prepared.contestant(name).method, max(CALLS.values())) for name in asked}
    heard = sum(len(one.opinions) * len(one.seeds) for one in prepared.plan.listeners if not one.are_people)
    stages = len({turn.stage for turn in turns})
    listening = heard * (len(work.comparisons) + len(work.debates) * stages)
    about = sum(count * many[name] for name, count in asked.items()) + listening
    return Estimate(sum(asked.values()) + listening, about, listening)


def _asks(prepared: Prepared, name: str) -> bool:
    contestant = prepared.contestant(name)
    if contestant.texts is not None:
        return False
    settings = seat_of(contestant, "", Side.PRO).settings_of(prepared.settings)
    return bool(settings.models.of(Role.WRITER).model)


def afforded(prepared: Prepared) -> None:
    """Raises UsageError: the plan cannot be carried out within its budget."""
    limit, needs = prepared.plan.budget.calls, estimate(prepared)
    if limit is not None and needs.least > limit:
        told = f"the plan needs {needs.least} calls at the very least ({needs.told}), and budget.calls is {limit}"
        raise UsageError(
            f"{told}; raise it, take something out of the plan, or add --until-spent to see how far it goes"
        )


# -- carried out -----------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What an evaluation has come to. `matches`: debates in which something was written for it, by id.

    `stopped`: why it did not come to its end. `unheard`: judgements that no usable answer came for.
    """

    prepared: Prepared
    versions: dict[str, Written] = field(default_factory=dict)
    debates: dict[str, list[Written]] = field(default_factory=dict)
    matches: dict[str, Sequence[Event]] = field(default_factory=dict)
    ratings: list[Rating] = field(default_factory=list)
    unheard: int = 0
    stopped: str = ""
    calls: int = 0
    cost: float | None = None
    remembered: int = 0


Progress = Callable[[Asking, str], None]


class Evaluation:
    """One run over a folder.

    Args:
        progress: told after each answer, with what is being done.
        listens: whether listeners are asked; without, speeches are only written.
    """

    def __init__(
        self, prepared: Prepared, folder: Path, journal: Journal, progress: Progress, *, listens: bool = True
    ) -> None:
        self._prepared, self._folder, self._progress, self._listens = prepared, folder, progress, listens
        self._asking = Asking(prepared.plan.budget, journal, self._on_answer)
        self._making = Making(prepared.settings, self._asking)
        self._places = asyncio.Semaphore(prepared.plan.at_once)
        self._doing, self._began = "", time.monotonic()
        self._found = Found(prepared)
        self._replayed: dict[str, Match] = {}

    async def run(self) -> Found:
        """To the end of the plan, or of its budget. Raises RostrumError: nothing can be asked at all."""
        work = self._prepared.work
        try:
            await self._each("debates", (self._debate(one) for one in work.held))
            await self._each("speeches", (self._version(one) for one in work.versions))
            if self._listens:
                await self._each("listening", [*map(self._compare, work.comparisons), *map(self._hear, work.debates)])
        finally:
            await self._asking.close()
        self._found.ratings.sort(key=lambda one: (one.kind, one.item, one.listener, one.version))
        return self._accounted()

    def _accounted(self) -> Found:
        asking, found = self._asking, self._found
        found.stopped = asking.stopped
        found.calls = asking.calls_before + asking.ledger.calls
        found.cost = asking.cost_before + asking.ledger.cost if asking.priced else None
        found.remembered = asking.remembered
        return found

    async def _each(self, doing: str, works: Iterable[Awaitable[None]]) -> None:
        """All of them, or as many as are done when nothing more is asked."""
        self._doing = doing
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(self._one(work))

    @staticmethod
    async def _one(work: Awaitable[None]) -> None:
        await work

    def _on_answer(self) -> None:
        hours = self._prepared.plan.budget.hours
        if hours is not None and time.monotonic() - self._began > hours * HOUR:
            self._asking.stop(f"the {hours:g} hours of the budget are over; run it again to go on")
        self._progress(self._asking, self._doing)

    async def _debate(self, debate: Debate) -> None:
        folder = self._folder / "debates" / debate.id
        done = folder.with_name(f"{debate.id}.json")
        setup = self._prepared.setup(debate.id, debate.motion, debate.sides, folder)
        if not done.is_file():
            async with self._places:
                if self._asking.stopped:
                    return
                await writing.hold(setup, self._making)
                if self._asking.stopped:  # the rest of it was spoken without a model
                    return
            done.write_text('{"held": true}\n', encoding="utf-8")
        events = read_log(folder)
        self._replayed[debate.id] = Match.replay(events)
        self._found.matches[debate.id] = events
        sources = {side: seat.source for side, seat in setup.seats.items()}
        self._found.debates[debate.id] = writing.spoken_in(self._replayed[debate.id], debate.sides, sources)

    async def _version(self, version: Version) -> None:
        path = self._folder / "speeches" / f"{version.id}.json"
        written = writing.kept(path)
        match = self._context(version)
        if written is None and (match is not None or version.place.turn == 0):
            async with self._places:
                written = await self._write(version, match)
            if written is not None:
                writing.keep(path, written)
        if written is not None:
            self._found.versions[version.id] = written

    async def _write(self, version: Version, match: Match | None) -> Written | None:
        """None where it was broken off."""
        if self._asking.stopped:
            return None
        place = version.place
        setup = self._prepared.setup(
            version.id, place.motion, {place.side: version.contestant}, self._folder / version.id
        )
        past = match.turns[: place.turn] if match is not None else []
        written = await writing.write(setup, self._making, place.turn, past, match)
        return None if self._asking.stopped else written

    def _context(self, version: Version) -> Match | None:
        """The debate it is written into; None where it is the first speech, or that debate was not held."""
        place = version.place
        if place.turn and place.context not in self._replayed and place.motion in self._prepared.recorded:
            self._replayed[place.context] = Match.replay(self._prepared.recorded[place.motion])
        return self._replayed.get(place.context) if place.turn else None

    # -- listening

    async def _compare(self, item: Comparison) -> None:
        texts = {key: self._found.versions.get(item.version(key).id) for key in "AB"}
        heard = {key: one.text for key, one in texts.items() if one is not None and one.text}
        if len(heard) < 2:
            return
        place = Spoken(item.place.turn, item.place.side, item.place.stage, "")
        context = speeches_before(self._context(item.ours), item.place.turn)
        motion = self._prepared.motions[item.place.motion].text
        await self._listened(item.id, lambda voice: voice.compare(item.id, motion, context, place, heard))

    async def _hear(self, debate: Debate) -> None:
        if (match := self._replayed.get(debate.id)) is None:
            return
        motion, speeches = self._prepared.motions[debate.motion].text, speeches_before(match, len(match.turns))
        await self._listened(debate.id, lambda voice: voice.hear(debate.id, motion, speeches))

    async def _listened(self, item: str, asked: Callable[..., Awaitable[list[Rating]]]) -> None:
        groups = [one for one in self._prepared.plan.listeners if not one.are_people]
        all_voices = [
            voice for one in groups for voice in voices(one, self._prepared.settings.models, self._asking, item)
        ]
        for ratings in await asyncio.gather(*map(asked, all_voices), return_exceptions=True):
            if isinstance(ratings, ProviderError) or ratings == []:
                self._found.unheard += 1
            elif isinstance(ratings, BaseException):
                raise ratings
            else:
                self._found.ratings += ratings


def speeches_before(match: Match | None, turn: int) -> list[Spoken]:
    """What was said in the turns before that one, exchanges left out."""
    if match is None:
        return []
    found = []
    for record in match.turns[:turn]:
        if record.examined:
            continue
        text = " ".join(one.text for one in record.spoken or record.heard)
        found.append(Spoken(record.index, record.side, record.stage, text))
    return found


def people(plan: Plan) -> list[Rating]:
    """What people said, from the files that the plan names. Raises UsageError: a line is wrong."""
    found: list[Rating] = []
    for one in plan.listeners:
        if one.ratings is not None:
            try:
                with one.ratings.open(encoding="utf-8", newline="") as lines:
                    rows = read(lines, str(one.ratings))
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigError(f"{one.ratings}: cannot be read: {error}") from error
            found += [replace(row, listener=f"{one.name}/{row.listener}") for row in rows]
    return found


async def evaluated(prepared: Prepared, folder: Path, progress: Progress, *, listens: bool = True) -> Found:
    """Carry a plan out in a folder, or go on with it there.

    Raises:
        LibraryError: another run works in the folder. RostrumError: nothing can be asked at all.
    """
    ratings = people(prepared.plan)
    try:
        with Journal(folder / JOURNAL) as journal:
            keep_plan(prepared.plan, folder)
            found = await Evaluation(prepared, folder, journal, progress, listens=listens).run()
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from error
    except ExceptionGroup as several:
        raise next((one for one in several.exceptions if isinstance(one, RostrumError)), several) from None
    found.ratings += ratings
    return found
