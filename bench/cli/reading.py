"""What is recognised of the points of a speech: `reading`, `kinds`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from agent.cli.options import json_option
from bench.cli.telling import WRITTEN, heard_option, motions_option, tell


@click.command()
@motions_option
@click.option(
    "--opponents",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folders of <motion>-<side>/ with three speeches and labels; may be given again.",
)
@heard_option
@click.option(
    "--fit",
    type=WRITTEN,
    help="Fit anew which claim is the likeliest, write the weights to this file, and judge them on motions left out.",
)
@click.option("--left-out", is_flag=True, help="Read each motion with what is fitted on the others.")
@click.option("--fit-pairs", type=WRITTEN, help="Fit anew whether a claim is made, and write the model to this file.")
@click.option("--fit-kinds", type=WRITTEN, help="Fit anew the kinds of objections, and write the weights to this file.")
@json_option
def reading(
    motions: tuple[str, ...],
    folders: tuple[Path, ...],
    heard: Path | None,
    fit: Path | None,
    left_out: bool,
    fit_pairs: Path | None,
    fit_kinds: Path | None,
    as_json: bool,
) -> None:
    """What the embedded reader calls an opponent's, on speeches with labels (points.tsv beside them).

    With --fit or --heard: which claim it finds the likeliest, whether or not that is said.
    """
    from bench.matches.silent import OPPONENTS
    from bench.reading import attribution, likeliest

    say = partial(click.echo, err=True)
    if fit is not None or heard is not None:
        if len(folders) > 1:
            raise click.BadParameter("one folder only with --fit or --heard", param_hint="--opponents")
        (folder,) = folders or (OPPONENTS,)
        outcome = likeliest.run(folder, motions, matches=heard, fit=fit, say=say)
    else:
        outcome = attribution.run(
            folders or (OPPONENTS,), motions, left_out=left_out, fit=fit_pairs, fit_kinds=fit_kinds, say=say
        )
    tell(outcome, as_json)


@click.command()
@click.option(
    "--passages",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    help="Passages with their kinds, tab-separated: subject, kind, words.",
)
@click.option(
    "--opponents",
    "folders",
    multiple=True,
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folders of labelled people (objections.tsv); may be given again.",
)
@click.option("--fit", type=WRITTEN, help="Write the model, fitted on all that is not held out, to this npz file.")
@json_option
def kinds(passages: Path, folders: tuple[Path, ...], fit: Path | None, as_json: bool) -> None:
    """The kinds of objections, on motions and people that the model was not fitted on."""
    from bench.reading.kind_model import run

    tell(run(passages, folders, fit), as_json)
