"""What a debater means to say, and why: plans, statements, what an audience made of them, their length. Pure."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, JsonValue

from agent.match.events.parts import Detail, Stamped
from agent.match.file_names import Told
from config.format import Side
from config.statement import Sentence
from planning.debate.argument import Evidence
from planning.debate.planned import Decision, Importance, PlannedOption, Rationale
from speech.timing.steps import Step


class PlannedField(Detail):
    """One passage of a plan, for the record; its options best first, where the method tells them.

    `points`: ids of those of the other side that are dealt with there, and the `decision` about them, where it is told.
    `detail`: what the method tells of it beside that, by names of its own.
    """

    topic: str
    owner: Side
    importance: Importance
    rationale: Rationale
    seconds: float
    options: tuple[PlannedOption, ...] = ()
    points: tuple[str, ...] = ()
    decision: Decision | None = None
    detail: dict[str, JsonValue] = Field(default_factory=dict)


class PlanUpdated(Stamped):
    """What `side` means to do in a turn; the latest one counts.

    `k`: how far a method looked ahead that searches trees, and its `hit_rate`. `detail`: as of a passage.
    """

    type: Literal["plan_updated"] = "plan_updated"
    turn: int
    side: Side
    k: int | None = None
    hit_rate: float | None = None
    battlefields: tuple[PlannedField, ...]
    detail: dict[str, JsonValue] = Field(default_factory=dict)


class StatementDrafted(Stamped):
    """The statement as written, reserve included; what was spoken of it is in `sentence_spoken`.

    `evidence`: what its sentences cite, by id, so that their figures can be traced from the log alone.
    """

    type: Literal["statement_drafted"] = "statement_drafted"
    turn: int
    side: Side
    sentences: tuple[Sentence, ...]
    evidence: dict[str, Evidence] = Field(default_factory=dict)


class AudienceIssue(Detail):
    """One thing the simulated audience stumbled over, and what it asked for."""

    dimension: str
    issue: str
    effect: str
    revision: str


class AudienceFeedback(Stamped):
    """What the simulated audience said of a draft for `turn`; `example` names the human debate it had before it."""

    type: Literal["audience_feedback"] = "audience_feedback"
    turn: int
    side: Side
    issues: tuple[AudienceIssue, ...]
    example: str = ""


class StatementRevised(Stamped):
    """Other words for what has not been spoken of a statement yet, and why: the audience, or a newer draft."""

    type: Literal["statement_revised"] = "statement_revised"
    turn: int
    side: Side
    sentences: tuple[Sentence, ...]
    reason: Told
    evidence: dict[str, Evidence] = Field(default_factory=dict)


class FitStep(Step, Stamped):
    """One decision of the speech-time controller for a turn."""

    type: Literal["fit_step"] = "fit_step"
    turn: int
    side: Side
