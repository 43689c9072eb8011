"""`rostrum report`: a match's page and transcript, made again from its log."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.options import json_option, say


@click.command(short_help="Write a match's report and transcript again from its log.")
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
