"""`rostrum tournament status | standings | log`."""

from __future__ import annotations

from pathlib import Path

import click

from agent.cli.options import json_option, say
from agent.cli.tournament.folder import echo, folder_argument, reading, round_of, round_option
from agent.tournament.desk import told
from agent.tournament.desk.hidden import PublicRecord
from agent.tournament.standings.tally import everything, published
from agent.tournament.standings.teams import team_standings


@click.command()
@folder_argument
@round_option
@click.option("--why", is_flag=True, help="With --round: the reasons of each pairing and panel.")
def status(folder: Path, label: str, why: bool) -> None:
    """Where the tournament stands, and for whom it waits."""
    with reading(folder) as record:
        if label:
            echo(told.round_told(record, round_of(record, label), why=why))
        else:
            echo(told.status(record))


@click.command()
@folder_argument
@click.option("--speakers", is_flag=True)
@click.option("--adjudicators", is_flag=True)
@click.option("--category", default="", help="Of speakers.")
@click.option("--public", is_flag=True, help="Only rounds that have been published, and no name that is hidden.")
@json_option
def standings(folder: Path, speakers: bool, adjudicators: bool, category: str, public: bool, as_json: bool) -> None:
    """Teams by the metrics of the plan; or speakers, or adjudicators."""
    with reading(folder) as whole:
        record = PublicRecord().of(whole) if public else whole
        if as_json:
            rows = team_standings(record, published if public else everything)
            say([{"rank": row.rank, "team": row.one.name, "tied": row.tied, **row.values} for row in rows])
        elif adjudicators:
            echo(told.adjudicators_told(record))
        elif speakers:
            echo(told.speakers_told(record, category, public=public))
        else:
            echo(told.standings_told(record, public=public))


@click.command()
@folder_argument
def log(folder: Path) -> None:
    """Every entry, with who made it and when."""
    with reading(folder) as record:
        echo(told.log_told(record))
