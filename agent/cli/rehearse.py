"""`rostrum rehearse`: grow the rehearsal trees of a motion with a language model, before the match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agent.cli.options import budget_options, json_option, say
from agent.components import Components
from config.errors import ConfigError, RostrumError, UnknownName
from config.format import Side
from config.settings import Role, Settings, library_folder
from planning.llm.ledger import Ledger
from planning.ports import LLM, ImpactScorer
from planning.rehearse.grow import Growth
from planning.rehearse.journalled import JournalledModel
from planning.rehearse.run import Assignment, Outcome, places, rehearse, scoring_by
from planning.rehearse.sizes import Sizes
from planning.rehearse.store import motion_id, unscored

MISSING_SHOWN = 5
READ_SECONDS = 3600.0  # for the documents of an evidence folder, before growth begins
SCORINGS = {
    "together": "all answers to one argument in one question",
    "each": "one question for each, by token probabilities",
}


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
    settings = _with_evidence(context.obj, evidence)
    components = Components(settings)
    trained = settings.impact.scorer == "reward"
    model = components.model(Role.PROPOSER) if trained else components.model(Role.PROPOSER, Role.SCORER)
    if model is None:
        told = "; ".join(str(line.reason) for line in components.replaced if line.part == "language model")
        raise ConfigError(told or "trees are grown by a language model, and none is set; set models.default.model")
    text, name = _motion(components, motion)
    assignment = Assignment(
        text, name, out or _default_folder(settings), Sizes(trees_by_side(side, claims), depth, branch)
    )
    chosen, score_calls = _trained(components.scorer()) if trained else scoring_by(scoring)
    facts = components.evidence(_note)
    for line in components.replaced:
        _note(str(line))
    done: list[Outcome] = []

    async def work() -> None:
        try:
            if facts is not None:
                await facts.ready(READ_SECONDS)
            with _shown(model.ledger, quiet=as_json) as on_answer:
                outcome = await rehearse(
                    assignment,
                    model,
                    components.embedder(),
                    gates=places(settings.models),
                    scorer=chosen,
                    score_calls=score_calls,
                    evidence=facts,
                    on_answer=on_answer,
                )
                done.append(outcome)
        finally:
            if facts is not None:
                facts.close()
            await components.close()

    try:
        asyncio.run(work())
    except KeyboardInterrupt:
        raise RostrumError(f"stopped; {_go_on(assignment)}") from None
    done[0].ledger = model.ledger.as_json()
    if (
        out is not None
        and done[0].file
        and out.resolve() not in [folder.resolve() for folder in components.library().folders]
    ):
        _note(f"matches read these trees where the settings have `library: [{out}]`")
    _tell(done[0], as_json)


def _note(line: str) -> None:
    """Something to know, on stderr and printable."""
    click.echo("".join(c if c.isprintable() else " " for c in line), err=True)


def trees_by_side(ours: str, claims: int) -> dict[Side, int]:
    """So many for our side and half as many, rounded up, for what the other side may say; as many for `both`."""
    return {side: claims if ours in (side.value, "both") else -(-claims // 2) for side in Side}


def _motion(components: Components, named: str) -> tuple[str, str]:
    """Text and id; a motion there are trees for keeps its id, so that the new ones take their place."""
    text = " ".join(named.split())
    if not any(c.isalnum() for c in text):
        raise ConfigError("the motion has no words; give it as a sentence, such as --motion 'We should ban zoos'")
    try:
        known = components.library().get(text)
    except UnknownName:
        return text, motion_id(text)
    return known.motion, known.id


def _default_folder(settings: Settings) -> Path:
    return settings.library[-1] if settings.library else library_folder()


def _trained(scorer: ImpactScorer) -> tuple[Callable[[LLM], ImpactScorer], Callable[[int], int]]:
    """Reward models answer without a call."""
    return lambda llm: scorer, lambda questions: 0


def _with_evidence(settings: Settings, chosen: str) -> Settings:
    """The settings with the evidence that the command line names."""
    if chosen == "settings":
        return settings
    folder = None if chosen == "none" else Path(chosen).expanduser()
    if folder is not None and not folder.is_dir():
        raise ConfigError(f"--evidence {chosen}: there is no such folder; use settings, none or a folder of documents")
    section = settings.evidence.model_copy(update={"folder": folder, "tavily": None})
    return settings.model_copy(update={"evidence": section})


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
