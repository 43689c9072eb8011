"""The statistics of evaluations, tried where the truth is known: `evaluation`."""

from __future__ import annotations

import click

from agent.cli.options import json_option
from bench.cli.telling import seed_option, tell


@click.command()
@click.option("--times", type=click.IntRange(min=1), default=4000, show_default=True, help="Simulated evaluations.")
@seed_option
@json_option
def evaluation(times: int, seed: int, as_json: bool) -> None:
    """Simulated evaluations: intervals hold the truth, and no difference is found where there is none."""
    from bench.evaluating.simulation import run

    tell(run(times, seed), as_json)
