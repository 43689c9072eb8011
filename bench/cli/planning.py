"""What is read into and out of trees: `strength`, `flow`, `retrieve`, `rehearse`."""

from __future__ import annotations

import click

from agent.cli.options import FiniteRange, json_option, motion_option
from bench.cli.telling import seed_option, tell


@click.command()
@click.option("--nodes", default=100_000, show_default=True, type=click.IntRange(min=1))
@seed_option
@json_option
def strength(nodes: int, seed: int, as_json: bool) -> None:
    """f_k of every node for every k."""
    from bench.planning.strength import run

    tell(run(nodes=nodes, seed=seed), as_json)


@click.command()
@motion_option
@click.option("--format", "format_name", default="oxford", show_default=True)
@json_option
def flow(motion: str, format_name: str, as_json: bool) -> None:
    """Reading a heard passage into grown flow trees, without a model."""
    from bench.planning.flow import run

    tell(run(motion, format_name), as_json)


@click.command()
@click.option("--nodes", default=10_000, show_default=True, type=click.IntRange(min=1))
@click.option("--queries", default=400, show_default=True, type=click.IntRange(min=1))
@motion_option
@seed_option
@json_option
def retrieve(nodes: int, queries: int, motion: str, seed: int, as_json: bool) -> None:
    """Retrieval over a large library; and whether a whole match encodes any text twice."""
    from bench.planning.retrieve import run

    tell(run(nodes, queries, motion, seed=seed), as_json)


@click.command()
@click.option("--seconds", type=FiniteRange(min=0), default=2.0, show_default=True, help="Of one answer.")
@click.option("--in-flight", type=click.IntRange(min=1), default=16, show_default=True)
@click.option("--scoring", type=click.Choice(["together", "each"]), default="together", show_default=True)
@json_option
def rehearse(seconds: float, in_flight: int, scoring: str, as_json: bool) -> None:
    """A 40-node rehearsal tree, and a motion with one a side, grown by a model that takes its time."""
    from bench.planning.rehearse import run

    tell(run(seconds, in_flight, scoring=scoring), as_json)
