"""`rostrum compare`: documents argue with one another about a topic, and what they really differ in is told."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from agent.cli.library.exports import export, export_options
from agent.cli.library.growth import note
from agent.cli.options import budget_options, json_option, say
from agent.components import Components
from agent.show.inquiries.comparison import comparison_html, comparison_svg
from config.errors import ConfigError, LibraryError, RostrumError, UsageError, first_fault
from config.settings import Settings, cache_folder, comparisons_folder
from planning.asking.client import LanguageModel
from planning.compare.asking import TEMPERATURES
from planning.compare.reading import Read, read_all
from planning.compare.records import MOST_DEPTH, ROOT, Comparison, Sizes, Steer, Way
from planning.compare.run import Job, compare, models_of
from planning.compare.steering import place, steered
from planning.compare.telling import lines, markdown
from planning.evidence.shelf import Shelf
from planning.growth.calls import Progress
from planning.language.text import clean

JOURNAL = "journal.jsonl"
_UNDER = re.compile(r"((?:t\d+:)?1(?:\.\d+)*)\s*=\s*(.*)", re.S)
FILE = click.Path(path_type=Path)
FROM_MODELS = "documents are compared by a language model, and none is set; set models.default.model"


@click.command("compare", short_help="Compare documents: what they share, differ in and contradict.")
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="A B [C ...]")
@click.option("--focus", default="", help="The topic; else the moderator names one.")
@click.option("--depth", type=click.IntRange(1, MOST_DEPTH), default=2, show_default=True, help="Levels of subtopics.")
@click.option("--branch", type=click.IntRange(1, 5), default=3, show_default=True, help="Subtopics of each topic.")
@click.option("--claims", type=click.IntRange(1, 5), default=3, show_default=True, help="Of each document on a topic.")
@click.option("--words", type=click.IntRange(60, 600), default=220, show_default=True, help="Of the synthesis, about.")
@click.option("--trees", type=click.IntRange(0, 12), default=4, show_default=True, help="Contradictions to open.")
@click.option(
    "--way",
    type=click.Choice([way.value for way in Way]),
    default=Way.TREE.value,
    show_default=True,
    help="The tree, one of the paper's baselines, or the tree without one of its parts.",
)
@click.option(
    "--add", multiple=True, metavar="[NODE=]TOPIC", help="Put a subtopic under a node of a tree that is there."
)
@click.option("--ask", multiple=True, metavar="[NODE=]QUESTION", help="Put a question under a node.")
@click.option("--drop", multiple=True, metavar="NODE", help="Leave a node out, and what is under it.")
@click.option("--out", type=FILE, help="A folder for the outcome; else one of the user's own, by the documents.")
@export_options
@budget_options
@json_option
@click.pass_obj
def compare_command(
    settings: Settings,
    files: tuple[Path, ...],
    focus: str,
    depth: int,
    branch: int,
    claims: int,
    words: int,
    trees: int,
    way: str,
    add: tuple[str, ...],
    ask: tuple[str, ...],
    drop: tuple[str, ...],
    out: Path | None,
    html: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Have two documents argue about a topic, or find what up to eight contradict one another in.

    Files are pdf, docx, html, md or txt. Interrupted or out of budget, the same command goes on without asking anything
    twice; with --add, --ask and --drop only what depends on the change is asked again. See docs/comparing-sources.md.
    """
    documents = read_all(files, shelf())
    folder = out or comparisons_folder() / named(documents, focus)
    chosen = Way(way)
    earlier = kept(folder, chosen)
    steering = steering_of(earlier, add, ask, drop)
    sizes = Sizes(claims=claims, depth=depth, branch=branch, words=words, trees=trees)
    job = Job(documents, focus, chosen, sizes, steering)
    outcome = _Running(Components(with_temperatures(settings)), job, folder).to_its_end(quiet=as_json)
    if as_json:
        say(outcome.model_dump(mode="json", by_alias=True))
    else:
        click.echo("\n".join(lines(outcome)))
        note(f"{_spent(outcome)}; the whole of it is in {file(folder, chosen)} and {file(folder, chosen, '.md').name}")
    export(html, lambda: comparison_html(outcome))
    export(svg, lambda: comparison_svg(outcome))
    if not outcome.complete:
        raise RostrumError(f"{_why(outcome)}; run the same command again to go on")


@dataclass(frozen=True)
class _Running:
    """One run, with all it needs."""

    components: Components
    job: Job
    folder: Path

    def to_its_end(self, *, quiet: bool) -> Comparison:
        """Raises RostrumError: it was interrupted; what was answered until then is kept."""
        try:
            return asyncio.run(self._compare(quiet=quiet))
        except KeyboardInterrupt:
            told = f"stopped; the answers so far are in {self.folder / JOURNAL}"
            raise RostrumError(f"{told}; run the same command again to go on") from None

    async def _compare(self, *, quiet: bool) -> Comparison:
        try:
            with shown(quiet=quiet) as on_progress:
                return await compare(
                    self.job,
                    model_of(self.components),
                    self.components.settings.models,
                    self.components.embedder(),
                    journal=self.folder / JOURNAL,
                    shelf=shelf(),
                    on_progress=on_progress,
                    save=lambda comparison: keep(self.folder, comparison),
                )
        finally:
            await self.components.close()


@contextmanager
def shown(*, quiet: bool) -> Iterator[Callable[[Progress], None]]:
    """A bar on stderr: questions answered of those there will be, calls, cost, time left."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[told]}"))
    console = Console(stderr=True, quiet=quiet)
    with Bar(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("comparing", total=None, told="")

        def on_progress(now: Progress) -> None:
            told = f"{now.calls} calls" + (f", cost {now.cost:.2f}" if now.cost else "")
            told += f", about {now.left:.0f} s left" if now.left is not None else ""
            bar.update(task, completed=now.answered, total=now.expected, told=told)

        yield on_progress


def with_temperatures(settings: Settings) -> Settings:
    """The settings as a comparison asks: at the paper's temperatures where they name none."""
    return settings.model_copy(update={"models": models_of(settings.models)})


def model_of(components: Components) -> LanguageModel:
    """What is asked. Raises ConfigError: there is no model."""
    model = components.model(*TEMPERATURES)
    if model is None:
        told = "; ".join(line.reason for line in components.replaced if line.part == "language model")
        raise ConfigError(told or FROM_MODELS)
    return model


def file(folder: Path, way: Way, suffix: str = ".json") -> Path:
    """Where the outcome of a way is kept."""
    return folder / f"comparison{'' if way is Way.TREE else f'-{way}'}{suffix}"


def keep(folder: Path, comparison: Comparison) -> None:
    """Write it as JSON and as Markdown, each in one step.
    Raises LibraryError: it cannot be written."""
    for suffix, text in ((".json", comparison.model_dump_json(by_alias=True, indent=1)), (".md", markdown(comparison))):
        path = file(folder, comparison.way, suffix)
        work = path.with_name(f".{path.name}.part")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            work.write_text(text, encoding="utf-8")
            work.replace(path)
        except OSError as error:
            raise LibraryError(path, "", f"cannot be written: {error.strerror}") from error


def kept(folder: Path, way: Way) -> Comparison | None:
    """What an earlier run left there; None if there was none. Raises LibraryError: it is none that can be read."""
    path = file(folder, way)
    try:
        return Comparison.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LibraryError(path, "", f"cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise LibraryError(
            path, "", f"is no comparison ({first_fault(error)}); name another folder with --out"
        ) from error


def steering_of(
    earlier: Comparison | None, add: Iterable[str], ask: Iterable[str], drop: Iterable[str]
) -> tuple[Steer, ...]:
    """What was changed in earlier runs, and now. Raises UsageError: it cannot be, and why."""
    wanted = [*(("add", one) for one in add), *(("ask", one) for one in ask), *(("drop", one) for one in drop)]
    if earlier is None or not wanted:
        if wanted:
            raise UsageError("there is no tree to change yet; run the command without --add, --ask and --drop first")
        return earlier.steering if earlier else ()
    trees = [tree.id for tree in earlier.trees]
    return steered(earlier, [_change(what, text, trees) for what, text in wanted])


def _change(what: str, text: str, trees: Sequence[str]) -> Steer:
    """`1.2=TOPIC` is put under that node, `TOPIC` under the focus."""
    if what == "drop":
        tree, node = place(text.strip(), trees)
        return Steer(what="drop", node=node, tree=tree)
    found = _UNDER.match(text)
    tree, node = place(found[1] if found else ROOT, trees)
    return Steer.model_validate({"what": what, "node": node, "tree": tree, "text": clean(found[2] if found else text)})


def _spent(outcome: Comparison) -> str:
    spent = outcome.spent
    told = f"{spent.calls} calls" + (f", {spent.remembered} answers from before" if spent.remembered else "")
    return told + (f", cost {spent.cost:.2f}" if spent.cost else "") + f", {spent.seconds:.0f} s"


def _why(outcome: Comparison) -> str:
    if outcome.stopped:
        return f"stopped: {outcome.stopped}"
    first = outcome.missing[0] if outcome.missing else None
    return f"there is no whole comparison: {first.what}: {first.reason}" if first else "there is no whole comparison"


def shelf() -> Shelf:
    """Where documents are kept once they are read."""
    return Shelf(cache_folder() / "compared")


def named(documents: tuple[Read, ...], focus: str) -> str:
    """A folder's name for a comparison: of what is in the documents, and of the focus."""
    words = "-".join(
        re.sub(r"[^a-z0-9]+", "-", Path(one.source.file).stem.lower()).strip("-")[:24] for one in documents[:2]
    )
    content = "\0".join([*(one.source.sha256 for one in documents), " ".join(focus.split())])
    return f"{words}-{hashlib.sha256(content.encode()).hexdigest()[:8]}".lstrip("-")
