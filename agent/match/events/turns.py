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
    """`schema_version`: of this log. Fields and kinds of events may be added within a version;
    anything else makes a new one.

    `preparation_seconds`: from here to the first turn.
    """

    type: Literal["match_created"] = "match_created"
    schema_version: int = SCHEMA_VERSION
    match_id: str
    motion_id: str
    motion: str
    format: Format
    seats: dict[Side, SeatInfo]
    preparation_seconds: float = 0.0


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
    """`left` seconds remain; 0 is the bell."""

    type: Literal["clock_signal"] = "clock_signal"
    turn: int
    left: float


class ClockPaused(Stamped):
    """The chair stops the clock, in `turn` or between two turns (None). `at` goes on, the turn's own clock stands.

    `asked`: somebody wanted it, the side `by` or (None) whoever holds the match; else somebody or something is away.
    """

    type: Literal["clock_paused"] = "clock_paused"
    turn: int | None
    reason: Told
    asked: bool = True
    by: Side | None = None


class ClockResumed(Stamped):
    """The clock runs again from where it stood."""

    type: Literal["clock_resumed"] = "clock_resumed"


class MatchEnded(Stamped):
    """After this nothing is noted but troubles, and what was still being recognised and read of the last speech."""

    type: Literal["match_ended"] = "match_ended"
    reason: Told


class StateDigest(Stamped):
    """The state the live match had just before this event: a sha256 a part of it (`agent.match.records.digest`)."""

    type: Literal["state_digest"] = "state_digest"
    parts: dict[str, str]
