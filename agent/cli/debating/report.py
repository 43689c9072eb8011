"""`rostrum report`: a match's page and transcript, made again from its log."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.options import json_option, say
from config.errors import AudioError
from config.settings import Settings


@click.command(short_help="Write a match's report and transcript again from its log.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--to", "target", type=click.Path(path_type=Path, file_okay=False), help="A new folder for a small copy.")
@json_option
@click.pass_obj
def report(settings: Settings, folder: Path, target: Path | None, as_json: bool) -> None:
    """Write report.html and transcript.md of a match again from its log.

    Where turns were recorded, match.opus (the whole match, with match.vtt and match.srt) is written too, if it is not
    there or older than the log. With --to, beside a copy of the log and of all recordings as Opus, which take a small
    part of the room.
    """
    from agent.running.files.whole_match import is_written, write_whole_match
    from agent.show.report import share, write_report

    if not is_written(folder):
        try:
            write_whole_match(folder, settings.recording.bits_per_second)
        except AudioError as error:  # the page is there all the same
            click.echo(f"rostrum: no recording of the whole match: {error}", err=True)
    path = write_report(folder) if target is None else share(folder, target)
    if as_json:
        say({"report": str(path)})
    else:
        click.echo(str(path))
