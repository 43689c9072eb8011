"""What happens in a match. The log is a list of these, and nothing else is the truth. Pure.

`seq` numbers the events of a match from 0, `at` is in seconds since the match began; both are given by
the runner when the event is accepted. A turn has a clock of its own, in seconds since it began, pauses
not counted. Unknown fields are refused, so a damaged line is found.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from agent.match.seats import SeatInfo
from config.errors import LogError
from config.format import Format, Side, Stage, first_fault
from config.statement import Sentence
from planning.argument import Action, Evidence


class _Base(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    seq: int = -1
    at: float = 0.0


class MatchCreated(_Base):
    type: Literal["match_created"] = "match_created"
    match_id: str
    motion_id: str
    motion: str
    format: Format
    seats: dict[Side, SeatInfo]


class TurnStarted(_Base):
    type: Literal["turn_started"] = "turn_started"
    turn: int
    side: Side
    stage: Stage
    seconds: float


class EndReason(StrEnum):
    YIELDED = "yielded"  # the speaker had finished
    BELL = "bell"
    LEFT = "left"  # the speaker is gone
    FAILED = "failed"  # the speaker's seat broke


class TurnEnded(_Base):
    type: Literal["turn_ended"] = "turn_ended"
    turn: int
    reason: EndReason


class ClockSignal(_Base):
    """`left` seconds remain; 0 is the bell."""

    type: Literal["clock_signal"] = "clock_signal"
    turn: int
    left: float


class ClockPaused(_Base):
    """The chair stops the clock, in `turn` or between two turns (None). `at` goes on, the turn's own clock stands."""

    type: Literal["clock_paused"] = "clock_paused"
    turn: int | None
    reason: str


class ClockResumed(_Base):
    """The clock runs again from where it stood."""

    type: Literal["clock_resumed"] = "clock_resumed"


class SentenceSpoken(_Base):
    """Word for word what was heard; times in seconds of the turn's own clock. `cut`: the bell ended it."""

    type: Literal["sentence_spoken"] = "sentence_spoken"
    turn: int
    side: Side
    id: str
    text: str
    start: float
    end: float
    voice: str = ""
    cut: bool = False


class TranscriptSegment(_Base):
    """A committed passage of `side`'s speech as `listener`'s recogniser heard it, by the turn's own clock."""

    type: Literal["transcript_segment"] = "transcript_segment"
    turn: int
    side: Side
    listener: Side
    text: str
    start: float
    end: float
    recognizer: str


class ActionExtracted(_Base):
    """An action as `observer` read it, with its effect: the flow tree of `owner`, its target and its node."""

    type: Literal["action_extracted"] = "action_extracted"
    turn: int
    observer: Side
    action: Action
    owner: Side
    target: str | None = None
    node: str | None = None


class PlannedField(BaseModel):
    """One battlefield of a plan, for the record."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    topic: str
    owner: Side
    importance: str
    rationale: str
    seconds: float
    options: tuple[str, ...]


class PlanUpdated(_Base):
    type: Literal["plan_updated"] = "plan_updated"
    turn: int
    side: Side
    k: int
    hit_rate: float
    battlefields: tuple[PlannedField, ...]


class StatementDrafted(_Base):
    """The statement as written, reserve included; what was spoken of it is in `sentence_spoken`.

    `evidence`: what its sentences cite, by id, so that their figures can be traced from the log alone.
    """

    type: Literal["statement_drafted"] = "statement_drafted"
    turn: int
    side: Side
    sentences: tuple[Sentence, ...]
    evidence: dict[str, Evidence] = {}


class AudienceIssue(BaseModel):
    """One thing the simulated audience stumbled over, and what it asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dimension: str
    issue: str
    effect: str
    revision: str


class AudienceFeedback(_Base):
    """What the simulated audience said of a draft for `turn`; `example` names the human debate it had before it."""

    type: Literal["audience_feedback"] = "audience_feedback"
    turn: int
    side: Side
    issues: tuple[AudienceIssue, ...]
    example: str = ""


class StatementRevised(_Base):
    """Other words for what has not been spoken of a statement yet, and why: the audience, or a newer draft."""

    type: Literal["statement_revised"] = "statement_revised"
    turn: int
    side: Side
    sentences: tuple[Sentence, ...]
    reason: str
    evidence: dict[str, Evidence] = {}


class FitStep(_Base):
    """One decision of the speech-time controller: `seconds` that the choice takes of the `budget`.

    `words`: what the writer was asked for, where it was asked.
    """

    type: Literal["fit_step"] = "fit_step"
    turn: int
    side: Side
    budget: float
    seconds: float
    kept: int
    dropped: int
    decision: str
    words: int | None = None


class RoleUse(BaseModel):
    """What one role has asked of one model so far; `cost` is None where a price is not known.

    `preparation`: before the match began.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: str
    model: str
    host: str
    calls: int
    failed: int
    prompt_tokens: int
    completion_tokens: int
    estimated: bool
    cost: float | None
    seconds: float
    preparation: bool = False


class ModelUsed(_Base):
    """What `side` itself has used language models for, all in all, before the match and since it began."""

    type: Literal["model_used"] = "model_used"
    side: Side
    rows: tuple[RoleUse, ...]


class Degraded(_Base):
    """A part was missing, slow or broken, and another took its place."""

    type: Literal["degraded"] = "degraded"
    part: str
    reason: str
    instead: str


class Failed(_Base):
    type: Literal["failed"] = "failed"
    part: str
    reason: str


class ParticipantLeft(_Base):
    type: Literal["participant_left"] = "participant_left"
    side: Side
    reason: str


class MatchEnded(_Base):
    type: Literal["match_ended"] = "match_ended"
    reason: str


Event = Annotated[
    MatchCreated
    | TurnStarted
    | TurnEnded
    | ClockSignal
    | ClockPaused
    | ClockResumed
    | SentenceSpoken
    | TranscriptSegment
    | ActionExtracted
    | PlanUpdated
    | StatementDrafted
    | AudienceFeedback
    | StatementRevised
    | FitStep
    | ModelUsed
    | Degraded
    | Failed
    | ParticipantLeft
    | MatchEnded,
    Field(discriminator="type"),
]

_ADAPTER: TypeAdapter[Event] = TypeAdapter(Event)


def encode(event: Event) -> str:
    """One line of JSON, without the line's end."""
    return event.model_dump_json()


def decode(line: str | bytes) -> Event:
    """Read one line back.

    Raises:
        LogError: the line is not an event, with the place in it and the reason.
    """
    try:
        return _ADAPTER.validate_json(line)
    except ValidationError as error:
        raise LogError(first_fault(error)) from error
