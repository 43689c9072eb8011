"""Whole matches in virtual time or from recordings: `match`, `library`, `encounter`, `soak`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from agent.cli.options import FiniteRange, json_option, motion_option
from bench.cli.telling import heard_option, motions_option, opponents_option, tell


@click.command()
@motion_option
@click.option("--format", "format_name", default="oxford", show_default=True)
@click.option("--pro", default="prepared", show_default=True)
@click.option("--con", default="prepared", show_default=True)
@json_option
def match(motion: str, format_name: str, pro: str, con: str, as_json: bool) -> None:
    """A full match in virtual time, everything synthesised and recognised."""
    from bench.matches.match import run

    tell(run(motion, format_name, pro, con), as_json)


@click.command()
@motions_option
@opponents_option
@click.option("--text-only", is_flag=True, help="Read the opponents' speeches, do not hear them.")
@click.option("--sound", is_flag=True, help="Speak and recognise the prepared matches too.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="Leave the matches in which an opponent was heard in this folder, as <motion>-<side>.",
)
@heard_option
@json_option
def library(
    motions: tuple[str, ...],
    opponents: Path | None,
    text_only: bool,
    sound: bool,
    keep: Path | None,
    heard: Path | None,
    as_json: bool,
) -> None:
    """Every motion debated by both sides, and against speeches it was not prepared for. Ctrl-C ends after a motion."""
    from bench.matches.library import run
    from bench.matches.silent import OPPONENTS

    say = partial(click.echo, err=True)
    outcome = run(motions, opponents or OPPONENTS, text_only=text_only, sound=sound, keep=keep, kept=heard, say=say)
    tell(outcome, as_json)


@click.command()
@click.option(
    "--model",
    default="tests/debates/recorded",
    show_default=True,
    help="The folder of recorded matches; FOLDER@URL has the model at that address answer instead.",
)
@opponents_option
@heard_option
@click.option("--match", "names", multiple=True, help="The name of one of them; all of them if left out.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Keep the matches in this folder.")
@json_option
def encounter(
    model: str, opponents: Path | None, heard: Path | None, names: tuple[str, ...], keep: Path | None, as_json: bool
) -> None:
    """Whether what the other side said is answered, conceded or left on purpose.

    In recorded matches with a model; with --opponents by the debater without one, against labelled speeches, with
    --heard as they were heard too.
    """
    from bench.matches.encounter import run
    from bench.reading import answering

    if heard is not None and opponents is None:
        raise click.BadParameter("it goes with --opponents, whose speeches were heard", param_hint="--heard")
    tell(answering.run(opponents, names, heard) if opponents else run(model, names, keep), as_json)


@click.command()
@click.option("--hours", default=24.0, show_default=True, type=FiniteRange(min=0.01), help="Of match time.")
@motion_option
@click.option("--format", "format_name", default="oxford", show_default=True)
@json_option
def soak(hours: float, motion: str, format_name: str, as_json: bool) -> None:
    """Matches one after the other in virtual time, voices and hearing simulated: memory and file handles are flat."""
    from bench.matches.soak import run

    tell(run(hours, motion, format_name, partial(click.echo, err=True)), as_json)
