"""What a tree of debates is written to besides the screen: a page of its own, a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from agent.cli.library.growth import note
from config.errors import LogError

Command = TypeVar("Command", bound=Callable[..., Any])
FILE = click.Path(dir_okay=False, path_type=Path)


def export_options(command: Command) -> Command:
    """--html and --svg, as `html` and `svg`."""
    page = click.option("--html", type=FILE, help="Also write a page that needs nothing from elsewhere.")
    picture = click.option("--svg", type=FILE, help="Also write the tree as a picture.")
    return page(picture(command))


def export(to: Path | None, make: Callable[[], str]) -> None:
    """Write what was asked for. Raises LogError: it cannot be written."""
    if to is None:
        return
    text = make()
    try:
        to.write_text(text, encoding="utf-8")
    except OSError as error:
        raise LogError(f"{to}: cannot be written: {error.strerror}") from error
    note(f"written to {to}")
