"""The bars of claims that are being verified."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from config.plain_text import one_line
from planning.growth.calls import Progress as Done


@contextmanager
def claims_shown(*, quiet: bool) -> Iterator[tuple[Progress, Callable[[str, Done], None]]]:
    """A bar on stderr for each claim: answers, calls, tokens, cost, time left."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    told = TextColumn("{task.fields[told]}", markup=False)
    console = Console(stderr=True, quiet=quiet)
    with Progress(*columns, told, TimeElapsedColumn(), TimeRemainingColumn(), console=console, transient=True) as bars:
        tasks: dict[str, Any] = {}

        def show(claim: str, done: Done) -> None:
            if claim not in tasks:
                tasks[claim] = bars.add_task(one_line(claim)[:40], total=None, told="")
            cost = f", cost {done.cost:.2f}" if done.cost else ""
            spent = f"{done.calls} calls, {done.tokens} tokens{cost}"
            bars.update(tasks[claim], completed=done.answered, total=done.expected, told=spent)

        yield bars, show
