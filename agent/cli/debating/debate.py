"""`rostrum debate`: a match in this process; `rostrum demo`: one in a real room, on a server of our own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

import config
from agent.cli.debating.preparing import prepared
from agent.cli.debating.showing import Show, out_option, show_match
from agent.cli.options import call_seconds_option, json_option, motion_option, thinking_options
from agent.components import Components
from agent.components.motions import motion_for
from agent.local.session import LocalRoom
from agent.local.virtual_time import run as run_loop
from agent.local.writing import WritingRoom
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.files.folder import new_folder
from agent.running.files.log import read_log
from agent.running.host import host_match, resume_match
from agent.running.ports import Room
from agent.running.setup import NEEDS_FAST, SEAT_KINDS, MatchSetup, SeatSetup
from config.errors import LogError, UsageError
from config.format import Side
from config.settings import Settings
from config.shipped import load_format
from planning.methods import registry

SHIPPED_OPPONENTS = Path(config.__file__).parent / "opponents"


@click.command()
@click.argument("words", required=False, metavar="[MOTION]")
@motion_option
@click.option("--meaning", help="What both sides agree that a motion of your own means; else a model says.")
@click.option("--format", "format_name", default="oxford", show_default=True, help="A name, or a YAML file.")
@click.option("--pro", help=f"{SEAT_KINDS}; else as the settings' `seats` say (treedebater).")
@click.option("--con", help="The same for the other side.")
@click.option(
    "--pace",
    type=click.Choice(["real", "fast", "text"]),
    default="real",
    show_default=True,
    help="By the clock; as fast as sound is made and heard; or in writing, without a sound, in seconds.",
)
@click.option("--quiet", is_flag=True, help="No loudspeaker, only files.")
@click.option("--resume", "resumed", type=click.Path(path_type=Path), help="Go on with the match in this folder.")
@call_seconds_option
@thinking_options
@out_option
@json_option
@click.pass_obj
def debate(
    settings: Settings,
    words: str | None,
    motion: str,
    meaning: str | None,
    format_name: str,
    pro: str | None,
    con: str | None,
    pace: str,
    quiet: bool,
    resumed: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Hold a match on this machine, without a server.

    The motion is named by its id or its words: `rostrum debate "We should ban zoos"`. One that nobody has prepared is
    checked by the model of the settings, which says what it means; trees for both sides grow, the match begins with the
    first claims of each, and the rest grows beside it (`serving.motions` says how much). They are kept where
    `rostrum rehearse` keeps its own.

    A seat is an AI by its method, and by a model and a voice of its own where it has them: `treedebater` (also
    `prepared`) argues from trees that are prepared for the motion, and with a model; `plain,model=NAME,voice=NAME` asks
    a model for each speech, on any motion. NAME is a set of models under `serving` in the settings, or a model at the
    server that `models.default` names. `treedebater,without=rehearsal+flow` goes without parts of its method, for
    comparison: rehearsal, flow, audience, evidence, look-ahead, check. Others are audio:DIR, text:DIR (opening.txt
    and so on), text:FILE and mic.

    In real time, p or space stops the clock and lets it run again; so does SIGUSR1. At the microphone (mic)
    Enter gives the floor back, o offers a point of information, a takes one, r refuses it, e ends or withdraws it, and
    t takes time to prepare. With --resume a match that ended in the middle goes on from its log; its seats are named
    again, motion and format are the log's.
    """
    asked = {Side.PRO: pro, Side.CON: con}
    seats = {
        side: SeatSetup.parse(text) if text else SeatSetup.of_ai(settings.seats.of(side))
        for side, text in asked.items()
    }
    if resumed is not None:
        hold_match(_setup_of(resumed, seats, settings), pace, as_json, quiet=quiet, resumed=True)
        return
    if pace != "fast" and settings.models.call_seconds is not None and any(one.is_debater for one in seats.values()):
        raise UsageError(NEEDS_FAST)  # before anything is spent on a motion of one's own
    with prepared(words or motion, seats.values(), settings, meaning, quiet=as_json) as (wanted, own):
        setup = MatchSetup(wanted, load_format(format_name), seats, own, out or new_folder(own, wanted))
        hold_match(setup, pace, as_json, quiet=quiet)


def hold_match(setup: MatchSetup, pace: str, as_json: bool, *, quiet: bool, resumed: bool = False) -> None:
    """In this process, to its end. `quiet`: without a loudspeaker."""
    fast = pace != "real"

    def hold(show: Show) -> Match:
        if pace == "text":
            room: Room = WritingRoom()
        else:
            room = LocalRoom(fast=fast, loudspeaker=not fast and not quiet, yielded=show.yielded)
        host = resume_match if resumed else host_match
        reproducible = setup.counts_calls or pace == "text"
        lag = 0.0 if reproducible else float("inf")  # without lag it is the same match every time
        return run_loop(show.over(host(room, setup, show.observers, show.inbox)), fast=fast, lag=lag)

    show_match(setup, as_json, hold, fast=fast)


def _setup_of(folder: Path, seats: Mapping[Side, SeatSetup], settings: Settings) -> MatchSetup:
    """The match that a folder holds.

    Raises LogError: there is no log, or it is damaged. UsageError: somebody else sat there.
    """
    created = Match.replay(read_log(folder)).created
    if created is None:
        raise LogError(f"{folder}: the log is empty")
    for side, seat in seats.items():
        if (sat := created.seats[side].occupant) is not seat.occupant:
            raise UsageError(f"{side} was a {sat.value}, not a {seat.occupant.value}: name it with --{side}")
        if (parts := created.seats[side].without) != seat.without:
            raise UsageError(f"{side} went without {' and '.join(parts) or 'nothing'}: say so with --{side}")
    wanted = created.motion_id if registry.known(created.motion_id, settings) else created.motion
    motion = motion_for(wanted, seats.values(), settings)
    return MatchSetup(motion, created.format, seats, settings, folder)


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
