"""Which events a seat may bring about, and which a scribe."""

from __future__ import annotations

from collections.abc import Collection

from agent.match.events import (
    ActionExtracted,
    AudienceFeedback,
    Declined,
    Degraded,
    EndReason,
    Event,
    Failed,
    FitStep,
    ModelUsed,
    PlanUpdated,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationStarted,
    SentenceSpoken,
    StatementDrafted,
    StatementRevised,
    TranscriptSegment,
    TurnEnded,
)
from agent.match.seats import Occupant
from config.format import Side

PERSONS = (TurnEnded, PoiOffered, PoiAccepted, PoiDeclined, PoiEnded, PreparationStarted, PreparationEnded)


def may_post(event: Event, side: Side, turn_side: Side | None, occupant: Occupant | None = None) -> bool:
    """Whether the seat of `side` may bring this event about: its own words, hearing and troubles, no more.

    A person may end its turn, and offer, take and end points of information: what it says is what others hear.

    Args:
        turn_side: whose turn it is now, if it is anybody's.
        occupant: who sits there, where that is known.
    """
    if occupant is Occupant.PERSON and not isinstance(event, PERSONS):
        return False
    match event:
        case SentenceSpoken() | PlanUpdated() | StatementDrafted() | FitStep():
            return event.side is side
        case AudienceFeedback() | StatementRevised() | ModelUsed() | PreparationStarted() | PreparationEnded():
            return event.side is side
        case TranscriptSegment():
            return event.listener is side
        case ActionExtracted():
            return event.observer is side
        case TurnEnded():
            return turn_side is side and event.reason in (EndReason.YIELDED, EndReason.FAILED)
        case PoiOffered():
            return event.side is side is not turn_side
        case PoiAccepted():
            return turn_side is side
        case PoiDeclined():
            return side is (turn_side if event.reason is Declined.REFUSED else event.side)
        case PoiEnded():
            return side is (turn_side if event.reason is PoiOver.CUT else event.side)
        case Degraded() | Failed():
            return True
        case _:
            return False


def may_note(event: Event, heard: Collection[Side], keeper: Side | None) -> bool:
    """Whether a scribe may bring this event about: what it heard of those sides, and what it read into the trees.

    Args:
        keeper: the side in whose name it keeps flow trees.
    """
    match event:
        case TranscriptSegment():
            return event.side in heard
        case ActionExtracted():
            return event.observer is keeper and event.action.actor in heard
        case Degraded() | Failed():
            return True
        case _:
            return False
