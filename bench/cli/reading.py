"""What is recognised of the points of a speech: `reading`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from agent.cli.options import json_option
from bench.cli.telling import motions_option, tell


@click.command()
@motions_option
@click.option(
    "--opponents",
    "folders",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folders of <motion>-<side>/ with three speeches and labels; may be given again.",
)
@json_option
def reading(motions: tuple[str, ...], folders: tuple[Path, ...], as_json: bool) -> None:
    """What the embedded reader calls an opponent's, and which kinds of objections it names, on labelled speeches."""
    from bench.reading.attribution import run

    tell(run(folders, motions, say=partial(click.echo, err=True)), as_json)
