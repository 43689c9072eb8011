"""A match in each phase, an event of each kind, and the phases in which it is allowed."""

from __future__ import annotations

import copy

import pytest

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
    MatchEnded,
    ModelUsed,
    ParticipantLeft,
    PlanUpdated,
    StateDigest,
    StatementDrafted,
    StatementRevised,
    TurnEnded,
)
from agent.match.state import Phase
from config.errors import RuleError
from config.format import Side
from planning.argument import Action, ActionKind
from speech.timing.steps import Verdict
from tests.chair import Chair, heard, spoken

PRO, CON = Side
CREATED, WAITING, SPEAKING, PAUSED, ENDED = Phase
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind


def claim(actor: Side, text: str, kind: ActionKind = PROPOSE, target: str = "") -> Action:
    return Action(kind=kind, actor=actor, claim=text, target=target)


def read(
    turn: int, action: Action, owner: Side, target: str | None, node: str | None, by: Side = CON
) -> ActionExtracted:
    return ActionExtracted(turn=turn, observer=by, action=action, owner=owner, target=target, node=node)


def chair_in(phase: Phase) -> Chair:
    """A match in that phase; while it waits, speaks or is paused, pro has had or has its opening."""
    chair = Chair()
    if phase is not CREATED:
        chair.create()
        chair.begin(0)
    if phase is WAITING:
        chair.bell(at=10)
    if phase is PAUSED:
        chair.pause()
    if phase is ENDED:
        chair.tell(MatchEnded(reason="enough"))
    return chair


def refused(chair: Chair, event: Event, reason: str = "", at: float | None = None) -> None:
    """The event breaks a rule, and the match is as it was before."""
    before = copy.deepcopy(vars(chair.match))
    with pytest.raises(RuleError, match=reason or None):
        chair.tell(event, at)
    assert vars(chair.match) == before


RUNNING = {WAITING, SPEAKING}
HELD = {WAITING, SPEAKING, PAUSED}
BEGUN = {WAITING, SPEAKING, PAUSED, ENDED}
EVENTS: list[tuple[Event, set[Phase]]] = [
    (Chair().created(), {CREATED}),
    (Chair().beginning(1), {WAITING}),
    (ClockSignal(turn=0, left=4.0), {SPEAKING}),
    (TurnEnded(turn=0, reason=EndReason.YIELDED), {SPEAKING, PAUSED}),
    (ClockPaused(turn=0, reason="a question"), {SPEAKING}),
    (ClockPaused(turn=None, reason="a question"), {WAITING}),
    (ClockResumed(), {PAUSED}),
    (MatchEnded(reason="enough"), HELD),
    (spoken(0, PRO, "Uniforms reduce bullying.", 0.0, 0.4), HELD),
    (heard(0, PRO, "uniforms reduce bullying"), HELD),
    (read(0, claim(PRO, "uniforms reduce bullying"), PRO, None, "pro1"), HELD),
    (PlanUpdated(turn=1, side=CON, k=2, hit_rate=0.5, battlefields=()), HELD),
    (StatementDrafted(turn=1, side=CON, sentences=()), HELD),
    (FitStep(turn=1, side=CON, budget=9.6, seconds=9.5, kept=3, dropped=1, verdict=Verdict.LANDS), HELD),
    (ParticipantLeft(side=CON, reason="closed the window"), HELD),
    (Degraded(part="voice", reason="slow", instead="the embedded voice"), BEGUN),
    (Failed(part="recording", reason="the disk is full"), BEGUN),
    (ModelUsed(side=PRO, rows=()), BEGUN),
    (AudienceFeedback(turn=1, side=CON, issues=()), HELD),
    (StatementRevised(turn=1, side=CON, sentences=(), reason="a newer draft"), HELD),
    (StateDigest(parts={"turns": "0" * 64}), set(Phase)),
]
