"""What the chair brings about: the match, its turns, its clock, and the proof of its state. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from agent.match.events.stamped import Stamped
from agent.match.file_names import Told
from agent.match.seats import SeatInfo
from config.format import Format, Side, Stage

SCHEMA_VERSION = 2  # of the events; logs that carry none are of version 1

# why the clock stood where the match went on in another process: the one before had died, or was told to leave off
INTERRUPTED = "the match was interrupted"
LEFT_OFF = "the match is about to move; it goes on by itself"
REPLACED = "does not answer and is being replaced"  # after who it is


class MatchCreated(Stamped):
    """Who debates what, and in which format."""

    type: Literal["match_created"] = "match_created"
    schema_version: int = SCHEMA_VERSION
    """Of this log. Fields and kinds of events may be added within a version; anything else makes a new one."""
    match_id: str
    motion_id: str
    motion: str
    format: Format
    seats: dict[Side, SeatInfo]
    preparation_seconds: float = 0.0
    """From here to the first turn."""


class TurnStarted(Stamped):
    """The floor is `side`'s for `seconds`."""

    type: Literal["turn_started"] = "turn_started"
    turn: int
    side: Side
    stage: Stage
    seconds: float


class EndReason(StrEnum):
    """Why a turn is over."""

    YIELDED = "yielded"  # the speaker had finished
    BELL = "bell"
    LEFT = "left"  # the speaker is gone
    FAILED = "failed"  # the speaker's seat broke


class TurnEnded(Stamped):
    """The floor is nobody's any more."""

    type: Literal["turn_ended"] = "turn_ended"
    turn: int
    reason: EndReason


class ClockSignal(Stamped):
    """So much of the turn is left; 0 is the bell."""

    type: Literal["clock_signal"] = "clock_signal"
    turn: int
    left: float
    """Seconds."""


class ClockPaused(Stamped):
    """The chair stops the clock: `at` goes on, the turn's own clock stands."""

    type: Literal["clock_paused"] = "clock_paused"
    turn: int | None
    """None between two turns."""
    reason: Told
    asked: bool = True
    """Whether somebody wanted it; else somebody or something is away."""
    by: Side | None = None
    """The side that wanted it; None where it was whoever holds the match."""


class ClockResumed(Stamped):
    """The clock runs again from where it stood."""

    type: Literal["clock_resumed"] = "clock_resumed"


class MatchEnded(Stamped):
    """After this nothing is noted but troubles, and what was still being recognised and read of the last speech."""

    type: Literal["match_ended"] = "match_ended"
    reason: Told


class StateDigest(Stamped):
    """The state the live match had just before this event (`agent.match.records.digest`)."""

    type: Literal["state_digest"] = "state_digest"
    parts: dict[str, str]
    """A sha256 by the name of each part."""
