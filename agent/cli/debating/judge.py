"""`rostrum judge`: a verdict with reasons on a match that is over."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from agent.cli.options import budget_options, json_option, say
from agent.judging.judges import judge_by
from agent.show.report import write_report
from config.settings import Settings


@click.command("judge", short_help="Have a match judged, with reasons, by a language model.")
@click.argument("folder", type=click.Path(path_type=Path))
@budget_options
@json_option
@click.pass_obj
def judge_command(settings: Settings, folder: Path, as_json: bool) -> None:
    """Have the match in FOLDER judged by the model of the role `judge`: who debated better, and why, speech by speech.

    The verdict is kept as verdict.json and shown in the report, which is written again. Without a model nothing is
    weighed: it says how the points stood, and names no winner.
    """
    verdict = asyncio.run(judge_by(settings, folder))
    write_report(folder)
    if as_json:
        say(verdict.model_dump(mode="json"))
        return
    told = verdict.verdict
    click.echo(f"{told.side.value if told.side else 'neither side'}: {told.reasons}")
    for one in verdict.speeches:
        click.echo(f"{one.turn + 1}. {one.reasons}")
