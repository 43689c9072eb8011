"""What happens in a match. The log is a list of these, and nothing else is the truth. Pure.

`seq` and `at` are given by the runner when an event is accepted. A turn has a clock of its own, in seconds since it
began, pauses not counted. Unknown fields are refused where an event is made. Where one is read they are left out,
for a later Rostrum may have added them; fields that are missing or of the wrong type are damage.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from agent.match.events.parts import Degraded, Failed, ModelUsed, ParticipantLeft, RoleUse
from agent.match.events.plans import (
    AudienceFeedback,
    AudienceIssue,
    FitStep,
    PlannedField,
    PlanUpdated,
    StatementDrafted,
    StatementRevised,
)
from agent.match.events.turns import (
    SCHEMA_VERSION,
    ActionExtracted,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Declined,
    EndReason,
    MatchCreated,
    MatchEnded,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
    SentenceSpoken,
    StateDigest,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from config.errors import LogError, first_fault
from planning.debate.planned import Means, PlannedOption

__all__ = [
    "EVENT",
    "SCHEMA_VERSION",
    "ActionExtracted",
    "AudienceFeedback",
    "AudienceIssue",
    "ClockPaused",
    "ClockResumed",
    "ClockSignal",
    "Declined",
    "Degraded",
    "EndReason",
    "Event",
    "Failed",
    "FitStep",
    "MatchCreated",
    "MatchEnded",
    "Means",
    "ModelUsed",
    "ParticipantLeft",
    "PlanUpdated",
    "PlannedField",
    "PlannedOption",
    "PoiAccepted",
    "PoiDeclined",
    "PoiEnded",
    "PoiOffered",
    "PoiOver",
    "PreparationEnded",
    "PreparationOver",
    "PreparationStarted",
    "RoleUse",
    "SentenceSpoken",
    "StateDigest",
    "StatementDrafted",
    "StatementRevised",
    "TranscriptSegment",
    "TurnEnded",
    "TurnStarted",
    "decode",
    "encode",
]

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
    | PoiOffered
    | PoiAccepted
    | PoiDeclined
    | PoiEnded
    | PreparationStarted
    | PreparationEnded
    | MatchEnded
    | StateDigest,
    Field(discriminator="type"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def encode(event: Event) -> str:
    """One line of JSON, without the line's end."""
    return event.model_dump_json()


def decode(line: str | bytes) -> Event:
    """Read one line back. Raises LogError: the line is not an event, with the place in it and the reason."""
    try:
        return EVENT.validate_json(line, strict=True, extra="ignore")
    except ValidationError as error:
        raise LogError(first_fault(error)) from error
