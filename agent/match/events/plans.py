"""What a debater means to say, and why: plans, statements, what an audience made of them, their length. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from agent.match.events.stamped import Detail, Stamped
from agent.match.file_names import Told
from config.format import Side
from config.statement import Sentence
from planning.debate.argument import ActionKind, Evidence
from planning.methods.treedebater.choosing.reasons import Decision, Importance, Rationale
from speech.timing.steps import Step


class Means(StrEnum):
    """What an action can be done with."""

    PREPARED = "prepared"  # a node of a rehearsal tree
    REASONING = "reasoning"  # nothing was prepared for it


class PlannedOption(Detail):
    """Something that could be done on a battlefield: to which claim, with which rehearsal node of what strength (f_k).

    Without a prepared node `node` and `strength` are None.
    """

    kind: ActionKind
    target: str
    means: Means
    node: str | None = None
    strength: float | None = None


class PlannedField(Detail):
    """One battlefield of a plan, for the record; its options best first.

    `points`: ids of those of the other side that are dealt with there, and the `decision` about them, where it is told.
    """

    topic: str
    owner: Side
    importance: Importance
    rationale: Rationale
    seconds: float
    options: tuple[PlannedOption, ...]
    points: tuple[str, ...] = ()
    decision: Decision | None = None


class PlanUpdated(Stamped):
    """What `side` means to do in a turn; the latest one counts."""

    type: Literal["plan_updated"] = "plan_updated"
    turn: int
    side: Side
    k: int
    hit_rate: float
    battlefields: tuple[PlannedField, ...]


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
