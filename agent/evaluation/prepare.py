"""What a plan names, looked up before anything is asked, and what carrying it out takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agent.components.motions import motion_for
from agent.evaluation.contestants import fingerprint, seat_of
from agent.evaluation.plan import Contestant, EvaluationPlan
from agent.evaluation.ratings import Rating, read
from agent.evaluation.work import Wanted, Work
from agent.judging.masking import teams_of
from agent.judging.panel import panel_models
from agent.match.events import Event, encode
from agent.match.state import Match
from agent.running.files.log import read_log
from agent.running.setup import MatchSetup
from config.errors import ConfigError, UsageError
from config.format import Format, Side
from config.settings import Role, Settings
from config.shipped import load_format
from planning.asking.journal import key_of
from planning.debate.motion import Motion

CALLS = {"treedebater": 6, "plain": 2}  # a speech, about; of other methods as many as of the first


@dataclass(frozen=True)
class PreparedPlan:
    """A plan that can be carried out. `recorded`: the events of debates that were held before, by motion."""

    plan: EvaluationPlan
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


def prepare(plan: EvaluationPlan, settings: Settings) -> PreparedPlan:
    """Everything looked up that a plan names.

    Raises:
        UsageError: something it names is not there, or cannot be had for it.
    """
    form = load_format(plan.format)
    if teams_of(form):
        raise UsageError(f"format {form.name}: an evaluation compares two sides, and this one has four teams")
    motions = dict(_motions(plan, settings))
    _models_are_set(plan, settings)
    recorded = {motions[name].id: _recorded(path, motions[name], form) for name, path in plan.recorded.items()}
    work = Wanted(
        [one.id for one in motions.values()],
        marks(plan, settings, form),
        form,
        plan.stages,
        plan.sides,
        plan.debates,
        {motion: f"recorded {key_of(*map(encode, events))[:16]}" for motion, events in recorded.items()},
        plan.seed,
    ).work()
    return PreparedPlan(plan, settings, form, {one.id: one for one in motions.values()}, recorded, work)


def marks(plan: EvaluationPlan, settings: Settings, form: Format) -> dict[str, str]:
    """Fingerprints of the contestants, by name."""
    told = form.model_dump(mode="json")
    return {one.name: fingerprint(one, settings, told, _texts(one)) for one in plan.contestants}


def _motions(plan: EvaluationPlan, settings: Settings) -> Iterable[tuple[str, Motion]]:
    for wanted in plan.motions:
        found: Motion | None = None
        for one in plan.contestants:
            if one.texts is None:
                found = motion_for(wanted, [seat_of(one, "", Side.PRO)], settings)
        motion = found or motion_for(wanted, [], settings)
        for one in plan.contestants:
            for side in Side if plan.debates else plan.sides:
                seat_of(one, motion.id, side)
        yield wanted, motion


def _models_are_set(plan: EvaluationPlan, settings: Settings) -> None:
    """Raises ConfigError: listeners have no model, or a cost is limited and what a model costs is not known."""
    for contestant in plan.contestants:
        if contestant.texts is None:
            seat_of(contestant, "", Side.PRO).settings_of(settings).models.limited(None, plan.budget.cost)
    for one in plan.listeners:
        sitting = panel_models(settings.models, [one.model] if one.model else [])
        if not sitting.roles and not one.are_people:
            told = "no language model is set; name one as model, or under models.roles.judge in the settings"
            raise ConfigError(f"listeners {one.name}: {told}")
        sitting.limited(None, plan.budget.cost)


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


def estimate(prepared: PreparedPlan, folder: Path | None = None) -> Estimate:
    """What the whole plan takes, or what is left of it in a folder."""
    work, turns = prepared.work, [one for one in prepared.form.turns if one.cross_examination is None]
    speeches: dict[str, int] = {}
    there = {path.name for path in folder.glob("*/*.json")} if folder is not None else set[str]()
    for debate in (one for one in work.held if f"{one.id}.json" not in there):
        for turn in turns:
            speeches[debate.sides[turn.side]] = speeches.get(debate.sides[turn.side], 0) + 1
    for version in (one for one in work.versions if f"{one.id}.json" not in there):
        speeches[version.contestant] = speeches.get(version.contestant, 0) + 1
    asked = {name: count for name, count in speeches.items() if asks(prepared, name)}
    many = {name: CALLS.get(prepared.contestant(name).method, max(CALLS.values())) for name in asked}
    heard = sum(len(one.opinions) * len(one.seeds) for one in prepared.plan.listeners if not one.are_people)
    stages = len({turn.stage for turn in turns})
    listening = heard * (len(work.comparisons) + len(work.debates) * stages)
    about = sum(count * many[name] for name, count in asked.items()) + listening
    return Estimate(sum(asked.values()) + listening, about, listening)


def asks(prepared: PreparedPlan, name: str) -> bool:
    """Whether this contestant asks a model when it writes."""
    contestant = prepared.contestant(name)
    if contestant.texts is not None:
        return False
    settings = seat_of(contestant, "", Side.PRO).settings_of(prepared.settings)
    return bool(settings.models.of(Role.WRITER).model)


def afforded(prepared: PreparedPlan) -> None:
    """Raises UsageError: the plan cannot be carried out within its budget."""
    limit, needs = prepared.plan.budget.calls, estimate(prepared)
    if limit is not None and needs.least > limit:
        told = f"the plan needs {needs.least} calls at the very least ({needs.told}), and budget.calls is {limit}"
        raise UsageError(
            f"{told}; raise it, take something out of the plan, or add --until-spent to see how far it goes"
        )


def people(plan: EvaluationPlan) -> list[Rating]:
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
