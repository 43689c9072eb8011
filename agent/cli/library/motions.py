"""`rostrum motions`: what can be debated."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from agent.cli.contracts.results import MotionResult
from agent.cli.options import json_option, say
from agent.components import Components
from config.settings import Settings


@click.command()
@json_option
@click.pass_obj
def motions(settings: Settings, as_json: bool) -> None:
    """List the motions there are rehearsal trees for."""
    found = [rehearsal.summary for rehearsal in Components(settings).library().all()]
    if as_json:
        say([MotionResult.model_validate(line).as_json() for line in found])
        return
    table = Table("id", "motion", "type", "claims", "nodes")
    for line in found:
        claims = f"{line['claims']['pro']} / {line['claims']['con']}"
        table.add_row(line["id"], line["motion"], line["type"], claims, str(line["nodes"]))
    Console().print(table)
