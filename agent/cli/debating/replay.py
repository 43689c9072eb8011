"""`rostrum replay`: a log read again and held against the live match."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.contracts.results import ReplayResult
from agent.cli.options import json_option, say
from agent.match.afterwards.replay import replayed
from agent.running.files.log import log_of, read_lines, read_log
from config.errors import LogError


@click.command(short_help="Check that a match's log gives the state the match had.")
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
def replay(folder: Path, as_json: bool) -> None:
    """Read a match's log again and check that it gives the state the live match had.

    That state was noted at the end of every turn and of the match; where it differs the first such place is named.
    """
    path = log_of(folder)
    try:
        found = replayed(read_log(folder), read_lines(path))
    except LogError as error:
        raise _placed(error, path) from error
    result = ReplayResult.of(found)
    if as_json:
        say(result.as_json())
    else:
        click.echo(f"{result.events} events; the match is {result.phase}; {result.told}")
    if result.state_equal is False:
        raise LogError(f"{path}: {result.told}")


def _placed(error: LogError, path: Path) -> LogError:
    """With the file in front, where it is not there yet."""
    return error if str(error).startswith(str(path)) else LogError(f"{path}: {error}")
