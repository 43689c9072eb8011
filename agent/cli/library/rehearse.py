"""`rostrum rehearse`: grow the rehearsal trees of a motion with a language model, before the match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from agent.cli.library.bars import claims_shown
from agent.cli.library.comparing import shelf, with_temperatures
from agent.cli.library.growth import go_on, note, shown, tell
from agent.cli.options import budget_options, json_option
from agent.components import Components
from agent.components.growing import proposer, scored
from agent.verifying.library import VerifiedFact, verify_library
from agent.verifying.running import OnProgress, Verifier, models_for
from config.errors import ConfigError, RostrumError, UnknownName
from config.format import Side
from config.settings import Settings, library_folder, verified_folder
from planning.asking.client import LanguageModel
from planning.asking.journal import places
from planning.compare.differences import Differences
from planning.evidence.combined import READ_SECONDS, Combined
from planning.methods.treedebater.rehearsing.grow import Sizes
from planning.methods.treedebater.rehearsing.impact import ImpactScorer
from planning.methods.treedebater.rehearsing.run import Assignment, Rehearsed, rehearse
from planning.methods.treedebater.rehearsing.store import motion_id
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.ports import LLM
from planning.verify.policy import Mode, Policy

SCORINGS = {
    "auto": "each where its server tells token probabilities, else together",
    "together": "all answers to one argument in one question",
    "each": "one question for each, by token probabilities",
}


@click.command("rehearse", short_help="Grow rehearsal trees for a motion with a language model.")
@click.option("--motion", required=True, help="The motion's text, or the id of one there are trees for.")
@click.option("--meaning", default="", help="What both sides agree that it means; else each side says.")
@click.option(
    "--side",
    type=click.Choice([*(side.value for side in Side), "both"]),
    default="both",
    show_default=True,
    help="Ours; of the other side's claims half as many are then prepared for.",
)
@click.option("--depth", type=click.IntRange(min=1, max=6), default=3, show_default=True, help="Levels of answers.")
@click.option("--branch", type=click.IntRange(min=1, max=8), default=3, show_default=True, help="Answers to each.")
@click.option("--claims", type=click.IntRange(min=1, max=20), default=6, show_default=True, help="Trees a side.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="A folder; else the last of settings.library, else the user's own."
)
@click.option(
    "--evidence",
    default="settings",
    show_default=True,
    help="Where facts come from: `settings`, `none`, or a folder of documents.",
)
@click.option(
    "--scoring",
    type=click.Choice(list(SCORINGS)),
    default="auto",
    show_default=True,
    help="How a language model judges impact: " + "; ".join(f"{name}: {what}" for name, what in SCORINGS.items()) + ".",
)
@click.option("--verify", is_flag=True, help="Then verify the evidence and the claims of fact, as rostrum verify does.")
@click.option("--compare", "compared", is_flag=True, help="Compare sources of evidence that disagree on a main claim.")
@budget_options
@json_option
@click.pass_context
def rehearse_command(
    context: click.Context,
    motion: str,
    meaning: str,
    side: str,
    depth: int,
    branch: int,
    claims: int,
    out: Path | None,
    evidence: str,
    scoring: str,
    verify: bool,
    compared: bool,
    as_json: bool,
) -> None:
    """Grow rehearsal trees for a motion with a language model, and keep them where matches find them.

    Interrupted at any point, the same command goes on without asking anything twice.
    """
    settings = with_evidence(context.obj, evidence)
    if verify:
        settings = settings.model_copy(update={"models": models_for(settings.models)})
    if compared:
        settings = with_temperatures(settings)
    components = Components(settings)
    growing = _Growing(
        components,
        proposer(components),
        assignment_for(components, motion, out, Sizes(trees_by_side(side, claims), depth, branch), meaning),
        *scored(components, scoring),
        components.evidence(note),
        verify,
        compared,
    )
    if compared and growing.facts is None:
        raise ConfigError("--compare compares sources of evidence, and none is set; name a folder with --evidence")
    for line in components.replaced:
        note(str(line))
    outcome = growing.to_its_end(quiet=as_json)
    if out is not None and outcome.file and not _is_read(out, components):
        note(f"matches read these trees where the settings have `library: [{out}]`")
    tell(outcome, as_json)


@dataclass(frozen=True)
class _Growing:
    """One run, with all it needs."""

    components: Components
    model: LanguageModel
    assignment: Assignment
    scorer: Callable[[LLM], ImpactScorer] | None
    score_calls: Callable[[int], int]
    facts: Combined | None
    verify: bool = False
    compared: bool = False

    def to_its_end(self, *, quiet: bool) -> Rehearsed:
        """Raises RostrumError: it was interrupted; what was answered until then is kept."""
        try:
            outcome = asyncio.run(self._grow(quiet=quiet))
        except KeyboardInterrupt:
            raise RostrumError(f"stopped; {go_on(self.assignment)}") from None
        outcome.ledger = self.model.ledger.as_json()
        return outcome

    async def _grow(self, *, quiet: bool) -> Rehearsed:
        try:
            if self.facts is not None:
                await self.facts.ready(READ_SECONDS)
            with shown(self.model.ledger, quiet=quiet) as on_answer:
                outcome = await rehearse(
                    self.assignment,
                    self.model,
                    self.components.embedder(),
                    gates=places(self.components.settings.models),
                    scorer=self.scorer,
                    score_calls=self.score_calls,
                    evidence=self.facts,
                    differences=Differences(self.components.embedder(), shelf()) if self.compared else None,
                    on_answer=on_answer,
                )
            if self.verify and outcome.complete and outcome.rehearsal is not None:
                with claims_shown(quiet=quiet) as (_, on_progress):
                    found = await self._verified(outcome.rehearsal, on_progress)
                outcome.verified = [one.as_json() for one in found]
            return outcome
        finally:
            if self.facts is not None:
                self.facts.close()
            await self.components.close()

    async def _verified(self, rehearsal: Rehearsal, on_progress: OnProgress) -> list[VerifiedFact]:
        """Its evidence and claims of fact, each by a tree of debates, kept where `rostrum verify` keeps its own."""
        models = self.components.settings.models
        policy = Policy(mode=Mode.ADAPTIVE, depth=1)
        verifier = Verifier(self.model, models, verified_folder(), policy, source=self.facts)
        return await verify_library(verifier, rehearsal, self.assignment.folder, on_progress)


def trees_by_side(ours: str, claims: int) -> dict[Side, int]:
    """So many for our side and half as many, rounded up, for what the other side may say; as many for `both`."""
    return {side: claims if ours in (side.value, "both") else -(-claims // 2) for side in Side}


def assignment_for(components: Components, named: str, out: Path | None, sizes: Sizes, meaning: str = "") -> Assignment:
    """What to grow; a motion there are trees for keeps its id, so that the new ones take their place, and its meaning
    unless that is said anew."""
    text = " ".join(named.split())
    if not any(c.isalnum() for c in text):
        raise ConfigError("the motion has no words; give it as a sentence, such as --motion 'We should ban zoos'")
    folders = components.settings.library
    folder = out or (folders[-1] if folders else library_folder())
    try:
        known = components.library().get(text)
    except UnknownName:
        return Assignment(text, motion_id(text), folder, sizes, meaning)
    return Assignment(known.motion, known.id, folder, sizes, meaning or known.file.background)


def _is_read(folder: Path, components: Components) -> bool:
    """Whether matches look for trees in that folder."""
    return folder.resolve() in [one.resolve() for one in components.library().folders]


def with_evidence(settings: Settings, chosen: str) -> Settings:
    """The settings with the evidence that the command line names."""
    if chosen == "settings":
        return settings
    folder = None if chosen == "none" else Path(chosen).expanduser()
    if folder is not None and not folder.is_dir():
        raise ConfigError(f"--evidence {chosen}: there is no such folder; use settings, none or a folder of documents")
    section = settings.evidence.model_copy(update={"folder": folder, "tavily": None})
    return settings.model_copy(update={"evidence": section})
