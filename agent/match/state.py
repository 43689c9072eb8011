"""The match as a state machine: `Match.apply(event) -> commands`. Pure.

    CREATED --match_created--> WAITING --turn_started--> SPEAKING --turn_ended--> WAITING ... --> ENDED
                    WAITING or SPEAKING --clock_paused--> PAUSED --clock_resumed--> where it was

While the clock stands no signal is given, no turn begins and no new sound is heard; what was said before
may still be recorded, and the speaker may give the turn up.

Only the chair's events move the match on (`MOVES`); all others are records (`RECORDS`), each allowed in
the phases named beside it. Anything else is a RuleError and changes nothing. Replaying a log through
`Match.replay` gives the state the live match had.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from agent.match.clock import UNDER_WAY_SECONDS, Stopwatch, signals
from agent.match.commands import (
    CancelSchedule,
    CloseFloor,
    Command,
    Finish,
    HoldSchedule,
    OpenFloor,
    PauseFloor,
    ReleaseSchedule,
    ResumeFloor,
    Schedule,
)
from agent.match.events import (
    ActionExtracted,
    AudienceFeedback,
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Degraded,
    EndReason,
    Event,
    Failed,
    FitStep,
    MatchCreated,
    MatchEnded,
    ModelUsed,
    ParticipantLeft,
    PlanUpdated,
    SentenceSpoken,
    StatementDrafted,
    StatementRevised,
    TranscriptSegment,
    TurnEnded,
    TurnStarted,
)
from agent.match.transcript_lines import lines
from config.errors import RuleError
from config.format import Format, Side, Stage
from planning.trees.flow import FlowTree


class Phase(Enum):
    CREATED = "created"
    WAITING = "waiting"  # between turns; the tail of the last one may still be transcribed
    SPEAKING = "speaking"
    PAUSED = "paused"  # within a turn or between two; `Match.interrupted` says which
    ENDED = "ended"


@dataclass
class TurnRecord:
    """Everything said and heard in one turn. `clock` is its own, by match seconds; pauses do not count."""

    index: int
    side: Side
    stage: Stage
    seconds: float
    clock: Stopwatch
    ended: float | None = None
    reason: EndReason | None = None
    spoken: list[SentenceSpoken] = field(default_factory=list)
    heard: list[TranscriptSegment] = field(default_factory=list)
    actions: list[ActionExtracted] = field(default_factory=list)

    @property
    def started(self) -> float:
        """In match seconds, like `ended`."""
        return self.clock.began

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
        """The turn in `rostrum debate --json`; times in seconds. What was only heard is counted in lines."""
        return {
            "side": self.side.value,
            "stage": self.stage.value,
            "allotted": self.seconds,
            "spoken": round(self.spoken_seconds, 3),
            "overrun": round(self.overrun, 3),
            "sentences": len(self.spoken) or len(lines(self.heard)),
            "actions": len(self.actions),
            "paused": round(self.clock.stood, 3),
        }


class Match:
    """The state of one match. Compare two with `==`."""

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __init__(self) -> None:
        self.phase = Phase.CREATED
        self.interrupted: Phase | None = None  # while PAUSED: what goes on when the clock runs again
        self.created: MatchCreated | None = None
        self.turns: list[TurnRecord] = []
        self.flows: dict[Side, dict[Side, FlowTree]] = {}
        self.plans: dict[int, PlanUpdated] = {}
        self.drafts: dict[int, StatementDrafted] = {}
        self.feedback: dict[int, list[AudienceFeedback]] = {}
        self.revisions: dict[int, list[StatementRevised]] = {}
        self.used: dict[Side, ModelUsed] = {}
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
        """The turn that is being spoken, if one is; in the middle of it the clock may stand."""
        return self.turns[-1] if Phase.SPEAKING in (self.phase, self.interrupted) else None

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
            if seat.keeps_flow
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
        self.turns.append(TurnRecord(event.turn, event.side, event.stage, event.seconds, Stopwatch(event.at)))
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
        if self.phase is Phase.PAUSED and event.reason not in (EndReason.YIELDED, EndReason.FAILED):
            raise RuleError(f"while the clock stands turn {event.turn} ends only if the speaker gives it up")
        record.ended, record.reason = event.at, event.reason
        record.clock = record.clock.go(event.at).stop(event.at)  # a pause that was on ends with the turn
        if self.phase is Phase.PAUSED:
            self.interrupted = Phase.WAITING
        else:
            self.phase = Phase.WAITING
        commands: list[Command] = [CancelSchedule(), CloseFloor(record.index, record.side)]
        gap = self.format.gap_seconds
        if len(self.turns) < len(self.format.turns):
            return [*commands, self._next_turn(len(self.turns), gap)]
        return [*commands, Schedule(gap, MatchEnded(reason="all turns were held"))]

    def _pause(self, event: ClockPaused) -> list[Command]:
        record = self.turn
        if event.turn != (record.index if record else None):
            raise RuleError(f"the clock cannot stop in turn {event.turn}: {record.index if record else 'none'} is on")
        self.phase, self.interrupted = Phase.PAUSED, self.phase
        if record is None:
            return [HoldSchedule()]
        record.clock = record.clock.stop(event.at)
        return [HoldSchedule(), PauseFloor(record.index, record.side)]

    def _resume(self, event: ClockResumed) -> list[Command]:
        record = self.turn
        self.phase, self.interrupted = self.interrupted or Phase.WAITING, None
        if record is None:
            return [ReleaseSchedule()]
        record.clock = record.clock.go(event.at)
        return [ResumeFloor(record.index, record.side), ReleaseSchedule()]

    def _end(self, event: MatchEnded) -> list[Command]:
        commands: list[Command] = [CancelSchedule()]
        if (record := self.turn) is not None:
            commands.append(CloseFloor(record.index, record.side))
            record.clock = record.clock.go(event.at).stop(event.at)
        self.phase, self.interrupted, self.ended = Phase.ENDED, None, event.reason
        return [*commands, Finish()]

    def _speaking(self, index: int) -> TurnRecord:
        record = self.turn
        if record is None or index != record.index:
            raise RuleError(f"turn {index} is not the one being spoken")
        return record

    # -- records -------------------------------------------------------------------------------

    def _record(self, index: int) -> TurnRecord:
        if not 0 <= index < len(self.turns):
            raise RuleError(f"turn {index} has not begun")
        return self.turns[index]

    def _spoken(self, event: SentenceSpoken) -> list[Command]:
        record = self._record(event.turn)
        if event.side is not record.side:
            raise RuleError(f"{event.side} spoke in the turn of {record.side}")
        if (
            self.phase is Phase.PAUSED
            and record is self.turn
            and event.end > record.clock.read(event.at) + UNDER_WAY_SECONDS
        ):
            raise RuleError(f"nothing new is heard while the clock stands at {record.clock.read(event.at):.3f} s")
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

    def _listened(self, event: AudienceFeedback) -> list[Command]:
        self._of_turn(event.turn)
        self.feedback.setdefault(event.turn, []).append(event)
        return []

    def _revised(self, event: StatementRevised) -> list[Command]:
        self._of_turn(event.turn)
        self.revisions.setdefault(event.turn, []).append(event)
        return []

    def _metered(self, event: ModelUsed) -> list[Command]:
        self.used[event.side] = event
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
_PAUSED = frozenset({Phase.PAUSED})
_RUNNING = frozenset({Phase.WAITING, Phase.SPEAKING})
_HELD = _RUNNING | _PAUSED  # from the first event to the last
_ALWAYS = frozenset(Phase) - _BEFORE

MOVES: dict[type, tuple[frozenset[Phase], Handler]] = {
    MatchCreated: (_BEFORE, Match._create),
    TurnStarted: (_BETWEEN, Match._start),
    ClockSignal: (_SPEAKING, Match._signal),
    TurnEnded: (_SPEAKING | _PAUSED, Match._end_turn),
    ClockPaused: (_RUNNING, Match._pause),
    ClockResumed: (_PAUSED, Match._resume),
    MatchEnded: (_HELD, Match._end),
}
RECORDS: dict[type, tuple[frozenset[Phase], Handler]] = {
    SentenceSpoken: (_HELD, Match._spoken),
    TranscriptSegment: (_HELD, Match._heard),
    ActionExtracted: (_HELD, Match._action),
    PlanUpdated: (_HELD, Match._planned),
    StatementDrafted: (_HELD, Match._drafted),
    AudienceFeedback: (_HELD, Match._listened),
    StatementRevised: (_HELD, Match._revised),
    FitStep: (_HELD, Match._fitted),
    ParticipantLeft: (_HELD, Match._left),
    ModelUsed: (_ALWAYS, Match._metered),
    Degraded: (_ALWAYS, Match._degraded),
    Failed: (_ALWAYS, Match._failed),
}
TABLE = {**MOVES, **RECORDS}
