"""A match at the terminal: shown while it runs, and its folder left whole however it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from agent.cli.keys import Keyboard
from agent.cli.options import say
from agent.match.events import Event
from agent.match.model_use import summary as models_summary
from agent.match.state import Match
from agent.running.setup import Order
from agent.show.report import write_report
from agent.show.screen import Screen
from config.errors import RostrumError
from config.logs import held_back

out_option = click.option("--out", type=click.Path(path_type=Path), help="The match folder; new if left out.")


def show_match(order: Order, as_json: bool, match: Callable[[], Match]) -> None:
    """Hold it, and leave a whole folder behind however it ends.

    Raises:
        RostrumError: it was stopped or could not go on, or a part of it failed.
    """
    began = time.monotonic()
    try:
        with _shown(order, as_json):
            held = match()
    except KeyboardInterrupt:
        _leave_report(order.folder)
        raise RostrumError(f"stopped; the match so far is in {order.folder}") from None
    except RostrumError:
        _leave_report(order.folder)
        raise
    report = write_report(order.folder)
    if as_json:
        say(summary(order.folder, held, time.monotonic() - began))
    else:
        click.echo(f"the match is in {order.folder}; open {report}")
    if held.failed:
        raise RostrumError(f"{held.failed[0].part} failed: {held.failed[0].reason}")


@contextmanager
def _shown(order: Order, as_json: bool) -> Iterator[None]:
    """The match on the screen while it runs, and the keyboard listened to; nothing of it as JSON."""
    clock = _Clock()
    console = Console(quiet=as_json, force_terminal=sys.stdout.isatty())
    picture = console.is_interactive and not as_json
    with (
        held_back() if picture else nullcontext(),
        Screen(console, None if order.fast else clock.now) as screen,
        Keyboard() as keyboard,
    ):

        def on_event(event: Event, match: Match) -> None:
            clock.start()
            screen.on_event(event, match)

        order.on_event, order.on_interim, order.on_line = on_event, screen.on_interim, screen.on_line
        if not order.fast:
            order.controls, order.yielded = keyboard.controls, keyboard.enter_pressed
            if keyboard.listens:
                screen.on_line("p or space stops the clock and lets it run again")
        yield


class _Clock:
    """Match seconds, from the first event on."""

    def __init__(self) -> None:
        self._began: float | None = None

    def start(self) -> None:
        if self._began is None:
            self._began = time.monotonic()

    def now(self) -> float:
        return 0.0 if self._began is None else time.monotonic() - self._began


def summary(folder: Path, held: Match, wall_seconds: float) -> dict[str, Any]:
    """The match as JSON; `models` where any were used."""
    numbers: dict[str, Any] = {
        "dir": str(folder),
        "wall_seconds": round(wall_seconds, 1),
        "turns": [record.numbers() for record in held.turns],
        "degraded": [one.model_dump(include={"part", "reason", "instead"}) for one in held.degraded],
    }
    return numbers | ({"models": models_summary(held.used)} if held.used else {})


def _leave_report(folder: Path) -> None:
    """A report of what there is; a second failure would only hide the first."""
    try:
        if (folder / "events.jsonl").exists():
            write_report(folder)
    except (RostrumError, OSError) as error:
        click.echo(f"rostrum: no report: {error}", err=True)
