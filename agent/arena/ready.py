"""A plan of an arena with everything looked up that it names, before anything is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agent.arena.cost import Needs, afforded, calls_of, needs
from agent.arena.motions import Topic
from agent.arena.pairing import Season
from agent.arena.plan import ArenaPlan
from agent.evaluation import prepare
from agent.evaluation.work import WholeDebate
from agent.judging.panel import panel_models
from agent.running.setup import MatchSetup
from config.errors import ConfigError
from config.settings import Models, Settings
from planning.asking.journal import key_of
from planning.debate.motion import Motion


@dataclass(frozen=True)
class ReadyArena:
    """A plan of an arena that can be carried out. `marks`: fingerprints of the contestants."""

    plan: ArenaPlan
    settings: Settings
    prepared: prepare.PreparedPlan
    topics: dict[str, Topic]
    season: Season
    judges: Models
    marks: dict[str, str]
    needs: Needs

    def setup(self, debate: WholeDebate, folder: Path) -> MatchSetup:
        """One of its matches, to be held in that folder. What is said aloud is kept as its settings have it."""
        setup = self.prepared.setup(debate.id, debate.motion, debate.sides, folder)
        if not self.plan.aloud:
            return setup
        told = {"models": self.settings.models.counted(self.plan.call_seconds), "recording": self.settings.recording}
        return replace(setup, settings=setup.settings.model_copy(update=told))


def marks(plan: ArenaPlan, prepared: prepare.PreparedPlan) -> dict[str, str]:
    """Fingerprints of the contestants, by name; others where they are spoken and heard in another way."""
    found = prepare.marks(prepared.plan, prepared.settings, prepared.form)
    if not plan.aloud:
        return found
    heard = prepared.settings.model_dump(mode="json", include={"hearing", "speaking"})
    return {name: key_of(mark, plan.call_seconds, heard)[:8] for name, mark in found.items()}


def ready(plan: ArenaPlan, settings: Settings, here: Path, *, until_spent: bool = False) -> ReadyArena:
    """Everything looked up that a plan names.

    Args:
        until_spent: even if the budget cannot be enough.

    Raises:
        UsageError, ConfigError: something it names is not there, or cannot be had for it.
    """
    chosen = plan.chosen(here)
    named = {"panel": plan.judges.panel or settings.judging.panel}
    judging = settings.judging.model_copy(update=named | {"runs": plan.judges.runs, "agreement": plan.judges.agreement})
    settings = settings.model_copy(update={"judging": judging})
    judges = panel_models(settings.models, judging.panel).limited(None, plan.budget.cost)
    judges = judges.counted(0.0) if plan.aloud else judges  # no clock of a match goes on while a judge thinks
    if not judges.roles:
        raise ConfigError("judges: no language model is set; name a panel, or set models.roles.judge in the settings")
    first = prepare.prepare(
        plan.as_evaluation(chosen[:1]), settings
    )  # what is too dear is told before all are looked up
    cost = calls_of(first)
    most = min(plan.duel.most, len(chosen)) if plan.duel else _season(plan, [one.text for one in chosen], cost).most
    takes = needs(first, judges, judging, 2 * most, cost)
    if not until_spent:
        afforded(takes, plan.budget)
    evaluation = plan.as_evaluation(chosen)
    prepared = prepare.prepare(evaluation, settings)
    topics = dict(zip(prepared.motions, chosen, strict=True))
    motions = {name: _with_background(motion, topics[name]) for name, motion in prepared.motions.items()}
    prepared = replace(prepared, motions=motions)
    season = _season(plan, list(prepared.motions), cost)
    return ReadyArena(plan, settings, prepared, topics, season, judges, marks(plan, prepared), takes)


def _with_background(motion: Motion, topic: Topic) -> Motion:
    return motion.model_copy(update={"background": topic.background}) if topic.background else motion


def _season(plan: ArenaPlan, motions: Sequence[str], calls: Mapping[str, float]) -> Season:
    cost = {name: 1 + many for name, many in calls.items()}
    return Season(plan.pairings, motions, plan.old, plan.rounds, plan.newcomers, plan.newcomer_rounds, cost)
