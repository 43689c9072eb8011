"""How often a growing utterance is read: as often as the machine can, and no more. Pure."""

from __future__ import annotations

from dataclasses import dataclass

LEAST_SECONDS = 0.8  # of new sound; less is seldom a word more
MOST_SECONDS = 4.0
SHARE = 0.5  # of the time that may go into readings that are not the last of their utterance


@dataclass
class Pace:
    """Sets the step between two readings by what the last ones cost.

    A reading is worth `cost / SHARE` seconds of sound, so that however slow the machine is it spends that share of
    its time and never falls behind. One slow reading counts by half: others may have had the processor.
    """

    cost: float = 0.0

    def spent(self, seconds: float) -> None:
        """A reading took so long."""
        self.cost = 0.5 * (self.cost + seconds) if self.cost else seconds

    @property
    def step(self) -> float:
        """Seconds of new sound from which another reading is due."""
        return min(MOST_SECONDS, max(LEAST_SECONDS, self.cost / SHARE))
