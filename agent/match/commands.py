"""What the match asks of those who run it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from agent.match.events import Event
from config.format import Side


@dataclass(frozen=True)
class Schedule:
    """Bring this event about when the clock has run `after` seconds from now."""

    after: float
    event: Event


@dataclass(frozen=True)
class CancelSchedule:
    """Forget everything scheduled, or only this event."""

    only: Event | None = None


@dataclass(frozen=True)
class HoldSchedule:
    """Nothing scheduled comes about until it is released; each keeps the time it has left."""


@dataclass(frozen=True)
class ReleaseSchedule:
    """The times left run on from now."""


@dataclass(frozen=True)
class OpenFloor:
    """`elapsed` of its seconds are over where a match goes on from its log; its clock stands until ResumeFloor.

    `beside`: that side is heard beside the turn's own, from now until second `seconds` of the same clock: it puts a
    point of information, or is cross-examined.
    """

    turn: int
    side: Side
    seconds: float
    elapsed: float | None = None
    beside: bool = False


@dataclass(frozen=True)
class CloseFloor:
    """At once: after this nothing of that side is heard. The other one's floor, if it has one, stays."""

    turn: int
    side: Side


@dataclass(frozen=True)
class PauseFloor:
    """The turn's own clock stands: nothing more is heard, and what is queued stays queued."""

    turn: int
    side: Side


@dataclass(frozen=True)
class ResumeFloor:
    """The turn goes on with the very next sample."""

    turn: int
    side: Side


@dataclass(frozen=True)
class Finish:
    """The match is over; the runner may stop."""


Command = (
    Schedule
    | CancelSchedule
    | HoldSchedule
    | ReleaseSchedule
    | OpenFloor
    | CloseFloor
    | PauseFloor
    | ResumeFloor
    | Finish
)
