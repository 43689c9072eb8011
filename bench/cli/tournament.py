"""Tournaments: `draw`, and `tournament`, in real time."""

from __future__ import annotations

from functools import partial

import click

from agent.cli.options import FiniteRange, json_option
from agent.tournament.core.plan import Order
from bench.cli.telling import seed_option, tell


@click.command()
@click.option("--teams", type=click.IntRange(4, 2000), default=400, show_default=True)
@click.option("--rounds", type=click.IntRange(1, 12), default=9, show_default=True)
@click.option("--adjudicators", type=click.IntRange(0, 2000), default=260, show_default=True)
@click.option("--institutions", type=click.IntRange(0, 500), default=80, show_default=True)
@click.option("--order", type=click.Choice([one.value for one in Order]), default="slide", show_default=True)
@seed_option
@json_option
def draw(teams: int, rounds: int, adjudicators: int, institutions: int, order: str, seed: int, as_json: bool) -> None:
    """A draw of 400 teams takes under 2 s, standings after a ballot under 100 ms; nobody meets twice."""
    from bench.tournament.draws import run

    measured = run(
        teams=teams, rounds=rounds, adjudicators=adjudicators, institutions=institutions, order=order, seed=seed
    )
    tell(measured, as_json)


@click.command()
@click.option("--rooms", default=20, show_default=True, type=click.IntRange(1, 500), help="Of two people each.")
@click.option("--turns", default=4, show_default=True, type=click.IntRange(min=4), help="Of each debate.")
@click.option("--seconds", default=30.0, show_default=True, type=FiniteRange(min=10, max=600), help="Of each turn.")
@json_option
def tournament(rooms: int, turns: int, seconds: float, as_json: bool) -> None:
    """A round in rooms of people at once, without sound; the director's process is killed in it, and goes on.

    In real time. Leave the machine alone meanwhile.
    """
    from bench.tournament.day import DayAsked, run

    tell(run(DayAsked(rooms, turns - turns % 2, seconds), partial(click.echo, err=True)), as_json)
