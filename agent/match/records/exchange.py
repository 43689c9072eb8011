"""What is kept of a point of information, and of the time a side took for preparation. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.match.clock import Stopwatch
from agent.match.events.exchanges import Declined, PoiOver, PreparationOver
from config.format import Side


@dataclass
class PoiRecord:
    """A point of information that `side` offered; times of the turn's own clock.

    `over`: when it was declined or had been put, or the turn ended. What became of it: `declined`, or `ended`; neither
    where the turn ended first.
    """

    side: Side
    offered: float
    accepted: float | None = None
    over: float | None = None
    declined: Declined | None = None
    ended: PoiOver | None = None

    @property
    def standing(self) -> bool:
        """It is offered, and nobody has said anything to it."""
        return self.over is None and self.accepted is None

    @property
    def being_put(self) -> bool:
        return self.over is None and self.accepted is not None


@dataclass
class PreparationRecord:
    """Time that `side` took before turn `turn`; its clock stands while the match is paused."""

    side: Side
    turn: int
    clock: Stopwatch
    over: PreparationOver | None = None
