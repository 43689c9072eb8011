"""What dies goes on: `recovery`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from agent.cli.options import json_option
from bench.cli.telling import seed_option, tell


@click.command()
@click.option("--kills", default=100, show_default=True, type=click.IntRange(min=0), help="Of each kind of process.")
@click.option("--sound", default=10, show_default=True, type=click.IntRange(min=0), help="Of debaters that hear sound.")
@click.option("--matches", default=2, show_default=True, type=click.IntRange(min=1), help="Side by side.")
@click.option("--kind", "kinds", multiple=True, help="Kill only these; all of them if left out.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Keep the matches in this folder.")
@seed_option
@json_option
def recovery(
    kills: int, sound: int, matches: int, kinds: tuple[str, ...], keep: Path | None, seed: int, as_json: bool
) -> None:
    """Kill every process of a server again and again: nothing is lost or said twice, and all goes on soon."""
    from bench.recovery.kills import run
    from bench.recovery.served import KINDS

    tell(run(kills, sound, matches, kinds or KINDS, seed, keep, partial(click.echo, err=True)), as_json)
