"""When the chair gives a signal. Pure: times are values, in seconds."""

from __future__ import annotations

from collections.abc import Iterator

from config.format import Format


def signals(match_format: Format, index: int) -> Iterator[tuple[float, float]]:
    """The signals of a turn as (seconds since its start, seconds left); the bell, at 0 left, is the last.

    A warning that would come at or before the turn's start is not given.
    """
    length = match_format.turns[index].seconds
    for left in match_format.warnings_seconds:
        if left < length:
            yield length - left, left
    yield length, 0.0


def face(seconds: float) -> str:
    """Seconds as a clock shows them: 3:59."""
    whole = max(0, round(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
