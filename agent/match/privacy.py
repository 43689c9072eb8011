"""Who may read which event of a match, and when: the one rule, for the room and for the API. Pure.

What everybody in the room hears and sees is told at once: the clock, the words, what is made of them, who left. What a
side means to say, and what an audience thinks of it, belongs to that side alone until the turn it is for is over, or
the match is; what it uses language models for, until the match is over. A match whose seats have no secrets from who
watches (a broadcast, in which no person sits) may tell everything at once; that is for whoever asks here to know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import get_args

from agent.match.events import (
    ActionExtracted,
    AudienceFeedback,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Degraded,
    Event,
    Failed,
    FitStep,
    MatchCreated,
    MatchEnded,
    ModelUsed,
    ParticipantLeft,
    PlanUpdated,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PreparationEnded,
    PreparationStarted,
    SentenceSpoken,
    StateDigest,
    StatementDrafted,
    StatementRevised,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.events.stamped import Stamped
from config.format import Side
from speech.timing.steps import Verdict

Preparation = PlanUpdated | StatementDrafted | StatementRevised | AudienceFeedback | FitStep
Withheld = Preparation | ModelUsed


class When(Enum):
    """From when on an event is public."""

    AT_ONCE = "at once"
    TURN_OVER = "its turn is over"
    MATCH_OVER = "the match is over"


PUBLIC: dict[type[Stamped], When] = {
    **dict.fromkeys((MatchCreated, TurnStarted, TurnEnded, ClockSignal, ClockPaused, ClockResumed), When.AT_ONCE),
    **dict.fromkeys((SentenceSpoken, TranscriptSegment, ActionExtracted), When.AT_ONCE),
    **dict.fromkeys((ParticipantLeft, Degraded, Failed, MatchEnded, StateDigest), When.AT_ONCE),
    **dict.fromkeys((PoiOffered, PoiAccepted, PoiDeclined, PoiEnded), When.AT_ONCE),
    **dict.fromkeys((PreparationStarted, PreparationEnded), When.AT_ONCE),
    **dict.fromkeys(get_args(Preparation), When.TURN_OVER),
    ModelUsed: When.MATCH_OVER,
}
"""An event that is not named here waits until the match is over."""


@dataclass(frozen=True)
class Over:
    """What of a match is over: these turns, or all of it."""

    turns: frozenset[int] = frozenset()
    match: bool = False

    def after(self, event: Event) -> Over:
        """When this has happened too."""
        if isinstance(event, TurnEnded):
            return Over(self.turns | {event.turn}, self.match)
        return Over(self.turns, True) if isinstance(event, MatchEnded) else self


def what_is_over(events: Iterable[Event]) -> Over:
    """After all these."""
    over = Over()
    for event in events:
        over = over.after(event)
    return over


def readable(event: Event, to: Side | None, over: Over) -> bool:
    """Whether the seat of that side, or who sits on none, may read it as it is."""
    match PUBLIC.get(type(event), When.MATCH_OVER):
        case When.AT_ONCE:
            return True
        case When.TURN_OVER if getattr(event, "turn", None) in over.turns:
            return True
        case _:
            return over.match or (to is not None and getattr(event, "side", None) is to)


def shown(event: Event, to: Side | None, over: Over) -> Event:
    """The event as the seat of that side, or a spectator (None), may read it now.

    What they may not is emptied. The event keeps its place, so that nobody takes it for lost, and stays one that a
    match can take.
    """
    if readable(event, to, over):
        return event
    match event:
        case PlanUpdated():
            return event.model_copy(update={"battlefields": (), "hit_rate": 0.0, "detail": {}})
        case StatementDrafted():
            return event.model_copy(update={"sentences": (), "evidence": {}})
        case StatementRevised():
            return event.model_copy(update={"sentences": (), "evidence": {}, "reason": ""})
        case AudienceFeedback():
            return event.model_copy(update={"issues": (), "example": ""})
        case FitStep():
            nothing = {"seconds": 0.0, "kept": 0, "dropped": 0, "verdict": Verdict.LANDS}
            unsaid = dict.fromkeys(("words", "remedy", "count", "musts", "pause", "drafts"))
            return event.model_copy(update={**nothing, **unsaid})
        case ModelUsed():
            return event.model_copy(update={"rows": ()})
        case _:
            return event
