"""The match as a state machine: `Match.apply(event) -> commands`. Pure.

`transitions` says when an event may come and where it leads, `moves`, `exchanges` and `reports` what it does. Anything
else is a RuleError and changes nothing. Replaying a log through `Match.replay` gives the state the live match had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agent.match import exchanges, moves, reports
from agent.match.commands import Command
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
from agent.match.match_record import MatchRecord
from agent.match.transitions import TABLE, Phase, Transitions
from agent.match.turn_record import TurnRecord
from config.errors import RuleError

__all__ = ["Match", "Phase", "TurnRecord"]

Handler = Callable[..., list[Command]]
HANDLERS: dict[type, Handler] = {
    MatchCreated: moves.create,
    TurnStarted: moves.start_turn,
    ClockSignal: moves.signal,
    TurnEnded: moves.end_turn,
    ClockPaused: moves.pause,
    ClockResumed: moves.resume,
    MatchEnded: moves.end,
    PoiOffered: exchanges.offer,
    PoiAccepted: exchanges.accept,
    PoiDeclined: exchanges.decline,
    PoiEnded: exchanges.end_question,
    PreparationStarted: exchanges.start_preparing,
    PreparationEnded: exchanges.end_preparing,
    SentenceSpoken: reports.spoken,
    TranscriptSegment: reports.heard,
    ActionExtracted: reports.action,
    PlanUpdated: reports.planned,
    StatementDrafted: reports.drafted,
    AudienceFeedback: reports.listened,
    StatementRevised: reports.revised,
    FitStep: reports.fitted,
    ModelUsed: reports.metered,
    ParticipantLeft: reports.left,
    Degraded: reports.degraded,
    Failed: reports.failed,
    StateDigest: reports.digested,
}


class Match(MatchRecord):
    """The state of one match, moved on by its events."""

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Match:
        """The state after these events."""
        match = cls()
        for event in events:
            match.apply(event)
        return match

    def apply(self, event: Event) -> list[Command]:
        """Take the next event.

        Raises:
            RuleError: it is not allowed now; the state is as before.
        """
        if event.seq != self.seq:
            raise RuleError(f"event {event.seq} came where {self.seq} was due")
        if event.at < self.at:
            raise RuleError(f"event {event.seq} goes back in time, to {event.at:.3f} s")
        leads = TABLE.get(type(event), {})
        if self.phase not in leads:
            raise RuleError(f"{event.type} is not allowed while the match is {self.phase.value}")
        commands = HANDLERS[type(event)](self, event)
        self._go(leads)
        self.seq, self.at = event.seq + 1, event.at
        return commands

    def _go(self, leads: Transitions) -> None:
        """To the phase that the table says; back to the interrupted one where it says more than one."""
        after = leads[self.phase]
        back = self.interrupted
        self.phase = after[0] if len(after) == 1 else next(phase for phase in after if phase is back)
        if self.phase is not Phase.PAUSED:
            self.interrupted = None
