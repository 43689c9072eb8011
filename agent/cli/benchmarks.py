"""`rostrum bench`: the benchmarks stand beside the package, in a checkout, and are no part of it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

import agent
from config.errors import UsageError

CHECKOUT = Path(agent.__file__).parents[1]


class Benchmarks(click.Group):
    """The commands of `bench/`, loaded when one is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return self._found().list_commands(context)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return self._found().get_command(context, name)

    def _found(self) -> click.Group:
        if not (CHECKOUT / "bench" / "cli").is_dir():
            raise UsageError("the benchmarks are not installed with Rostrum: run `rostrum bench` from a checkout of it")
        if str(CHECKOUT) not in sys.path:
            sys.path.insert(0, str(CHECKOUT))
        found: click.Group = importlib.import_module("bench.cli").bench
        return found


bench = Benchmarks("bench", help="Measure what is promised; exit 1 when a bar is not met. From a checkout.")
