"""What is kept of a match: all that its events have said so far. Pure."""

from __future__ import annotations

from enum import Enum

from agent.match import events
from agent.match.records.turn import PreparationRecord, TurnRecord
from config.errors import RuleError
from config.format import Format, Side
from planning.debate.flow import FlowTree


class Phase(Enum):
    """Where a match stands."""

    CREATED = "created"
    WAITING = "waiting"  # between turns; the tail of the last one may still be transcribed
    SPEAKING = "speaking"
    PREPARING = "preparing"  # between turns; a side takes time from its pool
    PAUSED = "paused"  # within a turn or between two
    ENDED = "ended"


class MatchRecord:
    """The record of one match. Compare two with `==`.

    By turn (from 0) unless said otherwise: the last plan and draft, every feedback, revision and step of the
    controller. `flows`: by observer, then by whose claims they hold. `interrupted`: while PAUSED, what goes on when the
    clock runs again. `preparations`: all that were taken, in order.
    """

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self) -> None:
        self.phase = Phase.CREATED
        self.interrupted: Phase | None = None
        self.created: events.MatchCreated | None = None
        self.turns: list[TurnRecord] = []
        self.flows: dict[Side, dict[Side, FlowTree]] = {}
        self.plans: dict[int, events.PlanUpdated] = {}
        self.drafts: dict[int, events.StatementDrafted] = {}
        self.feedback: dict[int, list[events.AudienceFeedback]] = {}
        self.revisions: dict[int, list[events.StatementRevised]] = {}
        self.used: dict[Side, events.ModelUsed] = {}
        self.fits: dict[int, list[events.FitStep]] = {}
        self.gone: dict[Side, str] = {}
        self.preparations: list[PreparationRecord] = []
        self.degraded: list[events.Degraded] = []
        self.failed: list[events.Failed] = []
        self.ended: str | None = None
        self.seq = 0
        self.at = 0.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MatchRecord) and vars(self) == vars(other)

    @property
    def format(self) -> Format:
        if self.created is None:
            raise RuleError("the match has not been created yet")
        return self.created.format

    @property
    def turn(self) -> TurnRecord | None:
        """The turn that is being spoken, if one is; in the middle of it the clock may stand."""
        return self.turns[-1] if Phase.SPEAKING in (self.phase, self.interrupted) else None

    @property
    def preparing(self) -> PreparationRecord | None:
        """The time for preparation that a side is taking; in the middle of it the clock may stand."""
        return self.preparations[-1] if Phase.PREPARING in (self.phase, self.interrupted) else None

    def preparation_left(self, side: Side, now: float | None = None) -> float:
        """Seconds of that side's pool, at a time of the match; that of the last event, if left out."""
        at = self.at if now is None else now
        used = sum(one.clock.read(at) for one in self.preparations if one.side is side)
        return max(0.0, self.format.preparation_seconds - used)

    def being_spoken(self, index: int) -> TurnRecord:
        """Turn `index`, if it is the one that is on. Raises RuleError."""
        record = self.turn
        if record is None or index != record.index:
            raise RuleError(f"turn {index} is not the one being spoken")
        return record

    def begun(self, index: int) -> TurnRecord:
        """Turn `index`, if it has begun. Raises RuleError."""
        if not 0 <= index < len(self.turns):
            raise RuleError(f"turn {index} has not begun")
        return self.turns[index]

    def in_format(self, index: int) -> int:
        """`index`, if the format has such a turn. Raises RuleError."""
        if not 0 <= index < len(self.format.turns):
            raise RuleError(f"the format has no turn {index}")
        return index
