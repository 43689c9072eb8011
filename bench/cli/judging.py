"""Judges held against people: `judge`."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.debating.judge import judging_with, panel_option, runs_option
from agent.cli.options import budget_options, json_option
from bench import Measurement
from bench.cli.telling import tell
from config.errors import UsageError
from config.settings import Settings, cache_folder
from planning.asking.journal import key_of

READ = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("file", type=READ, required=False)
@click.option("--speeches", type=READ, help="Single speeches that people rated (csv), instead.")
@click.option("--first", "limit", type=click.IntRange(min=1), help="Only so many of the file.")
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False), help="Where answers are kept.")
@panel_option
@runs_option
@budget_options
@json_option
@click.pass_obj
def judge(
    settings: Settings,
    file: Path | None,
    speeches: Path | None,
    limit: int | None,
    journal: Path | None,
    panel: str,
    runs: int | None,
    as_json: bool,
) -> None:
    """Human debates with verdicts (JSON lines): how often a judge agrees with people, beside what needs no judge."""
    path = speeches or file
    if path is None or (file and speeches):
        raise UsageError("name one file: human debates, or with --speeches rated speeches")
    settings = judging_with(settings, panel, runs)
    kept = journal or cache_folder() / "judging" / f"{key_of(str(path.resolve()))[:16]}.jsonl"
    if speeches:
        from bench.judging import speeches as rated

        outcome = rated.run(settings, rated.read_speeches(path)[:limit], kept)
        _tell(outcome, list(rated.lines(outcome)), as_json)
    else:
        from bench.judging import judge as judging
        from bench.judging.debates import read_debates

        outcome = judging.run(settings, read_debates(path)[:limit], kept, lambda line: click.echo(line, err=True))
        _tell(outcome, list(judging.lines(outcome)), as_json)


def _tell(outcome: Measurement, lines: list[str], as_json: bool) -> None:
    if as_json:
        tell(outcome, as_json)
    else:
        click.echo("\n".join(lines))
