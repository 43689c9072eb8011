"""What the commands print with --json: the shapes that programs may rely on. Fields may be added, never renamed."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

from agent.coach.coaching import Coaching, DrillJudged
from agent.debater.drafting.fitting import FittedText
from agent.match.afterwards.replay import Replayed
from agent.match.events import RoleUse
from config.format import Side, Stage
from planning.verify.record import ClaimFinding, VerifiedTree
from speech.timing.steps import Step


class JsonResult(BaseModel):
    """One shape. What a command has gathered is checked against it before it is printed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def as_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json")


# -- rostrum debate --------------------------------------------------------------------------------


class TurnResult(JsonResult):
    """One turn; times in seconds. What was only heard is counted in lines.

    `points_of_information`: how many were offered, and `points_taken` of them.
    """

    side: Side
    stage: Stage
    allotted: float
    spoken: float
    overrun: float
    sentences: int
    actions: int
    paused: float
    points_of_information: int
    points_taken: int


class DegradedResult(JsonResult):
    """A part that was replaced, why, and by what."""

    part: str
    reason: str
    instead: str


class Spent(JsonResult):
    """Calls of language models and their tokens; `cost` holds only those with a known price."""

    calls: int
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    cost: float


class SideModels(Spent):
    """What one side used; `preparation`: of it, before the match began."""

    preparation: Spent
    rows: tuple[RoleUse, ...]


class DebateModels(SideModels):
    """What both sides used, added up, and under `sides` each side's own."""

    sides: dict[Side, SideModels]


class VerifiedResult(JsonResult):
    """A claim that `side` looked into, with its tree. `sentences`: what it bears on, as [turn, id], turns from 0.
    `points`: of the other side, those that made it; none where it is the side's own."""

    side: Side
    turn: int
    claim: str
    finding: ClaimFinding
    points: tuple[str, ...]
    sentences: tuple[tuple[int, str], ...]
    tree: VerifiedTree


class DebateResult(JsonResult):
    """`rostrum debate` and `rostrum demo`; `models` and `verified` where there are any."""

    dir: str
    wall_seconds: float
    turns: tuple[TurnResult, ...]
    degraded: tuple[DegradedResult, ...]
    models: DebateModels | None = Field(default=None, exclude_if=lambda models: models is None)
    verified: tuple[VerifiedResult, ...] = Field(default=(), exclude_if=lambda verified: not verified)


# -- rostrum replay --------------------------------------------------------------------------------


class DifferenceResult(JsonResult):
    """The first digest that is not that of the state replayed: its event, and the parts of the state that differ.

    What made them differ lies between the lines `after` and `line`, counted from 1.
    """

    line: int
    seq: int
    type: str
    parts: tuple[str, ...]
    after: int


class ReplayResult(JsonResult):
    """`rostrum replay`. `state_equal` is null where not every event lies before a digest that could be compared.

    `digests`: how many were compared and were equal. `unchecked`: events after the last of these. `told`: why it is
    null, or what differs.
    """

    events: int
    state_equal: bool | None
    phase: str
    digests: int
    unchecked: int
    difference: DifferenceResult | None
    told: str

    @classmethod
    def of(cls, replayed: Replayed) -> Self:
        found = replayed.difference
        return cls(
            events=replayed.events,
            state_equal=replayed.state_equal,
            phase=replayed.match.phase.value,
            digests=replayed.digests,
            unchecked=replayed.unchecked,
            difference=None
            if found is None
            else DifferenceResult(
                line=found.line, seq=found.line - 1, type=found.type, parts=found.parts, after=found.after
            ),
            told=replayed.told,
        )


# -- rostrum fit -----------------------------------------------------------------------------------


class FitResult(JsonResult):
    """`rostrum fit`: the window, what was chosen to end inside it, and every step to it; times in seconds."""

    window: tuple[float, float]
    estimated: float
    model_calls: int
    voice: str
    steps: tuple[Step, ...]
    text: str
    pause: float
    landed: bool

    @classmethod
    def of(cls, text: FittedText) -> Self:
        return cls(
            window=(round(text.window.lo, 3), round(text.window.hi, 3)),
            estimated=round(text.fitted.seconds, 3),
            model_calls=0,
            voice=text.voice,
            steps=text.steps,
            text=text.text,
            pause=round(text.fitted.pause, 3),
            landed=text.landed,
        )


# -- rostrum coach -----------------------------------------------------------------------------------


class CoachResult(JsonResult):
    """`rostrum coach`: what one side is told; `attempt`: what came of a drill, where one was done."""

    coaching: Coaching
    attempt: DrillJudged | None


# -- rostrum motions, rostrum bench ----------------------------------------------------------------


class MotionResult(JsonResult):
    """`rostrum motions` prints a list of these. `claims`: main claims of each side."""

    id: str
    motion: str
    type: str
    domain: str
    claims: dict[Side, int]
    nodes: int


class BarResult(JsonResult):
    """A promise in numbers, and whether it is kept."""

    name: str
    value: int | float
    limit: int | float
    ok: bool


class BenchResult(JsonResult):
    """`rostrum bench NAME`: what was measured, with what, and the bars it is held to."""

    name: str
    settings: dict[str, Any]
    results: tuple[dict[str, Any], ...]
    bars: tuple[BarResult, ...]
