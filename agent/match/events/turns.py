"""The match, its turns and its clock; what is said and heard in them; points of information; preparation. Pure.

Times within a turn are seconds of its own clock, which stands while the match is paused.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from agent.match.events.parts import Stamped
from agent.match.file_names import Named, Told
from agent.match.seats import SeatInfo
from config.format import Format, Side, Stage
from planning.debate.argument import Action

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
    """The state the live match had just before this event (`agent.match.records.match`)."""

    type: Literal["state_digest"] = "state_digest"
    parts: dict[str, str]
    """A sha256 by the name of each part."""


class PoiOffered(Stamped):
    """`side`, which listens, offers a point of information to the speaker of the turn."""

    type: Literal["poi_offered"] = "poi_offered"
    turn: int
    side: Side


class PoiAccepted(Stamped):
    """The speaker takes the point that `side` offered, which is heard from now on beside the speaker."""

    type: Literal["poi_accepted"] = "poi_accepted"
    turn: int
    side: Side


class Declined(StrEnum):
    """Why an offered point of information was not put."""

    REFUSED = "refused"  # by the speaker
    LAPSED = "lapsed"  # the speaker did not take it in time
    WITHDRAWN = "withdrawn"  # by the side that offered it


class PoiDeclined(Stamped):
    """The point that `side` offered is not put."""

    type: Literal["poi_declined"] = "poi_declined"
    turn: int
    side: Side
    reason: Declined


class PoiOver(StrEnum):
    """Why a point of information is over."""

    ASKED = "asked"  # whoever asked has finished
    TIME = "time"  # its seconds are used up
    CUT = "cut"  # the speaker went on


class PoiEnded(Stamped):
    """The point that `side` put is over: only the speaker is heard again."""

    type: Literal["poi_ended"] = "poi_ended"
    turn: int
    side: Side
    reason: PoiOver


class PreparationStarted(Stamped):
    """Between two turns `side` takes some of its time for preparation: the next turn waits."""

    type: Literal["preparation_started"] = "preparation_started"
    side: Side


class PreparationOver(StrEnum):
    """Why a side's preparation is over."""

    READY = "ready"
    USED_UP = "used up"  # nothing is left of its time


class PreparationEnded(Stamped):
    """`side` prepares no longer; what it did not use stays its own."""

    type: Literal["preparation_ended"] = "preparation_ended"
    side: Side
    reason: PreparationOver


class SentenceSpoken(Stamped):
    """Word for word what was heard."""

    type: Literal["sentence_spoken"] = "sentence_spoken"
    turn: int
    side: Side
    """Not the turn's where it was heard inside the other's."""
    id: str
    text: str
    start: float
    end: float
    voice: Named = ""
    cut: bool = False
    """The bell ended it."""


class TranscriptSegment(Stamped):
    """A committed passage of `side`'s speech as `listener`'s recogniser heard it."""

    type: Literal["transcript_segment"] = "transcript_segment"
    turn: int
    side: Side
    listener: Side
    text: str
    start: float
    end: float
    recognizer: Named
    sure: tuple[float | None, ...] = ()
    """How probable the recogniser holds each of its words, told apart at blanks; empty where it does not tell."""


class ActionExtracted(Stamped):
    """An action as `observer` read it, with its effect: on the flow tree of `owner`, from `target` to `node`."""

    type: Literal["action_extracted"] = "action_extracted"
    turn: int
    observer: Side
    action: Action
    owner: Side
    """Whose claims the tree holds."""
    target: str | None = None
    """The node it acts on; None for a proposal, and where it was not found."""
    node: str | None = None
    """The node it makes, puts right or touches; None where it comes to nothing."""
    quote: str = ""
    """The very words it was read in, as they were heard, or spoken where it is the observer's own; empty if unknown."""
    start: float | None = None
    """Of these words, like `end`; None if unknown."""
    end: float | None = None
    certainty: float | None = Field(default=None, ge=0, le=1)
    """How probable it is that this was meant, as far as the reader can tell."""
