"""What comparing documents from the command line needs: models, folders, the bar, what is kept."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from agent.components import Components
from config.errors import ConfigError, LibraryError, first_fault
from config.settings import Settings, cache_folder
from planning.asking.client import LanguageModel
from planning.compare.asking import TEMPERATURES
from planning.compare.documents.reading import Read
from planning.compare.records import Comparison, Way
from planning.compare.run import models_of
from planning.compare.telling import markdown
from planning.evidence.shelf import Shelf
from planning.growth.calls import Progress

FROM_MODELS = "documents are compared by a language model, and none is set; set models.default.model"


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
