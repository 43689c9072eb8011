"""The encounter: whether what the other side said is dealt with, in recorded matches of a debater with a model.

An encounter is a folder: `match.json` (motion, our side, format), `opponent/` with a speech a stage, or in its place the
name of a method that debates without a model, and `calls.jsonl`, what the model was asked and answered. It is held anew in virtual time, every call counting as so many seconds, with the
recorded answers or with a model at an address. Afterwards somebody who knows no plan is asked about every answer as it
was spoken.
"""

from __future__ import annotations

import asyncio
import tempfile
from agent.match.afterwards.finished import standings_in
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.components import Components
from agent.local.session import LocalRoom
from agent.local.virtual_time import run as run_loop
from agent.match.events import Degraded, Event, PlanUpdated, StatementDrafted, StatementRevised
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from bench import Measurement, Target
from bench.loopback.recorded_model import RecordedModel
from bench.loopback.recording import read_recording
from bench.matches.tones import SentenceTones, TonedComponents
from config.errors import ConfigError, RostrumError, first_fault
from config.format import Side, Stage
from config.settings import Endpoint, Hearing, Models, Recording, Settings, Speaking
from config.shipped import load_format
from config.statement import Sentence
from planning.asking.client import LanguageModel
from planning.debate import acting
from planning.debate.planned import Decision
from planning.debate.points import Point, PointForm
from planning.debate.standing import Standing, Status
from planning.methods import registry
from planning.methods.agent4debate.table import Teammate
from planning.methods.treedebater.audience import IndependentCheck, exchanges
from planning.methods.treedebater.library.library import Library

CALL_SECONDS = 6.0
USED, FROM_TREES = 0.97, 0.9
CHECK_SECONDS = 500.0
SEED = "encounter"
LAST_SECONDS = 30.0  # of a speech: what is said in them is the hardest to answer
QUICK_SECONDS = 6.0  # up to which a call is a quick one
LAST_QUICK, LAST_SLOW = 0.85, 0.6  # least share of the points of the last seconds that are met
ROLES = tuple(Teammate)  # of agent4debate, the only method whose roles all have names of their own
LIVE_SECONDS = 590.0  # that a model which answers by hand may take


class Setting(BaseModel):
    """`match.json`: what match it is. `method`: how our side debates. `against`: how the other one does, without a model;
    empty where it reads out the speeches in `opponent/`. `rehearsal`: a file beside it, for a motion that is not in the library.
    `word_seconds`: it is spoken in tones that take so long a word, not by voices, and heard without error."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    motion: str
    side: Side
    format: str = "sprint"
    method: str = registry.DEFAULT
    against: str = ""
    rehearsal: str = ""
    redraft_seconds: float = 20.0
    call_seconds: float = CALL_SECONDS
    word_seconds: float | None = None

    @classmethod
    def read(cls, folder: Path) -> Setting:
        """Raises ConfigError: there is none, or it says something else."""
        path = folder / "match.json"
        try:
            return cls.model_validate_json(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
        except ValidationError as error:
            raise ConfigError(f"{path}: {first_fault(error)}") from error


@dataclass(frozen=True)
class JudgedAnswers:
    """What somebody who knows no plan found of the answers as they were spoken; None where nobody was asked about them.

    A recording knows only the answers that were spoken when it was made.
    """

    answers: int
    unfair: int | None = None
    unmet: int = 0


@dataclass(frozen=True)
class Met:
    """What became of one encounter."""

    name: str
    side: Side
    match: Match
    events: Sequence[Event]
    judged: JudgedAnswers
    served: Mapping[str, int]
    call_seconds: float = CALL_SECONDS

    @property
    def points(self) -> dict[str, Point]:
        """The other side's points that could still be answered: all but those of its last speech after our last."""
        last = max(
            turn.index for turn in self.match.turns if turn.side is self.side and turn.stage is not Stage.CLOSING
        )
        said = acting.points(self.match.flows[self.side])
        return {
            p.id: p for _, p in said if p.side is not self.side and p.turn < last and p.form is not PointForm.CONCESSION
        }

    @property
    def late(self) -> list[Point]:
        """Points of the speech before our closing that nothing was said to: too late for anything new to be said."""
        last = max(turn.index for turn in self.match.turns if turn.side is self.side)
        theirs = [point for _, point in acting.points(self.match.flows[self.side]) if point.side is not self.side]
        late = [p for p in theirs if p.turn < last and p.id not in self.points and p.form is not PointForm.CONCESSION]
        return [point for point in late if not self.stand[point.id].met]

    @property
    def of_the_last_seconds(self) -> list[Point]:
        """Points of the last half minute of each of their speeches that a speech of ours comes after."""
        ours = max(turn.index for turn in self.match.turns if turn.side is self.side)
        begins = {turn.index: turn.spoken_seconds - LAST_SECONDS for turn in self.match.turns if turn.index < ours}
        said = [point for _, point in acting.points(self.match.flows[self.side]) if point.side is not self.side]
        asking = [p for p in said if p.form is not PointForm.CONCESSION and p.start is not None and p.turn in begins]
        return [p for p in asking if p.start is not None and p.start >= begins[p.turn]]

    @property
    def stand(self) -> Mapping[str, Standing]:
        return standings_in(self.match, self.side)

    @property
    def left(self) -> dict[str, str]:
        """Points that were left on purpose, each with the reason."""
        plans = [event for event in self.events if isinstance(event, PlanUpdated) and event.side is self.side]
        return {
            point: field.rationale.told
            for plan in plans
            for field in plan.battlefields
            if field.decision is Decision.LEAVE and field.rationale.told
            for point in field.points
        }

    @property
    def open(self) -> list[Point]:
        """The points that nothing was said to, and that nobody left on purpose."""
        stand, left = self.stand, self.left
        return [p for p in self.points.values() if not stand[p.id].met and p.id not in left]

    @property
    def spoken(self) -> dict[int, list[Sentence]]:
        return spoken(self.match, self.events, self.side)

    def from_trees(self) -> tuple[int, int]:
        """Answers to points that were recognised as a prepared claim: those that use the trees, and all."""
        points, own = self.points, [one for some in self.spoken.values() for one in some if one.answers]
        known = [one for one in own if any(points[p].makes for p in one.answers if p in points)]
        passages = {one.topic for some in self.spoken.values() for one in some if one.source and one.topic}
        return sum(bool(one.source) or one.topic in passages for one in known), len(known)

    def numbers(self) -> dict[str, Any]:
        stand = self.stand
        count = {status: sum(stand[point].status is status for point in self.points) for status in Status}
        used, known = self.from_trees()
        turns = [turn for turn in self.match.turns if turn.side is self.side]
        rows = self.match.used[self.side].rows if self.side in self.match.used else ()
        return {
            "encounter": self.name,
            "points": len(self.points),
            "answered": count[Status.ANSWERED],
            "conceded": count[Status.CONCEDED],
            "left_on_purpose": sum(not stand[p].met for p in self.left if p in self.points),
            "passed_over": [f"{point.id}: {point.words}" for point in self.open],
            "of_the_end_not_answered": [f"{point.id}: {point.words}" for point in self.late],
            "call_seconds": self.call_seconds,
            "of_the_last_seconds": len(last := self.of_the_last_seconds),
            "of_these_met": sum(stand[point.id].met for point in last),
            "answers_spoken": self.judged.answers,
            "not_judged": self.judged.answers if self.judged.unfair is None else 0,
            "unfair": self.judged.unfair or 0,
            "beside_the_point": self.judged.unmet,
            "recognised_points_answered": known,
            "of_these_from_the_trees": used,
            "used": [round(turn.spoken_seconds / turn.seconds, 4) for turn in turns],
            "overrun": round(max(turn.overrun for turn in turns), 3),
            "calls": {row.role: row.calls for row in rows if not row.preparation},
            "seconds": {row.role: round(row.seconds, 1) for row in rows if not row.preparation},
            "degraded": [f"{one.part}: {one.reason}" for one in self.events if isinstance(one, Degraded)],
            "answers_served": dict(self.served),
        }


def spoken(match: Match, events: Sequence[Event], side: Side) -> dict[int, list[Sentence]]:
    """The sentences of that side that were heard whole, by turn, as they were written."""
    written: dict[tuple[int, str], Sentence] = {}
    for event in events:
        if isinstance(event, StatementDrafted | StatementRevised) and event.side is side:
            written |= {(event.turn, one.text): one for one in event.sentences}
    return {
        turn.index: [written[key] for one in turn.spoken if not one.cut and (key := (turn.index, one.text)) in written]
        for turn in match.turns
        if turn.side is side
    }


def run(model: str, names: Sequence[str] = (), keep: Path | None = None) -> Measurement:
    """Hold every encounter there is in a folder.

    Args:
        model: the folder of recorded encounters; or `FOLDER@URL`, to have a model at an address answer instead.
        names: of encounters; all of them if left out.
        keep: a folder for the matches.

    Raises:
        ConfigError: there is no encounter, or one is damaged.
    """
    recorded, _, address = model.partition("@")
    folders = [one for one in sorted(Path(recorded).glob("*/match.json")) if not names or one.parent.name in names]
    if not folders:
        raise ConfigError(f"{recorded}: there is no recorded match in it (FOLDER/NAME/match.json)")
    found = []
    for path in folders:
        with ExitStack() as stack:
            out = (
                keep / path.parent.name if keep else Path(stack.enter_context(tempfile.TemporaryDirectory())) / "match"
            )
            found.append(hold(path.parent, out, address))
    results = [met.numbers() for met in found]
    return Measurement("encounter", {"model": model}, results, list(_bars(results)))


def hold(folder: Path, out: Path, address: str = "") -> Met:
    """One encounter, and the check of what was spoken in it.

    Args:
        out: where the match is kept.
        address: of a model that answers instead of the recording.
    """
    setting = Setting.read(folder)
    with ExitStack() as stack:
        if address:
            patient = {"start_seconds": LIVE_SECONDS, "stall_seconds": LIVE_SECONDS}
            endpoint = Endpoint(base_url=address, model="live", max_tokens=16_000, tries=1, **patient)
            models, served = Models(default=endpoint, call_seconds=setting.call_seconds), None
        else:
            recorded = stack.enter_context(RecordedModel(read_recording(folder / "calls.jsonl")))
            models, served = recorded.models(setting.call_seconds), recorded
        settings = _settings(_ours_alone(models, setting), setting, folder)
        other = SeatSetup(Occupant.DEBATER, method=setting.against) if setting.against else None
        seats = {
            setting.side: SeatSetup(Occupant.DEBATER, method=setting.method),
            setting.side.other: other or SeatSetup(Occupant.TEXT, folder / "opponent"),
        }
        library = Library(folder) if setting.rehearsal else Components(settings).library()
        setup = MatchSetup(library.get(setting.motion).subject, load_format(setting.format), seats, settings, out)
        match = run_loop(host_match(_room(setting), setup), fast=True, lag=0.0)
        events = list(read_log(out))
        judged = asyncio.run(_judged(setup, setting.side, match, events, served))
        counts = vars(served.served) if served is not None else {}
    return Met(folder.name, setting.side, match, events, judged, counts, setting.call_seconds)


def _room(setting: Setting) -> LocalRoom:
    if setting.word_seconds is None:
        return LocalRoom(fast=True)
    return LocalRoom(fast=True, components=partial(TonedComponents, SentenceTones(setting.word_seconds)))


def _ours_alone(models: Models, setting: Setting) -> Models:
    """Where a method debates on the other side, only the roles of ours have the model."""
    if not setting.against:
        return models
    roles = {f"{setting.method}.{part}": models.default for part in ROLES}
    return models.model_copy(update={"default": Endpoint(), "roles": roles})


def _settings(models: Models, setting: Setting, folder: Path) -> Settings:
    """The same on every machine: voices without noise, one recogniser, the choices of one seed."""
    base = Settings()
    return base.model_copy(
        update={
            "models": models,
            "library": (folder,) if setting.rehearsal else base.library,
            "seed": SEED,
            "hearing": Hearing(model="base"),
            "speaking": Speaking(voices={Side.PRO: "flite:rms", Side.CON: "flite:slt"}),
            "recording": Recording(opus=False),  # nobody listens to it
            "thinking": base.thinking.model_copy(update={"redraft_seconds": setting.redraft_seconds}),
        }
    )


async def _judged(
    setup: MatchSetup, side: Side, match: Match, events: Sequence[Event], recorded: RecordedModel | None
) -> JudgedAnswers:
    points = {point.id: point for _, point in acting.points(match.flows[side])}
    said = [one for some in spoken(match, events, side).values() for one in exchanges(some, points)]
    if not said:
        return JudgedAnswers(0, 0)
    heard = [part.text for turn in match.turns if turn.side is not side for part in turn.heard]
    model = LanguageModel(setup.settings.models.model_copy(update={"call_seconds": None}))
    known = recorded.served.exact if recorded is not None else 0
    try:
        doubts = await IndependentCheck(model).doubts(setup.motion.text, said, heard, CHECK_SECONDS)
    except RostrumError:
        return JudgedAnswers(len(said))
    finally:
        await model.close()
    if recorded is not None and recorded.served.exact == known:
        return JudgedAnswers(len(said))
    return JudgedAnswers(len(said), sum(doubt.unfair for doubt in doubts), sum(not doubt.unfair for doubt in doubts))


def _bars(results: Sequence[Mapping[str, Any]]) -> Iterator[Target]:
    known = sum(one["recognised_points_answered"] for one in results)
    used = sum(one["of_these_from_the_trees"] for one in results)
    yield Target("points passed over without a reason", sum(len(one["passed_over"]) for one in results), 0)
    yield Target("answers that tell a point unfairly", sum(one["unfair"] for one in results), 0)
    for told, quick, least in (("quick", True, LAST_QUICK), ("slow", False, LAST_SLOW)):
        some = [one for one in results if (one["call_seconds"] <= QUICK_SECONDS) is quick]
        if last := sum(one["of_the_last_seconds"] for one in some):
            met = sum(one["of_these_met"] for one in some)
            name = f"points of the last {LAST_SECONDS:g} s of a speech that are met, with {told} calls"
            yield Target(name, round(met / last, 3), least, above=True)
    if known:
        yield Target("answers to recognised points that use the trees", round(used / known, 3), FROM_TREES, above=True)
    yield Target("least share of the time used", min(min(one["used"]) for one in results), USED, above=True)
    yield Target("longest overrun, seconds", max(one["overrun"] for one in results), 0.0)
