"""Answers of a draft are checked and mended, and a draft that is older than what is shown changes nothing of it."""

from __future__ import annotations

import asyncio
from typing import Any

from config.errors import ModelOutputError
from planning.methods.contract import Commission
from tests.models.rebuttal_desk import (
    ANSWER,
    END,
    NAMED,
    PAID,
    REBUTTAL,
    REDUCE,
    SHOES,
    WHOLE,
    Desk,
    draft,
    line,
    texts,
)

# -- the independent check ------------------------------------------------------------------------------------


def verdicts(*fair: bool) -> dict[str, Any]:
    return {
        "verdicts": [
            {"number": number, "fair": one, "meets": True, "reason": "" if one else "It was a question."}
            for number, one in enumerate(fair, 1)
        ]
    }


def test_somebody_who_knows_no_plan_is_asked_about_each_answer() -> None:
    desk = Desk(writer=WHOLE, checker=verdicts(True, True), checked=True)
    assert desk.checked(desk.drafted().sentences) is None
    (asked,) = [turn.prompt.user for turn in desk.model.asked if turn.prompt.name == "fairness"]
    assert f"(1) said:\n   a. statement: “{SHOES}” (as it was understood: Bullies find other marks" in asked
    assert f"\n   to be said to it: {NAMED['text']} {ANSWER['text']}" in asked
    assert "It is what they rest on." not in asked


def test_whoever_judges_answers_is_told_what_our_side_has_said() -> None:
    desk = Desk(writer=WHOLE, checker=verdicts(True, True), checked=True)
    desk.mind.spoken[0] = [REDUCE]
    desk.checked(desk.drafted().sentences)
    (asked,) = [turn.prompt.user for turn in desk.model.asked if turn.prompt.name == "fairness"]
    assert REDUCE in asked.split("the answering side has said before")[1].split("The exchanges")[0]


def test_what_was_found_fair_is_not_asked_again() -> None:
    desk = Desk(writer=WHOLE, checker=[verdicts(True, True)], checked=True)
    sentences = desk.drafted().sentences
    assert desk.checked(sentences) is None
    assert desk.checked(sentences) is None


def test_an_unfair_answer_is_written_again_and_asked_about_again() -> None:
    fairer = "You asked who pays, and it is the school fund."
    mended = {"side": "pro", "sentences": [{"id": "s3", "text": fairer}]}
    desk = Desk(writer=[WHOLE, mended], checker=[verdicts(True, False), verdicts(True)], checked=True)
    assert fairer in texts(desk.checked(desk.drafted().sentences))
    assert "It was a question." in next(t.prompt.user for t in desk.model.asked if t.prompt.name == "revise")
    assert desk.troubles == []


def test_an_answer_that_stays_unfair_is_left_out() -> None:
    desk = Desk(
        writer=[WHOLE, {"side": "pro", "sentences": []}], checker=[verdicts(True, False), verdicts(False)], checked=True
    )
    assert texts(desk.checked(desk.drafted().sentences)) == [NAMED["text"], ANSWER["text"], END["text"]]
    assert "tells a point unfairly: It was a question." in desk.troubles[0].reason


def test_an_answer_to_several_points_that_misses_one_is_spoken_and_leaves_that_one_open() -> None:
    both = line(ANSWER["text"], "shoes", answers=["con2.1", "con2.2"])
    missed = {"number": 1, "fair": True, "meets": False, "missed": ["b"], "reason": "Nothing is said of who pays."}
    desk = Desk(writer=draft(NAMED, both, END), checker=[{"verdicts": [missed]}], checked=True)
    before = desk.drafted().sentences
    after = desk.checked(before)
    assert texts(after) == texts(before)
    assert [one.answers for one in after] == [(), ("con2.1",), ()]
    assert "no answer to con2.2 in it" in desk.troubles[0].instead
    assert desk.checked(after) is None, "it was found to hold for the other point"


def test_a_check_that_fails_leaves_the_draft_as_it_is() -> None:
    desk = Desk(writer=WHOLE, checker=ModelOutputError("checker", "no JSON"), checked=True)
    assert desk.checked(desk.drafted().sentences) is None
    assert [t.part for t in desk.troubles] == ["independent check"]


# -- the audience ------------------------------------------------------------------------------------------------


def test_an_audience_may_not_lose_the_answer_to_an_open_point() -> None:
    issue = {"dimension": "clarity", "issue": "s3 is dull to us.", "effect": "I drift off.", "revision": "Cut it."}
    lossy = {"issues": [issue], "side": "pro", "sentences": [{"keep": "shoes"}, {"keep": "end"}]}
    desk = Desk(writer=WHOLE, audience=lossy, heard=True)
    first = desk.drafted()
    revised = asyncio.run(desk.method.revise(REBUTTAL, first.plan, first.sentences, first.sentences[:2]))
    assert revised is not None
    assert texts(revised.sentences) == texts(first.sentences)
    assert "has no answer to con2.2" in desk.troubles[0].reason
    assert "no time for it): You ask me who pays" in desk.asked[-1]


# -- one draft is shown, the one that is spoken ------------------------------------------------------------


def test_a_check_of_an_older_draft_does_not_bring_that_one_back() -> None:
    newer = "Any tailor may sew it, so a family pays less than for one good pair of jeans."
    second = draft({"keep": "shoes"}, line(newer, "prices", answers=["con2.2"]), END, plan=WHOLE["plan"])
    desk = Desk(checked=True, writer=[WHOLE, second, WHOLE], checker=verdicts(True, True))
    older = desk.drafted().sentences
    desk.drafted()
    desk.checked(older)
    desk.drafted()
    shown = desk.asked[-1].split("Your draft so far")[1]
    assert newer in shown and PAID["text"] not in shown


def test_what_is_spoken_now_is_what_is_brought_up_to_date() -> None:
    desk = Desk(writer=[WHOLE, WHOLE])
    first = desk.drafted().sentences
    spoken = tuple(one for one in first if one.text != PAID["text"])
    asyncio.run(desk.method.statement(Commission(REBUTTAL, None, 100, shown=spoken)))
    shown = desk.asked[-1].split("Your draft so far")[1]
    assert NAMED["text"] in shown and PAID["text"] not in shown


def test_a_whole_short_speech_begins_and_ends_by_one_call_which_is_told_so() -> None:
    desk = Desk(writer=[WHOLE, WHOLE])
    at_the_end = Commission(REBUTTAL, desk.mind.plan(REBUTTAL), 100, seconds_left=0.0, whole=True)
    assert asyncio.run(desk.method.ends(at_the_end, lambda ends: None)) is None
    assert desk.asked == [], "first and last words are paid for once"
    asyncio.run(desk.method.statement(at_the_end))
    assert "Nobody else writes how your speech begins and ends" in desk.asked[0]
    desk.drafted()
    assert "Nobody else writes" not in desk.asked[1]
