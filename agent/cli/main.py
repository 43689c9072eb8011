"""The command line: `rostrum`. Errors are one line that says what to do; --debug shows where they arose."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

import config
from agent.cli.analyse import analyse
from agent.cli.bench import bench
from agent.cli.calibrate import calibrate_command
from agent.cli.corpus import corpus
from agent.cli.evidence import evidence
from agent.cli.library import library
from agent.cli.options import (
    FiniteRange,
    budget_options,
    controller_option,
    json_option,
    motion_option,
    say,
    thinking_options,
)
from agent.cli.rehearse import rehearse_command
from agent.cli.reward import reward
from agent.cli.showing import Show, show_match
from agent.cli.voices import say_command, voices
from agent.components import Parts
from agent.local.session import LocalRoom
from agent.local.virtual_time import run as run_loop
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.running.folder import new_folder
from agent.running.host import host_match
from agent.running.log import read_log
from agent.running.setup import MatchSetup, SeatSetup
from config.errors import RostrumError
from config.format import Side, load_format
from config.settings import Settings, load_settings

SHIPPED_OPPONENTS = Path(config.__file__).parent / "opponents"


class _Group(click.Group):
    """Turns expected failures into one line and an exit code."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except RostrumError as error:
            if context.params.get("debug"):
                raise
            click.echo(f"rostrum: {' '.join(str(error).split())}", err=True)
            sys.exit(error.exit_code)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--config", type=click.Path(path_type=Path), help="A YAML file of settings.")
@click.option("--debug", is_flag=True, help="Show where an error arose.")
@click.version_option(package_name="rostrum")
@click.pass_context
def main(context: click.Context, config: Path | None, debug: bool) -> None:
    """A debater that people meet in a voice room."""
    context.obj = load_settings(config)


out_option = click.option("--out", type=click.Path(path_type=Path), help="The match folder; new if left out.")


@main.command()
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
    rehearsal = Parts(settings).rehearsal(motion)
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


@main.command()
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
    from agent.room.gathering import hold_in_room

    rehearsal = Parts(settings).rehearsal(motion)
    own = Side(side)
    setup = MatchSetup(
        rehearsal=rehearsal,
        format=load_format(format_name),
        seats={
            own: SeatSetup(Occupant.DEBATER),
            own.other: SeatSetup(Occupant.DEBATER)
            if opponent_ai
            else _opponent(rehearsal.id, own.other, opponent_audio, opponent_text),
        },
        settings=settings,
        folder=out or new_folder(settings, rehearsal),
    )

    def hold(show: Show) -> Match:
        return run_loop(show.over(hold_in_room(setup, [show.observer], show.inbox, port=port)))

    show_match(setup, as_json, hold)


def _opponent(motion: str, side: Side, audio: Path | None, text: Path | None) -> SeatSetup:
    if audio is not None:
        return SeatSetup.parse(f"audio:{audio}")
    return SeatSetup.parse(f"text:{text or SHIPPED_OPPONENTS / f'{motion}-{side}'}")


@main.command()
@json_option
@click.pass_obj
def motions(settings: Settings, as_json: bool) -> None:
    """List the motions there are rehearsal trees for."""
    found = [rehearsal.summary for rehearsal in Parts(settings).library().all()]
    if as_json:
        say(found)
        return
    table = Table("id", "motion", "type", "claims", "nodes")
    for line in found:
        claims = f"{line['claims']['pro']} / {line['claims']['con']}"
        table.add_row(line["id"], line["motion"], line["type"], claims, str(line["nodes"]))
    Console().print(table)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def replay(folder: Path, as_json: bool) -> None:
    """Read a match's log again and check that it gives one and the same state."""
    events = read_log(folder)
    whole = Match.replay(events)
    again = Match()
    for event in read_log(folder):
        again.apply(event)
    numbers = {"events": len(events), "state_equal": whole == again, "phase": whole.phase.value}
    if as_json:
        say(numbers)
    else:
        click.echo(f"{len(events)} events; the match is {whole.phase.value}; replay equal: {numbers['state_equal']}")
    if not numbers["state_equal"]:
        raise RostrumError(f"{folder}: two replays of one log differ")


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--to", "target", type=click.Path(path_type=Path, file_okay=False), help="A new folder for a small copy.")
@json_option
def report(folder: Path, target: Path | None, as_json: bool) -> None:
    """Write report.html and transcript.md of a match again from its log.

    With --to, beside a copy of the log and recordings as Opus, which take a small part of the room.
    """
    from agent.show.report import share, write_report

    path = write_report(folder) if target is None else share(folder, target)
    if as_json:
        say({"report": str(path)})
    else:
        click.echo(str(path))


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seconds", type=FiniteRange(min=1, max=3600), required=True)
@click.option("--side", type=click.Choice([s.value for s in Side]), default="pro", help="Whose voice measures it.")
@controller_option
@json_option
@click.pass_obj
def fit(settings: Settings, file: Path, seconds: float, side: str, as_json: bool) -> None:
    """Choose the sentences of a written speech that fill a time and end inside it."""
    from agent.debater.fitting import fit_text
    from agent.seats.guests import read_text

    parts = Parts(settings)
    studio, estimator = parts.voice(Side(side)), parts.estimator()
    fitted = run_loop(fit_text(read_text(file), seconds, studio, settings.speaking.controller, estimator))
    for trouble in (*map(str, parts.replaced), *studio.failures):
        click.echo(f"rostrum: {trouble}", err=True)
    if as_json:
        say(fitted)
        return
    for step in fitted["steps"]:
        click.echo(f"{step['kept']} sentences, {step['seconds']:.1f} s: {step['decision']}")
    click.echo(f"\n{fitted['text']}")


@main.command()
@click.option("--try", "tries", is_flag=True, help="Ask each language model one small question.")
@budget_options
@json_option
@click.pass_obj
def doctor(settings: Settings, tries: bool, as_json: bool) -> None:
    """Say what is installed here and what will be used."""
    from agent.cli.doctor import examine

    findings = examine(settings, tries=tries)
    if as_json:
        say([finding.as_json() for finding in findings])
    else:
        for finding in findings:
            state = "replaced" if finding.replaced else "ok" if finding.ok else "missing"
            click.echo(f"{state:8}  {finding.part}: {finding.detail}")
    if lacking := [f.part for f in findings if f.needed and not f.ok]:
        raise RostrumError(f"a match cannot be held without: {', '.join(lacking)}")


main.add_command(analyse)
main.add_command(bench)
main.add_command(corpus)
main.add_command(calibrate_command)
main.add_command(evidence)
main.add_command(library)
main.add_command(reward)
main.add_command(rehearse_command)
main.add_command(say_command)
main.add_command(voices)
