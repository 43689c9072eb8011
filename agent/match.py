"""The match as a state machine: `Match.apply(event) -> commands`. Pure.

    CREATED --match_created--> WAITING --turn_started--> SPEAKING --turn_ended--> WAITING ... --> ENDED

Only the chair's events move the match on (`MOVES`); all others are records (`RECORDS`), each allowed in
the phases named beside it. Anything else is a RuleError and changes nothing. Replaying a log through
`Match.replay` gives the state the live match had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from agent.clock import signals
from agent.events import (
    ActionExtracted,
    ClockSignal,
    Degraded,
    EndReason,
    Event,
    Failed,
    FitStep,
    MatchCreated,
    MatchEnded,
    ParticipantLeft,
    PlanUpdated,
    SentenceSpoken,
    StatementDrafted,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from config.errors import RuleError
from config.format import Format, Side, Stage
from planning.flow import FlowTree


class Phase(Enum):
    CREATED = "created"
    WAITING = "waiting"  # between turns; the tail of the last one may still be transcribed
    SPEAKING = "speaking"
    ENDED = "ended"


@dataclass(frozen=True)
class Schedule:
    """Bring this event about `after` seconds from now."""

    after: float
    event: Event


@dataclass(frozen=True)
class CancelSchedule:
    """Forget everything scheduled."""


@dataclass(frozen=True)
class OpenFloor:
    turn: int
    side: Side
    seconds: float


@dataclass(frozen=True)
class CloseFloor:
    """At once: after this nothing of that side is heard."""

    turn: int
    side: Side


@dataclass(frozen=True)
class Finish:
    """The match is over; the runner may stop."""


Command = Schedule | CancelSchedule | OpenFloor | CloseFloor | Finish


@dataclass
class TurnRecord:
    """Everything said and heard in one turn."""

    index: int
    side: Side
    stage: Stage
    seconds: float
    started: float
    ended: float | None = None
    reason: EndReason | None = None
    spoken: list[SentenceSpoken] = field(default_factory=list)
    heard: list[TranscriptSegment] = field(default_factory=list)
    actions: list[ActionExtracted] = field(default_factory=list)

    @property
    def spoken_seconds(self) -> float:
        """When the last word ended, from the turn's start.

        Known for our voices. Of others we know when they were heard, a moment later; the chair closes
        their microphone at the bell, so nothing of theirs lies beyond it.
        """
        if self.spoken:
            return max(sentence.end for sentence in self.spoken)
        return min(self.seconds, max((segment.end for segment in self.heard), default=0.0))

    @property
    def overrun(self) -> float:
        return max(0.0, self.spoken_seconds - self.seconds)

    def numbers(self) -> dict[str, str | float | int]:
        """The turn in `rostrum debate --json`; times in seconds."""
        return {
            "side": self.side.value,
            "stage": self.stage.value,
            "allotted": self.seconds,
            "spoken": round(self.spoken_seconds, 3),
            "overrun": round(self.overrun, 3),
            "sentences": len(self.spoken) or len(self.heard),
            "actions": len(self.actions),
        }


class Match:
    """The state of one match. Compare two with `==`."""

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self) -> None:
        self.phase = Phase.CREATED
        self.created: MatchCreated | None = None
        self.turns: list[TurnRecord] = []
        self.flows: dict[Side, dict[Side, FlowTree]] = {}
        self.plans: dict[int, PlanUpdated] = {}
        self.drafts: dict[int, StatementDrafted] = {}
        self.fits: dict[int, list[FitStep]] = {}
        self.gone: dict[Side, str] = {}
        self.degraded: list[Degraded] = []
        self.failed: list[Failed] = []
        self.ended: str | None = None
        self.seq = 0
        self.at = 0.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and vars(self) == vars(other)

    @classmethod
    def replay(cls, events: Iterable[Event]) -> Match:
        """The state after these events."""
        match = cls()
        for event in events:
            match.apply(event)
        return match

    @property
    def format(self) -> Format:
        if self.created is None:
            raise RuleError("the match has not been created yet")
        return self.created.format

    @property
    def turn(self) -> TurnRecord | None:
        """The turn that is being spoken, if one is."""
        return self.turns[-1] if self.phase is Phase.SPEAKING else None

    def apply(self, event: Event) -> list[Command]:
        """Take the next event.

        Raises:
            RuleError: it is not allowed now; the state is as before.
        """
        if event.seq != self.seq:
            raise RuleError(f"event {event.seq} came where {self.seq} was due")
        if event.at < self.at:
            raise RuleError(f"event {event.seq} goes back in time, to {event.at:.3f} s")
        phases, handler = TABLE.get(type(event), (frozenset(), None))
        if handler is None or self.phase not in phases:
            raise RuleError(f"{event.type} is not allowed while the match is {self.phase.value}")
        commands = handler(self, event)
        self.seq, self.at = event.seq + 1, event.at
        return commands

    # -- moves ---------------------------------------------------------------------------------

    def _create(self, event: MatchCreated) -> list[Command]:
        self.created = event
        self.flows = {
            observer: {owner: FlowTree(owner) for owner in Side}
            for observer, seat in event.seats.items()
            if seat.kind == "prepared"
        }
        self.phase = Phase.WAITING
        return [self._next_turn(0, 0.0)]

    def _next_turn(self, index: int, after: float) -> Schedule:
        turn = self.format.turns[index]
        return Schedule(after, TurnStarted(turn=index, side=turn.side, stage=turn.stage, seconds=turn.seconds))

    def _start(self, event: TurnStarted) -> list[Command]:
        if event.turn != len(self.turns):
            raise RuleError(f"turn {event.turn} cannot start: turn {len(self.turns)} is next")
        turn = self.format.turns[event.turn]
        if (event.side, event.stage, event.seconds) != (turn.side, turn.stage, turn.seconds):
            raise RuleError(f"turn {event.turn} is not what the format says")
        self.turns.append(TurnRecord(event.turn, event.side, event.stage, event.seconds, event.at))
        self.phase = Phase.SPEAKING
        commands: list[Command] = [OpenFloor(event.turn, event.side, event.seconds)]
        commands += [
            Schedule(after, ClockSignal(turn=event.turn, left=left)) for after, left in signals(self.format, event.turn)
        ]
        if event.side in self.gone:
            commands.append(Schedule(0.0, TurnEnded(turn=event.turn, reason=EndReason.LEFT)))
        return commands

    def _signal(self, event: ClockSignal) -> list[Command]:
        record = self._speaking(event.turn)
        if event.left > 0:
            return []
        return [
            CloseFloor(record.index, record.side),
            Schedule(0.0, TurnEnded(turn=record.index, reason=EndReason.BELL)),
        ]

    def _end_turn(self, event: TurnEnded) -> list[Command]:
        record = self._speaking(event.turn)
        record.ended, record.reason = event.at, event.reason
        self.phase = Phase.WAITING
        commands: list[Command] = [CancelSchedule(), CloseFloor(record.index, record.side)]
        gap = self.format.gap_seconds
        if len(self.turns) < len(self.format.turns):
            return [*commands, self._next_turn(len(self.turns), gap)]
        return [*commands, Schedule(gap, MatchEnded(reason="all turns were held"))]

    def _end(self, event: MatchEnded) -> list[Command]:
        commands: list[Command] = [CancelSchedule()]
        if self.phase is Phase.SPEAKING:
            commands.append(CloseFloor(self.turns[-1].index, self.turns[-1].side))
        self.phase, self.ended = Phase.ENDED, event.reason
        return [*commands, Finish()]

    def _speaking(self, index: int) -> TurnRecord:
        if index != self.turns[-1].index:
            raise RuleError(f"turn {index} is not the one being spoken")
        return self.turns[-1]

    # -- records -------------------------------------------------------------------------------

    def _record(self, index: int) -> TurnRecord:
        if not 0 <= index < len(self.turns):
            raise RuleError(f"turn {index} has not begun")
        return self.turns[index]

    def _spoken(self, event: SentenceSpoken) -> list[Command]:
        record = self._record(event.turn)
        if event.side is not record.side:
            raise RuleError(f"{event.side} spoke in the turn of {record.side}")
        record.spoken.append(event)
        return []

    def _heard(self, event: TranscriptSegment) -> list[Command]:
        record = self._record(event.turn)
        if event.side is not record.side or event.listener is record.side:
            raise RuleError("a transcript is of the side whose turn it is, by the other")
        record.heard.append(event)
        return []

    def _action(self, event: ActionExtracted) -> list[Command]:
        record = self._record(event.turn)
        if event.observer not in self.flows:
            raise RuleError(f"{event.observer} keeps no flow trees")
        tree = self.flows[event.observer][event.owner]
        if (node := tree.effect(event.action, event.target)) != event.node:
            raise RuleError(f"the action makes node {node}, not {event.node}")
        tree.apply(event.action, event.target)
        record.actions.append(event)
        return []

    def _planned(self, event: PlanUpdated) -> list[Command]:
        self._of_turn(event.turn)
        self.plans[event.turn] = event
        return []

    def _drafted(self, event: StatementDrafted) -> list[Command]:
        self._of_turn(event.turn)
        self.drafts[event.turn] = event
        return []

    def _fitted(self, event: FitStep) -> list[Command]:
        self._of_turn(event.turn)
        self.fits.setdefault(event.turn, []).append(event)
        return []

    def _of_turn(self, index: int) -> None:
        if not 0 <= index < len(self.format.turns):
            raise RuleError(f"the format has no turn {index}")

    def _left(self, event: ParticipantLeft) -> list[Command]:
        self.gone[event.side] = event.reason
        record = self.turn
        if record is not None and record.side is event.side:
            return [Schedule(0.0, TurnEnded(turn=record.index, reason=EndReason.LEFT))]
        return []

    def _degraded(self, event: Degraded) -> list[Command]:
        self.degraded.append(event)
        return []

    def _failed(self, event: Failed) -> list[Command]:
        self.failed.append(event)
        return []


Handler = Callable[..., list[Command]]

_BEFORE = frozenset({Phase.CREATED})
_BETWEEN = frozenset({Phase.WAITING})
_SPEAKING = frozenset({Phase.SPEAKING})
_RUNNING = frozenset({Phase.WAITING, Phase.SPEAKING})
_ALWAYS = frozenset(Phase) - _BEFORE

MOVES: dict[type, tuple[frozenset[Phase], Handler]] = {
    MatchCreated: (_BEFORE, Match._create),
    TurnStarted: (_BETWEEN, Match._start),
    ClockSignal: (_SPEAKING, Match._signal),
    TurnEnded: (_SPEAKING, Match._end_turn),
    MatchEnded: (_RUNNING, Match._end),
}
RECORDS: dict[type, tuple[frozenset[Phase], Handler]] = {
    SentenceSpoken: (_RUNNING, Match._spoken),
    TranscriptSegment: (_RUNNING, Match._heard),
    ActionExtracted: (_RUNNING, Match._action),
    PlanUpdated: (_RUNNING, Match._planned),
    StatementDrafted: (_RUNNING, Match._drafted),
    FitStep: (_RUNNING, Match._fitted),
    ParticipantLeft: (_RUNNING, Match._left),
    Degraded: (_ALWAYS, Match._degraded),
    Failed: (_ALWAYS, Match._failed),
}
TABLE = {**MOVES, **RECORDS}
