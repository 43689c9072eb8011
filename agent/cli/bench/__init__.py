"""`rostrum bench NAME`: one command a benchmark, in a file for what it measures; exit 1 when a bar is not met."""

from __future__ import annotations

import click

from agent.cli.bench.hearing import listen
from agent.cli.bench.matches import encounter, library, match, soak
from agent.cli.bench.points import kinds, reading
from agent.cli.bench.recovering import recovery
from agent.cli.bench.rooms import latency, load, room
from agent.cli.bench.speaking import deliver, duration, fairness, fit, voices
from agent.cli.bench.trees import flow, rehearse, retrieve, strength


@click.group()
def bench() -> None:
    """Measure what is promised; exit 1 when a bar is not met."""


for _command in (
    strength,
    flow,
    retrieve,
    rehearse,
    latency,
    room,
    load,
    recovery,
    match,
    library,
    encounter,
    soak,
    reading,
    kinds,
    voices,
    fairness,
    fit,
    deliver,
    duration,
    listen,
):
    bench.add_command(_command)
