"""`rostrum demo`: a match in a real room, on a server of our own."""

from __future__ import annotations

from pathlib import Path

import click

import config
from agent.cli.debating.showing import Show, out_option, show_match
from agent.cli.options import json_option, motion_option, thinking_options
from agent.components import Components
from agent.local.virtual_time import run as run_loop
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.folder import new_folder
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Side
from config.settings import Settings
from config.shipped import load_format

SHIPPED_OPPONENTS = Path(config.__file__).parent / "opponents"


@click.command(short_help="Hold a match in a real LiveKit room on this machine.")
@motion_option
@click.option("--side", type=click.Choice([s.value for s in Side]), default="pro", show_default=True, help="Of the AI.")
@click.option("--format", "format_name", default="sprint", show_default=True)
@click.option("--opponent-audio", type=click.Path(path_type=Path), help="A folder of wav, mp3 or ogg, one a turn.")
@click.option("--opponent-text", type=click.Path(path_type=Path), help="A folder or file of text to be read aloud.")
@click.option("--opponent-ai", is_flag=True, help="A second AI debater: a broadcast of AI against AI.")
@click.option("--port", type=int, help="A fixed port for the server instead of a free one.")
@thinking_options
@out_option
@json_option
@click.pass_obj
def demo(
    settings: Settings,
    motion: str,
    side: str,
    format_name: str,
    opponent_audio: Path | None,
    opponent_text: Path | None,
    opponent_ai: bool,
    port: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Hold a match in a real LiveKit room on this machine, against an opponent who is only heard.

    p or space stops the clock and lets it run again; so does SIGUSR1.
    """
    from agent.room.chair.gathering import hold_in_room

    own, ai = Side(side), SeatSetup(Occupant.DEBATER)
    wanted = Components(settings).motion(motion)
    guest = ai if opponent_ai else _opponent(wanted.id, own.other, opponent_audio, opponent_text)
    setup = MatchSetup(
        motion=wanted,
        format=load_format(format_name),
        seats={own: ai, own.other: guest},
        settings=settings,
        folder=out or new_folder(settings, wanted),
    )

    def hold(show: Show) -> Match:
        return run_loop(show.over(hold_in_room(setup, show.observers, show.inbox, port=port)))

    show_match(setup, as_json, hold)


def _opponent(motion: str, side: Side, audio: Path | None, text: Path | None) -> SeatSetup:
    if audio is not None:
        return SeatSetup.parse(f"audio:{audio}")
    return SeatSetup.parse(f"text:{text or SHIPPED_OPPONENTS / f'{motion}-{side}'}")
