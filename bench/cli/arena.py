"""Ratings and duels of the arena where the truth is known: `ratings`; matches on a cluster: `arena-ray`."""

from __future__ import annotations

import click

from agent.cli.options import json_option
from bench.cli.telling import seed_option, tell

MANY = click.IntRange(min=2)


@click.command()
@click.option("--times", type=MANY, default=300, show_default=True, help="Simulated arenas of each kind.")
@click.option("--duels", type=MANY, default=2000, show_default=True, help="Simulated duels of each kind.")
@click.option("--contestants", type=MANY, default=1000, show_default=True)
@click.option("--matches", type=MANY, default=100_000, show_default=True)
@click.option("--samples", type=MANY, default=1000, show_default=True, help="Of the bootstrap.")
@seed_option
@json_option
def ratings(times: int, duels: int, contestants: int, matches: int, samples: int, seed: int, as_json: bool) -> None:
    """Ratings hold the truth in their intervals, duels err as seldom as they say, and many contestants take seconds."""
    from bench.arena.ratings import run

    measured = run(times=times, duels=duels, contestants=contestants, matches=matches, samples=samples, seed=seed)
    tell(measured, as_json)


@click.command("arena-ray")
@click.option("--matches", type=MANY, default=10_000, show_default=True, help="On the cluster, at least.")
@click.option("--beside", type=MANY, default=1000, show_default=True, help="Of them in this process, at least.")
@click.option("--machines", type=click.IntRange(min=1), default=2, show_default=True, help="Of one core each.")
@json_option
def arena_ray(matches: int, beside: int, machines: int, as_json: bool) -> None:
    """Matches of a scripted model on a Ray cluster of this machine come out as here, and cost little more each."""
    from bench.arena.on_ray import run

    tell(run(matches=matches, beside=beside, machines=machines), as_json)
