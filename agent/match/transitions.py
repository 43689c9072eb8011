"""When each event may come, and the phase it leads to. Pure.

The chair's events move the match on:

    created --match_created--> waiting
    waiting --turn_started--> speaking
    speaking --clock_signal--> speaking
    speaking --poi_offered--> speaking
    speaking --poi_accepted--> speaking
    speaking --poi_declined--> speaking
    speaking --poi_ended--> speaking
    speaking --turn_ended--> waiting
    paused --turn_ended--> paused
    waiting --preparation_started--> preparing
    preparing --preparation_ended--> waiting
    waiting --clock_paused--> paused
    speaking --clock_paused--> paused
    preparing --clock_paused--> paused
    paused --clock_resumed--> waiting or speaking or preparing
    waiting --match_ended--> ended
    speaking --match_ended--> ended
    preparing --match_ended--> ended
    paused --match_ended--> ended

While the clock stands no signal is given, no turn begins and no new sound is heard; what was said before may still be
recorded, and the speaker may give the turn up. `clock_resumed` leads back to where the match was when it was paused.

A point of information is offered by the side that listens, where the turn has time for some, one at a time and not
just after the one before. The speaker takes or refuses it, its side may withdraw it, and after a while it lapses. Once
it is taken both sides are heard, and the speaker's clock goes on, until it has been put, its seconds are over or the
speaker goes on. In a cross-examination both are heard from beginning to end. With the turn, by the bell or otherwise,
everything in it is over.

Between two turns a side may take time from its pool for preparation: the next turn waits until it is ready, or the pool
is empty.

All other events are records: they leave the phase as it is. What is said, heard and planned is recorded while the
match is held (waiting, speaking, preparing, paused); troubles and the use of models also when it has ended; a digest
of the state always.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from agent.match.events import (
    ActionExtracted,
    AudienceFeedback,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Degraded,
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


class Phase(Enum):
    """Where a match stands."""

    CREATED = "created"
    WAITING = "waiting"  # between turns; the tail of the last one may still be transcribed
    SPEAKING = "speaking"
    PREPARING = "preparing"  # between turns; a side takes time from its pool
    PAUSED = "paused"  # within a turn or between two
    ENDED = "ended"


Transitions = Mapping[Phase, tuple[Phase, ...]]
"""From each phase in which an event may come to the phase after it; to one of several: the one that was interrupted."""

CREATED, WAITING, SPEAKING, PREPARING, PAUSED, ENDED = Phase
MOVES: dict[type[Stamped], Transitions] = {
    MatchCreated: {CREATED: (WAITING,)},
    TurnStarted: {WAITING: (SPEAKING,)},
    ClockSignal: {SPEAKING: (SPEAKING,)},
    PoiOffered: {SPEAKING: (SPEAKING,)},
    PoiAccepted: {SPEAKING: (SPEAKING,)},
    PoiDeclined: {SPEAKING: (SPEAKING,)},
    PoiEnded: {SPEAKING: (SPEAKING,)},
    TurnEnded: {SPEAKING: (WAITING,), PAUSED: (PAUSED,)},
    PreparationStarted: {WAITING: (PREPARING,)},
    PreparationEnded: {PREPARING: (WAITING,)},
    ClockPaused: {WAITING: (PAUSED,), SPEAKING: (PAUSED,), PREPARING: (PAUSED,)},
    ClockResumed: {PAUSED: (WAITING, SPEAKING, PREPARING)},
    MatchEnded: {WAITING: (ENDED,), SPEAKING: (ENDED,), PREPARING: (ENDED,), PAUSED: (ENDED,)},
}


def _stays(*phases: Phase) -> Transitions:
    return {phase: (phase,) for phase in phases}


_HELD = _stays(WAITING, SPEAKING, PREPARING, PAUSED)
_BEGUN = _stays(WAITING, SPEAKING, PREPARING, PAUSED, ENDED)
RECORDS: dict[type[Stamped], Transitions] = {
    SentenceSpoken: _HELD,
    TranscriptSegment: _BEGUN,  # the end of the last speech may be recognised when the match is over
    ActionExtracted: _BEGUN,
    PlanUpdated: _HELD,
    StatementDrafted: _HELD,
    AudienceFeedback: _HELD,
    StatementRevised: _HELD,
    FitStep: _HELD,
    ParticipantLeft: _HELD,
    ModelUsed: _BEGUN,
    Degraded: _BEGUN,
    Failed: _BEGUN,
    StateDigest: _stays(*Phase),
}
TABLE: dict[type[Stamped], Transitions] = {**MOVES, **RECORDS}


def diagram() -> str:
    """The moves as they stand in the table, a line each: `waiting --turn_started--> speaking`."""
    return "\n".join(
        f"{before.value} --{event.model_fields['type'].default}--> {' or '.join(phase.value for phase in after)}"
        for event, leads in MOVES.items()
        for before, after in leads.items()
    )
