"""`rostrum corpus`: debates that people held, as flow trees for the simulated audience to look at."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from agent.cli.options import Command, budget_options, json_option, say
from agent.components import Components
from config.errors import ConfigError, LibraryError, RostrumError
from config.settings import Models, Role, Settings
from planning.asking.client import LanguageModel
from planning.asking.journal import Journal, JournalledModel, places
from planning.ports import Embedder
from rostrum_lab.corpus.added import ENDING, added_files, is_log, licensed, of_a_match, place_of, removed
from rostrum_lab.corpus.build import EMBEDDED, Builder, Built
from rostrum_lab.corpus.nearest import vectors_of
from rostrum_lab.corpus.speeches import Damaged, DebateTranscript, transcripts
from rostrum_lab.corpus.store import Debate, load, save

READERS = ("auto", "model", EMBEDDED)
DAMAGED_SHOWN = 5


@dataclass
class CorpusBuild:
    """What came of a build: `earlier` are other debates that the file had and keeps."""

    file: Path
    reader: str
    damaged: list[Damaged]
    built: Built
    earlier: int = 0
    stopped: str = ""
    model: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        debates = self.built.debates
        return {
            "file": str(self.file),
            "reader": self.reader,
            "debates": len(debates),
            "reused": self.built.reused,
            "earlier": self.earlier,
            "nodes": sum(len(one.claims) for one in debates),
            "damaged": [one.as_json() for one in self.damaged],
            "empty": self.built.empty,
            "unfinished": self.built.unfinished,
            "missed_pieces": self.built.missed,
            "stopped": self.stopped,
            **self.model,
        }


@click.group(short_help="Make flow trees of human debates for the simulated audience.")
def corpus() -> None:
    """Debates that people held, as flow trees that the simulated audience looks at."""


def reading_options(command: Command) -> Command:
    """How speeches are read into trees, and what that may cost."""
    limit = click.option("--limit", type=click.IntRange(min=1), help="Only so many debates, the first of the file.")
    reader = click.option(
        "--reader",
        type=click.Choice(READERS),
        default="auto",
        show_default=True,
        help="Who reads the speeches: a language model where one is set, or the embedded reader, which is much worse.",
    )
    return limit(reader(budget_options(json_option(command))))


@corpus.command("add")
@click.argument("file", type=click.Path(exists=True, path_type=Path))
@click.option("--licence", default="", help="Of debates that carry none, such as MIT; a match of your own needs none.")
@reading_options
@click.pass_obj
def add(settings: Settings, file: Path, licence: str, limit: int | None, reader: str, as_json: bool) -> None:
    """Add real debates: FILE is a JSON object a line (as PanelBench, or DebateArt's), or a match of your own.

    They are kept as flow trees in your data folder with their licence, never the speeches, and the simulated audience
    compares with them from the next match on. Interrupted at any point, the same command goes on.
    """
    target = place_of(file)
    if is_log(file):
        components = Components(settings)
        debate = of_a_match(file, licence)
        known = _known(target) | {debate.id: debate}
        save(known.values(), target)
        vectors_of(list(known.values()), components.embedder(), target)
        _tell(CorpusBuild(target, debate.reader, [], Built([debate]), len(known) - 1), as_json, used=True)
        return
    _tell(_read(settings, file, target, limit, reader, as_json, licence), as_json, used=True)


@corpus.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List what has been added."""
    rows = [_row(file) for file in added_files()]
    if as_json:
        say(rows)
    for row in rows if not as_json else ():
        kinds = ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in row["kinds"].items())
        click.echo(f"{row['name']}: {kinds}; {', '.join(row['sources'])}; licence {', '.join(row['licences'])}")


def _row(file: Path) -> dict[str, Any]:
    debates, _ = load(file)
    return {
        "name": file.name.removesuffix(ENDING),
        "file": str(file),
        "kinds": dict(Counter(one.kind for one in debates)),
        "sources": sorted({one.source or "no source" for one in debates}),
        "licences": sorted({one.licence or "unknown" for one in debates}),
        "readers": sorted({one.reader for one in debates}),
    }


@corpus.command("remove")
@click.argument("name")
def remove(name: str) -> None:
    """Take away what was added by that NAME (`rostrum corpus list`)."""
    for file in removed(name):
        click.echo(f"removed {file}")


@corpus.command("build")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), help="The corpus file; FILE with .corpus.jsonl if left out.")
@reading_options
@click.pass_obj
def build(settings: Settings, file: Path, out: Path | None, limit: int | None, reader: str, as_json: bool) -> None:
    """Read the debates of FILE, a JSON object a line: id, motion, winner and speeches (side, speaker, text).

    Interrupted at any point, the same command goes on without asking anything twice. The corpus holds short claims and
    reasons in trees, never the speeches; name it under `thinking.corpus` in the settings.
    """
    target = out or file.with_name(f"{file.name.removesuffix('.jsonl')}.corpus.jsonl")
    _tell(_read(settings, file, target, limit, reader, as_json), as_json)


def _read(
    settings: Settings,
    file: Path,
    target: Path,
    limit: int | None,
    reader: str,
    quiet: bool,
    licence: str | None = None,
) -> CorpusBuild:
    """Read a file of transcripts into a corpus file. `licence`: of debates that carry none, None if nobody asks."""
    components = Components(settings)
    model = None if reader == EMBEDDED else components.model(Role.EXTRACTOR)
    if model is None and reader == "model":
        told = "; ".join(str(line.reason) for line in components.replaced if line.part == "language model")
        raise ConfigError(told or "no language model is set for it; set models.default.model, or --reader embedded")
    debates, damaged = transcripts(file)
    debates = debates[:limit]
    if not debates:
        raise LibraryError(file, str(damaged[0]) if damaged else "", "" if damaged else "there is no debate in it")
    if licence is not None:
        debates = licensed(debates, licence)
    with _shown(len(debates), model, quiet=quiet) as on_debate:
        outcome = _build(target, debates, components.embedder(), model, settings.models, on_debate)
    outcome.damaged = damaged
    return outcome


def _build(
    target: Path,
    debates: list[DebateTranscript],
    embedder: Embedder,
    model: LanguageModel | None,
    models: Models,
    on_debate: Callable[[], None],
) -> CorpusBuild:
    """Build and save, also what there is when it is interrupted."""
    known = _known(target)
    reader = model.name(Role.EXTRACTOR).partition(" at ")[0] if model is not None else EMBEDDED
    outcome = CorpusBuild(target, reader, [], Built())
    with contextlib.ExitStack() as stack:
        asked = None
        if model is not None:
            journal = stack.enter_context(Journal(target.with_name(f"{target.name}.journal")))
            asked = JournalledModel(model, journal, places(models))
        builder = Builder(embedder, asked, reader, known, on_debate)
        try:
            asyncio.run(_closing(builder, debates, model))
        except KeyboardInterrupt:
            outcome.stopped = "interrupted"
        if asked is not None and model is not None:
            outcome.stopped = outcome.stopped or asked.stopped
            outcome.model = {"remembered": asked.remembered, **model.ledger.as_json()}
    outcome.built = builder.built
    found = known | {one.id: one for one in outcome.built.debates}
    outcome.earlier = len(found) - len(outcome.built.debates)
    if outcome.built.debates:
        save(found.values(), target)
        vectors_of(list(found.values()), embedder, target)  # kept beside it, so that a match need not wait
    return outcome


async def _closing(builder: Builder, debates: list[DebateTranscript], model: LanguageModel | None) -> None:
    try:
        await builder.build(debates)
    finally:
        if model is not None:
            await model.close()


def _known(target: Path) -> dict[str, Debate]:
    """What an earlier build left; a file that is something else is not written over."""
    if not target.exists():
        return {}
    found, damaged = load(target)
    if damaged:
        raise LibraryError(target, str(damaged[0]), "mend the line, or name another file with --out")
    return {one.id: one for one in found}


@contextlib.contextmanager
def _shown(count: int, model: LanguageModel | None, *, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar on stderr: debates, calls, time left."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[calls]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True, quiet=quiet), transient=True) as progress:
        task = progress.add_task("debates", total=count, calls="")

        def on_debate() -> None:
            progress.update(task, advance=1, calls=f"{model.ledger.calls} calls" if model is not None else "")

        yield on_debate


def _tell(outcome: CorpusBuild, as_json: bool, *, used: bool = False) -> None:
    """The summary; an error where the build stopped before its end. `used`: matches find the file by themselves."""
    built, numbers = outcome.built, outcome.as_json()
    if as_json:
        say(numbers)
    elif built.debates:
        click.echo(f"{numbers['debates']} debates, {numbers['nodes']} claims, read by {outcome.reader}: {outcome.file}")
        if not used:
            click.echo(f"matches use it where the settings have `thinking: {{corpus: [{outcome.file}]}}`")
    for line in _shortcomings(outcome):
        click.echo(f"rostrum: {''.join(c if c.isprintable() else ' ' for c in line)}", err=True)
    if outcome.stopped or built.unfinished or not built.debates:
        reason = outcome.stopped or next(iter(built.unfinished.values()), "no claim was found in any of them")
        raise RostrumError(f"stopped: {reason}; {len(built.debates)} of the debates are done; the same command goes on")


def _shortcomings(outcome: CorpusBuild) -> Iterator[str]:
    for one in outcome.damaged[:DAMAGED_SHOWN]:
        yield f"left out: {one}"
    if (more := len(outcome.damaged) - DAMAGED_SHOWN) > 0:
        yield f"left out: {more} more lines; --json lists them"
    if outcome.built.empty:
        yield f"left out, no claim was found in them: {', '.join(outcome.built.empty[:DAMAGED_SHOWN])}"
    if outcome.built.missed:
        yield f"{outcome.built.missed} pieces of speeches are missing: the model gave no usable answer to them"
