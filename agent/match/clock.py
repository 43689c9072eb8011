"""When the chair gives a signal, and a clock that can stand still. Pure: times are values, in seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from config.format import Format

UNDER_WAY_SECONDS = 0.5  # of sound may still arrive when the clock stops: the speaker learns of it a moment later


@dataclass(frozen=True)
class Stopwatch:
    """A clock told the time from outside. It began at `began` and has stood still for `stood` seconds in all."""

    began: float
    stood: float = 0.0
    stopped: float | None = None

    def read(self, now: float) -> float:
        """Seconds it has run."""
        return (now if self.stopped is None else self.stopped) - self.began - self.stood

    def stop(self, now: float) -> Stopwatch:
        """Stand still from now on, if it does not already."""
        return self if self.stopped is not None else replace(self, stopped=now)

    def go(self, now: float) -> Stopwatch:
        """Run on from where it stands, if it does."""
        if self.stopped is None:
            return self
        return Stopwatch(self.began, self.stood + now - self.stopped)


def signals(match_format: Format, length: float) -> Iterator[tuple[float, float]]:
    """Of a turn of that length, as (seconds since its start, seconds left); the bell, at 0 left, is the last.

    A warning that would come at or before the turn's start is not given.
    """
    for left in match_format.warnings_seconds:
        if left < length:
            yield length - left, left
    yield length, 0.0


def face(seconds: float) -> str:
    """Seconds as a clock shows them: 3:59."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
