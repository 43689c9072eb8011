"""`rostrum rehearse`: grow the rehearsal trees of a motion with a language model, before the match."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agent.options import budget_options, json_option, say
from agent.parts import Parts
from config.errors import ConfigError, LibraryError, RostrumError, UnknownName
from config.format import Side
from config.settings import Models, Role, Settings, library_folder
from planning.endpoint.ledger import Ledger
from planning.ports import LLM, Embedder, EvidenceSource, ImpactScorer
from planning.rehearsal import Rehearsal, load
from planning.rehearse.asking import JournalledModel, JournalledSource, NamedLLM, in_sequence
from planning.rehearse.grow import Growth, Sizes
from planning.rehearse.impact import ModelScorer
from planning.rehearse.journal import Journal
from planning.rehearse.store import library_file, motion_id, save, unscored
from planning.rehearse.together import TogetherScorer

MISSING_SHOWN = 5
SCORINGS = {
    "together": "all answers to one argument in one question",
    "each": "one question for each, by token probabilities",
}


@dataclass(frozen=True)
class Assignment:
    """What to grow and where to keep it."""

    motion: str
    id: str
    folder: Path
    sizes: Sizes

    @property
    def journal(self) -> Path:
        return self.folder / f"{self.id}.journal.jsonl"

    @property
    def file(self) -> Path:
        return self.folder / f"{self.id}.json"


@dataclass
class Outcome:
    """What came of it: `file` is None where there was not enough for one, `kept` where an earlier one has more."""

    assignment: Assignment
    growth: Growth
    model: JournalledModel
    rehearsal: Rehearsal | None = None
    file: Path | None = None
    kept: str = ""
    seconds: float = 0.0
    ledger: dict[str, Any] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether everything that was asked for is there, but for what the model could not give."""
        return self.file is not None and not self.model.stopped

    def as_json(self) -> dict[str, Any]:
        rehearsal = self.rehearsal
        return {
            "id": self.assignment.id,
            "motion": self.assignment.motion,
            "file": str(self.file) if self.file else None,
            "journal": str(self.assignment.journal),
            "complete": self.complete,
            "stopped": self.model.stopped,
            "missing": [{"what": one.what, "reason": one.reason} for one in self.growth.missing],
            "unscored": unscored(self.growth.sides),
            "dropped": self.growth.dropped,
            "claims": rehearsal.summary["claims"] if rehearsal else {side.value: 0 for side in Side},
            "nodes": len(rehearsal.nodes) if rehearsal else 0,
            "answers": {"asked": len(self.model.spans), "remembered": self.model.remembered},
            "calls_in_sequence": in_sequence(self.model.spans),
            "wall_seconds": round(self.seconds, 1),
            **self.ledger,
        }


async def rehearse(
    assignment: Assignment,
    llm: NamedLLM,
    embedder: Embedder,
    *,
    gates: Mapping[Role, asyncio.Semaphore],
    scorer: Callable[[LLM], ImpactScorer] = TogetherScorer,
    score_calls: Callable[[int], int] = lambda questions: 1,
    evidence: EvidenceSource | None = None,
    on_answer: Callable[[Growth, JournalledModel], None] = lambda growth, model: None,
) -> Outcome:
    """Grow the trees and save them, whole or as far as they went; cancelled, it saves before it goes.

    Raises:
        LibraryError: journal or library file cannot be written, or another program is at it.
    """
    began = time.monotonic()
    with Journal(assignment.journal) as journal:
        model = JournalledModel(llm, journal, gates, on_answer=lambda: on_answer(growth, model))
        source = JournalledSource(evidence, journal) if evidence else None
        growth = Growth(
            assignment.motion,
            assignment.sizes,
            model,
            scorer(model),
            embedder,
            journal,
            evidence=source,
            score_calls=score_calls,
        )
        try:
            await growth.grow()
        except asyncio.CancelledError:
            model.stop("it was interrupted")
            _saved(assignment, growth, model)
            raise
        outcome = _saved(assignment, growth, model)
        outcome.seconds = time.monotonic() - began
        return outcome


def _saved(assignment: Assignment, growth: Growth, model: JournalledModel) -> Outcome:
    outcome = Outcome(assignment, growth, model)
    file = library_file(assignment.id, assignment.motion, growth.sides)
    if file is None:
        return outcome
    earlier = _nodes_of(assignment.file)
    if model.stopped and earlier > len(Rehearsal(file).nodes):
        outcome.kept = f"{assignment.file} has more of them ({earlier} arguments) and was left as it is"
        return outcome
    outcome.file, outcome.rehearsal = save(file, assignment.folder)
    return outcome


def _nodes_of(path: Path) -> int:
    try:
        return len(load(path).nodes)
    except LibraryError:
        return 0


# -- the command -------------------------------------------------------------------------------------


@click.command("rehearse")
@click.option("--motion", required=True, help="The motion's text, or the id of one there are trees for.")
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
    default="together",
    show_default=True,
    help="How a language model judges impact: " + "; ".join(f"{name}: {what}" for name, what in SCORINGS.items()) + ".",
)
@budget_options
@json_option
@click.pass_context
def rehearse_command(
    context: click.Context,
    motion: str,
    side: str,
    depth: int,
    branch: int,
    claims: int,
    out: Path | None,
    evidence: str,
    scoring: str,
    as_json: bool,
) -> None:
    """Grow rehearsal trees for a motion with a language model, and keep them where matches find them.

    Interrupted at any point, the same command goes on without asking anything twice.
    """
    settings: Settings = context.obj
    parts = Parts(settings)
    model = parts.model(Role.PROPOSER, Role.SCORER)
    if model is None:
        told = "; ".join(str(line.reason) for line in parts.replaced if line.part == "language model")
        raise ConfigError(told or "trees are grown by a language model, and none is set; set models.default.model")
    own = {Side(side): claims, Side(side).other: -(-claims // 2)} if side != "both" else dict.fromkeys(Side, claims)
    text, name = _motion(parts, motion)
    assignment = Assignment(text, name, out or _default_folder(settings), Sizes(own, depth, branch))
    chosen, score_calls = scoring_by(scoring)
    begun: list[Outcome] = []

    async def work() -> None:
        try:
            with _shown(model.ledger, quiet=as_json) as on_answer:
                begun.append(
                    await rehearse(
                        assignment,
                        model,
                        parts.embedder(),
                        gates=places(settings.models),
                        scorer=chosen,
                        score_calls=score_calls,
                        evidence=_evidence(parts, evidence),
                        on_answer=on_answer,
                    )
                )
        finally:
            await model.close()

    try:
        asyncio.run(work())
    except KeyboardInterrupt:
        raise RostrumError(f"stopped; {_go_on(assignment)}") from None
    begun[0].ledger = model.ledger.as_json()
    _tell(begun[0], as_json)


def _motion(parts: Parts, named: str) -> tuple[str, str]:
    """Text and id; a motion there are trees for keeps its id, so that the new ones take their place."""
    text = " ".join(named.split())
    if not any(c.isalnum() for c in text):
        raise ConfigError("the motion has no words; give it as a sentence, such as --motion 'We should ban zoos'")
    try:
        known = parts.library().get(text)
    except UnknownName:
        return text, motion_id(text)
    return known.motion, known.id


def _default_folder(settings: Settings) -> Path:
    return settings.library[-1] if settings.library else library_folder()


def places(models: Models) -> dict[Role, asyncio.Semaphore]:
    """A place for every call that a role's server takes at a time; roles on one server share them."""
    servers: dict[tuple[str | None, str], int] = {}
    for role in Role:
        one = models.of(role)
        server = (one.base_url, one.key_variable)
        servers[server] = min(one.in_flight, servers.get(server, one.in_flight))
    gates = {server: asyncio.Semaphore(count) for server, count in servers.items()}
    return {role: gates[models.of(role).base_url, models.of(role).key_variable] for role in Role}


def scoring_by(scoring: str) -> tuple[Callable[[LLM], ImpactScorer], Callable[[int], int]]:
    """How a language model says how much arguments matter, and how many calls so many questions are."""
    if scoring == "each":
        return ModelScorer, lambda questions: questions
    return TogetherScorer, lambda questions: 1


def _evidence(parts: Parts, chosen: str) -> EvidenceSource | None:
    return None


@contextmanager
def _shown(ledger: Ledger, *, quiet: bool) -> Iterator[Callable[[Growth, JournalledModel], None]]:
    """A bar on stderr: answers, cost, time left."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[cost]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True, quiet=quiet),
        transient=True,
    )
    with progress:
        task = progress.add_task("growing", total=None, cost="")

        def on_answer(growth: Growth, model: JournalledModel) -> None:
            cost = f"{ledger.calls} calls, cost {ledger.cost:.2f}" if ledger.cost else f"{ledger.calls} calls"
            done = model.answered
            progress.update(task, completed=done, total=max(growth.expected, done), cost=cost)

        yield on_answer


def _tell(outcome: Outcome, as_json: bool) -> None:
    """The summary; an error where growth stopped before its end."""
    numbers = outcome.as_json()
    if as_json:
        say(numbers)
    elif outcome.file is not None:
        claims = numbers["claims"]
        click.echo(
            f"{outcome.assignment.id}: {numbers['nodes']} arguments under {claims['pro']} main claims for and "
            f"{claims['con']} against, in {outcome.file}"
        )
        for line in _shortcomings(outcome):
            click.echo(line)
    if outcome.model.stopped or outcome.file is None:
        reason = outcome.model.stopped or "; ".join(one.reason for one in outcome.growth.missing[:2]) or "nothing grew"
        saved = (
            f"what there is is in {outcome.file}" if outcome.file else outcome.kept or "too little for a library file"
        )
        raise RostrumError(f"stopped: {reason}; {saved}; {_go_on(outcome.assignment)}")


def _shortcomings(outcome: Outcome) -> Iterator[str]:
    missing = outcome.growth.missing
    for one in missing[:MISSING_SHOWN]:
        yield f"missing: {one.what}: {one.reason}"
    if (more := len(missing) - MISSING_SHOWN) > 0:
        yield f"missing: {more} more; --json lists them"
    if lost := unscored(outcome.growth.sides):
        yield f"missing: {lost} arguments have no score and are left out"


def _go_on(assignment: Assignment) -> str:
    return f"the answers so far are in {assignment.journal}; run the same command again to go on"
