"""The host's process as it is, but with a format of a few seconds: `python -m tests.server.short_host`."""

from __future__ import annotations

import sys

from agent.server.host import Attached, main
from config.format import Format, Side, Stage, Turn


def seconds(name: str, pro: int, con: int) -> Format:
    """A format of two openings."""
    openings = ((Side.PRO, pro), (Side.CON, con))
    turns = tuple(Turn(side=side, stage=Stage.OPENING, seconds=long) for side, long in openings)
    return Format(name=name, gap_seconds=1, warnings_seconds=(), turns=turns)


FORMATS = {"short": seconds("short", 10, 6), "even": seconds("even", 15, 15)}

if __name__ == "__main__":
    sys.exit(main(attached=Attached(formats=FORMATS)))
