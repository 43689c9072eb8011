"""The other side's freshest words, answered before they are read, and what becomes of the answer when they are."""

from __future__ import annotations

import asyncio
from typing import Any

from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Point
from planning.debate.standing import Status
from planning.methods.contract import Commission, Drafted, Ends
from planning.methods.treedebater.unread import Unread
from planning.reading.passages import Passage
from tests.models.test_planning_from_points import CON, END, PRO, REBUTTAL, REDUCE, WHOLE, Desk, draft, line

FRESH = "and the tailor in our street has raised his prices twice"
MADE = "The tailor raised his prices."
ANSWERED = "A tailor with rivals keeps his prices down, and the school may choose."
NAME = "con2.901"
FIRST = draft(*WHOLE["sentences"][:-1], line(ANSWERED, "tailor", answers=[NAME]), END, plan=WHOLE["plan"])


def wanted(desk: Desk, *unread: str) -> Commission:
    return Commission(REBUTTAL, desk.mind.plan(REBUTTAL), 100, seconds_left=0.0, unread=unread)


def drafted(desk: Desk, *unread: str) -> Drafted:
    found = asyncio.run(desk.method.statement(wanted(desk, *unread)))
    assert found is not None
    return found


def read(desk: Desk, name: str, words: str) -> None:
    """The reader makes a point of the words."""
    point = Point(id=name, words=words, claim=MADE, meets=("pro1",))
    attack = Action(kind=ActionKind.ATTACK, actor=CON, claim=MADE, target=REDUCE, point=point)
    desk.mind.apply(attack, (PRO, "pro1"))
    desk.mind.listened(words)


def answer(sentences: Any) -> Sentence:
    (found,) = [one for one in sentences if one.text == ANSWERED]
    return found


def test_words_that_nobody_has_read_have_an_id_and_what_names_it_must_be_spoken() -> None:
    desk = Desk(writer=[FIRST])
    given = answer(drafted(desk, FRESH).sentences)
    assert f"{NAME}: “{FRESH}”" in desk.asked[0]
    assert (given.answers, given.priority) == ((NAME,), Priority.MUST)


def test_their_id_stays_while_they_are_unread_and_more_is_said() -> None:
    desk = Desk(writer=[FIRST, FIRST])
    drafted(desk, FRESH)
    drafted(desk, "who else could it be", FRESH)
    assert f"{NAME}: “{FRESH}”" in desk.asked[1]
    assert "con2.902 NEW: “who else could it be”" in desk.asked[1]


def test_the_answer_moves_to_the_point_that_is_made_of_them_and_nobody_is_asked_for_another() -> None:
    desk = Desk(writer=[FIRST, draft({"keep": "shoes"}, {"keep": "money"}, {"keep": "tailor"}, END)])
    drafted(desk, FRESH)
    read(desk, "con2.3", FRESH)
    again = drafted(desk)
    assert "; answers con2.3)" in desk.asked[1]
    assert "con2.3 NEW" not in desk.asked[1]
    assert answer(again.sentences).answers == ("con2.3",)
    assert len(desk.asked) == 2  # no point is missing


def test_an_answer_that_was_spoken_first_closes_the_point() -> None:
    desk = Desk(writer=[FIRST])
    given = answer(drafted(desk, FRESH).sentences)
    read(desk, "con2.3", FRESH)
    asyncio.run(desk.method.spoke(REBUTTAL, given, Passage(given.text, 1.0, 4.0)))
    assert desk.mind.standings(REBUTTAL + 1)["con2.3"].status is Status.ANSWERED


def test_what_is_spoken_of_them_is_not_shown_to_be_answered_again() -> None:
    desk = Desk(writer=[FIRST, WHOLE])
    given = answer(drafted(desk, FRESH).sentences)
    desk.mind.spoken[REBUTTAL] = [given.text]
    drafted(desk, FRESH)
    assert f"{NAME}: " not in desk.asked[1]


def test_first_words_name_them_too() -> None:
    words = {"side": "pro", "answers": [NAME], "answer": [ANSWERED], "closing": ["So keep the coat."]}
    desk, found = Desk(writer=[words]), list[Ends]()
    ends = asyncio.run(desk.method.ends(wanted(desk, FRESH), found.append))
    assert f"{NAME}: “{FRESH}”" in desk.asked[0]
    assert ends is not None
    assert answer(ends.first).answers == (NAME,)


def test_of_several_points_in_the_same_words_the_one_that_is_taken_up_is_answered() -> None:
    unread = Unread(CON)
    (whole,) = unread.named(["shoes cost more and the tailor is dear"], 1, ())
    assert unread.named(["shoes cost more and the tailor is dear", "Right."], 1, ()) == (whole,)
    made = [Point(id=f"con2.{i}", words=w, claim=w) for i, w in ((1, "shoes cost more"), (2, "the tailor is dear"))]
    said = Sentence(id="s", text="No tailor is dear for long.", unit="u", priority=Priority.MUST, answers=(whole.id,))
    assert unread.resolved([said], made)[0].answers == ("con2.2",)
    assert unread.resolved([said], ())[0].answers == (whole.id,)


def test_an_older_point_in_the_same_words_is_another() -> None:
    older = Point(id="con2.1", words="the tailor is dear", claim="Dear.")
    unread = Unread(CON)
    (again,) = unread.named(["the tailor is dear"], 1, [older])
    said = Sentence(id="s", text="No.", unit="u", priority=Priority.MUST, answers=(again.id,))
    assert unread.resolved([said], [older])[0].answers == (again.id,)
