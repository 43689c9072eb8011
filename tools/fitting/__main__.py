"""`python -m tools.fitting claims|pairs|kinds`: fits the weights that `config/` ships, from a checkout."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from agent.cli.options import json_option
from bench.cli.telling import WRITTEN, heard_option, motions_option, tell

FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)
out_option = click.option("--out", type=WRITTEN, help="Write what is fitted on all that is not held out to this file.")
folders_option = click.option(
    "--opponents", "folders", multiple=True, required=True, type=FOLDER, help="Labelled people; may be given again."
)
say = partial(click.echo, err=True)


@click.group()
def fitting() -> None:
    """Fit the weights of the embedded reader, and judge them on what they were not fitted on."""


@fitting.command()
@motions_option
@click.option("--opponents", type=FOLDER, required=True, help="With <motion>-<side>/points.tsv and the speeches.")
@heard_option
@out_option
@json_option
def claims(motions: tuple[str, ...], opponents: Path, heard: Path | None, out: Path | None, as_json: bool) -> None:
    """Which claim is the likeliest, whether or not it is said (config/recognition.json)."""
    from tools.fitting.claims import run

    tell(run(opponents, motions, matches=heard, fit=out, say=say), as_json)


@fitting.command()
@motions_option
@folders_option
@out_option
@json_option
def pairs(motions: tuple[str, ...], folders: tuple[Path, ...], out: Path | None, as_json: bool) -> None:
    """Whether a passage makes a claim (config/pairs.json)."""
    from tools.fitting.pairs import run

    tell(run(folders, motions, out=out, say=say), as_json)


@fitting.command()
@click.option(
    "--passages",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    help="Passages with their kinds, tab-separated: subject, kind, words.",
)
@folders_option
@out_option
@json_option
def kinds(passages: Path, folders: tuple[Path, ...], out: Path | None, as_json: bool) -> None:
    """The kinds of objections (config/objection_kinds.npz)."""
    from tools.fitting.kinds import run

    tell(run(passages, folders, out), as_json)


if __name__ == "__main__":
    fitting()
