"""What the extra distribution `rostrum-lab` adds, found by its entry points: only here is asked whether it is here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import metadata
from typing import Any

COMMANDS, SCORERS, EXAMPLES = "rostrum.commands", "rostrum.scorers", "rostrum.examples"
OFFERED = ("calibrate", "corpus", "reward")  # its commands


def extra(group: str, name: str) -> Any:
    """What it calls so in that group; None where it is not installed."""
    return next((found.load() for found in metadata.entry_points(group=group, name=name)), None)


def names(group: str) -> Sequence[str]:
    """What there is in that group."""
    return sorted(metadata.entry_points(group=group).names)


def missing(what: str) -> str:
    """Says in one line what to install for it."""
    return f"{what} needs rostrum-lab, which is not installed: pip install ./lab in a checkout of Rostrum"
