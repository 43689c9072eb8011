"""`rostrum debate`: a match in this process."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.options import json_option, motion_option, thinking_options
from agent.cli.showing import Show, out_option, show_match
from agent.components import Components
from agent.local.session import LocalRoom
from agent.local.virtual_time import run as run_loop
from agent.match.state import Match
from agent.running.folder import new_folder
from agent.running.host import host_match
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Side, load_format
from config.settings import Settings


@click.command()
@motion_option
@click.option("--format", "format_name", default="oxford", show_default=True, help="A name, or a YAML file.")
@click.option("--pro", default="prepared", show_default=True, help="prepared, audio:DIR, text:FILE or mic")
@click.option("--con", default="prepared", show_default=True, help="prepared, audio:DIR, text:FILE or mic")
@click.option("--pace", type=click.Choice(["real", "fast"]), default="real", show_default=True)
@click.option("--quiet", is_flag=True, help="No loudspeaker, only files.")
@thinking_options
@out_option
@json_option
@click.pass_obj
def debate(
    settings: Settings,
    motion: str,
    format_name: str,
    pro: str,
    con: str,
    pace: str,
    quiet: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Hold a match on this machine, without a server.

    In real time, p or space stops the clock and lets it run again; so does SIGUSR1.
    """
    rehearsal = Components(settings).rehearsal(motion)
    setup = MatchSetup(
        rehearsal=rehearsal,
        format=load_format(format_name),
        seats={Side.PRO: SeatSetup.parse(pro), Side.CON: SeatSetup.parse(con)},
        settings=settings,
        folder=out or new_folder(settings, rehearsal),
    )
    fast = pace == "fast"

    def hold(show: Show) -> Match:
        room = LocalRoom(fast=fast, loudspeaker=not fast and not quiet, yielded=show.yielded)
        return run_loop(show.over(host_match(room, setup, [show.observer], show.inbox)), fast=fast)

    show_match(setup, as_json, hold, fast=fast)
