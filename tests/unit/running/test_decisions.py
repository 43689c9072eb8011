"""What is decided is in the log, with its cause, and without what was said."""

from __future__ import annotations

import logging

import pytest

from agent.match.events import Degraded, EndReason, FitStep, MatchEnded, PlanUpdated, StatementDrafted
from agent.match.state import Match
from agent.running.decisions import Decisions
from config.format import Side
from config.statement import Priority, Sentence
from tests.chair import Chair, heard, spoken
from tests.telemetry.asked import asked


def decided(chair: Chair, caplog: pytest.LogCaptureFixture) -> list[str]:
    watching, match = Decisions(), Match()
    with caplog.at_level(logging.INFO, "rostrum.decisions"):
        for event in chair.events:
            match.apply(event)
            watching.on_event(event, match)
    return [record.getMessage() for record in caplog.records]


def test_a_turn_decision_by_decision(caplog: pytest.LogCaptureFixture) -> None:
    chair = Chair()
    chair.create()
    sentence = Sentence(id="s1", text="SECRET", unit="s1", priority=Priority.MUST)
    chair.tell(PlanUpdated(turn=0, side=Side.PRO, k=3, hit_rate=0.5, battlefields=()))
    chair.begin(0, at=1)
    step = {"budget": 9.65, "seconds": 9.5, "kept": 1, "dropped": 0, "verdict": "lands"}
    chair.tell(FitStep.model_validate({"turn": 0, "side": Side.PRO} | step))
    chair.tell(StatementDrafted(turn=0, side=Side.PRO, sentences=(sentence,)))
    chair.tell(spoken(0, Side.PRO, "SECRET", 0, 4), at=5)
    chair.tell(heard(0, Side.PRO, "SECRET", 0, 4), at=6)
    chair.pause(at=7)
    chair.tell(Degraded(part="recogniser", reason="slow", instead="tiny.en"))
    chair.resume(at=9)
    chair.end(EndReason.YIELDED, at=10)
    chair.tell(MatchEnded(reason="stopped by the user"), at=11)
    assert decided(chair, caplog) == [
        "0:00: the match begins in the format short: pro is a debater, con is a debater",
        "0:00: pro plans turn 1: 0 battlefields, 0 of them decided on, k 3, 50% prepared",
        "0:01: turn 1 of 6: pro opening has 0:10",
        "0:01: pro fits turn 1 into 9.7 s: lands",
        "0:01: pro begins turn 1 with a draft of 1 sentences",
        "0:07: clock: paused, a question",
        "0:07: degraded: recogniser; instead: tiny.en (slow)",
        "0:09: clock: it runs again",
        "0:10: turn 1 of 6: pro opening has ended: yielded; 4.0 s of it are known to be used",
        "0:11: the debate is over: it was stopped",
    ]


def test_what_is_asked_inside_a_turn_and_between_two(caplog: pytest.LogCaptureFixture) -> None:
    assert decided(asked(), caplog) == [
        "0:00: the match begins in the format asking: pro is a debater treedebater, con is a person",
        "0:00: turn 1 of 2: pro opening has 1:40",
        "0:12: con offers a point of information",
        "0:24: con's point of information is not put: lapsed",
        "0:40: con offers a point of information",
        "0:41: the speaker takes con's point of information",
        "0:44: con's point of information is over: asked",
        "1:10: con offers a point of information",
        "1:11: turn 1 of 2: pro opening has ended: yielded; 50.0 s of it are known to be used",
        "1:12: con prepares, 0:30 left",
        "1:24: con has prepared: ready, 0:18 left",
        "1:26: turn 2 of 2: con cross-examination has 1:00",
        "1:36: clock: paused, pro does not answer and is being replaced",
        "1:39: clock: it runs again",
        "1:50: turn 2 of 2: con cross-examination has ended: yielded; 4.0 s of it are known to be used",
        "1:52: the debate is over",
    ]
