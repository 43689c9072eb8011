"""Short answers to open points: which are chosen, what is only said again, and what is granted."""

from __future__ import annotations

import pytest

from config.format import Side, Stage
from config.shipped import load_format, load_phrases
from planning.debate.argument import ActionKind
from planning.debate.points import Made, Objection, Point, PointForm
from planning.debate.standing import Standing, Status
from planning.language.cues.manners import foreign
from planning.language.said import Told, read_back
from planning.methods.treedebater.choosing.replies import admitted, replies, room
from planning.methods.treedebater.choosing.retrieve import Arsenal, Candidate
from planning.methods.treedebater.reading.quotable import granted
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.index import Index
from tests.fakes import BagEmbedder, uniforms
from tests.unit.treedebater.test_by_kind import CLOSING, QUOTE, REBUTTAL, Con

PRO, CON = Side
INDEX = Index(uniforms(), BagEmbedder())


def point(number: int, words: str, turn: int = 1, **more: object) -> Point:
    return Point.model_validate({"id": f"pro{turn}.{number}", "words": words, "claim": words, **more})


def about(*points: Point) -> Candidate:
    words = points[0].words
    return Candidate(ActionKind.ATTACK, words, PRO, flow="pro1", thread=words, unanswered=True, points=points)


def answered(*candidates: Candidate, most: int = 9, before: tuple[Point, ...] = ()) -> list[str]:
    found = replies(candidates, before, Arsenal(INDEX, CON, 1), most)
    return [option.candidate.points[0].id for option in found]


def test_a_likely_claim_is_answered_by_what_answers_it() -> None:
    likely = point(1, "mumble mumble one thing", makes=(Made(node="p1", probability=0.6),))
    (option,) = replies([about(likely)], (), Arsenal(INDEX, CON, 1), 1)
    assert option.node is not None
    assert option.node.parent == "p1"


def test_without_words_kind_or_claim_there_is_nothing_to_say() -> None:
    assert not answered(about(point(1, "mumble mumble one thing")))


def test_what_is_prepared_for_a_kind_answers_it_and_nothing_answers_what_is_of_none() -> None:
    words = "wool itches badly"
    assert answered(about(point(1, words, objection=Objection.COST)))
    assert not answered(about(point(1, words, quote=words)))


def likely(number: int, words: str, **shares: float) -> Point:
    return point(number, words, makes=tuple(Made(node=node, probability=share) for node, share in shares.items()))


def test_what_meets_most_points_together_comes_before_what_meets_one_likelier() -> None:
    said = ["wool itches badly", "felt fades soon", "ties are dear"]
    many = [likely(number, words, p1=0.4) for number, words in enumerate(said, 1)]
    one = likely(9, "caps get lost", p2=0.6)
    (option,) = replies([about(each) for each in (one, *many)], (), Arsenal(INDEX, CON, 1), 1)
    assert option.node is not None
    assert option.node.parent == "p1"
    assert {each.id for each in option.candidate.points} == {each.id for each in many}


def test_what_is_met_is_not_met_a_second_time_while_something_is_not() -> None:
    said = [about(likely(1, "wool itches", p1=0.9)), about(likely(2, "caps get lost", p2=0.4))]
    found = replies(said, (), Arsenal(INDEX, CON, 1), 2)
    assert {one.node.parent for one in found if one.node} == {"p1", "p2"}


def test_what_meets_no_point_surely_is_told_as_our_own() -> None:
    (option, *_) = replies([about(likely(1, "mumble one thing", p1=0.1))], (), Arsenal(INDEX, CON, 1), 1)
    assert option.node is not None
    assert option.candidate.points == ()


def test_what_was_answered_and_is_said_again_is_not_answered_again() -> None:
    before = point(1, "wool itches very badly in summer", objection=Objection.COST)
    again = point(2, "wool itches very badly in the summer", objection=Objection.COST)
    assert not answered(about(again), before=(before,))
    assert answered(about(before), about(again)) == ["pro1.1"]


def test_questions_come_first() -> None:
    stated = point(1, "wool itches badly", objection=Objection.COST)
    asked = point(3, "who washes them?", quote="who washes them?", form=PointForm.QUESTION)
    assert answered(about(stated), about(asked)) == ["pro1.3", "pro1.1"]


@pytest.mark.parametrize("form", [PointForm.CONCESSION, PointForm.ASCRIPTION])
def test_what_asks_for_no_answer_gets_none(form: PointForm) -> None:
    assert not answered(about(point(1, "wool itches badly", quote="wool itches badly", form=form)))


def test_there_is_always_room_for_one_answer_and_in_a_rebuttal_for_many() -> None:
    assert room(Stage.CLOSING, 5.0) == 1
    assert room(Stage.REBUTTAL, 45.0) > room(Stage.OPENING, 45.0) >= room(Stage.CLOSING, 20.0) == 2
    assert room(Stage.REBUTTAL, 240.0) > room(Stage.CLOSING, 120.0) > room(Stage.OPENING, 200.0)


def test_a_question_gets_an_answer_of_its_own_before_anything_else_is_met() -> None:
    argued = likely(1, "the first thing about wool", p1=0.5)
    asked = likely(2, "what would you say to her", p1=0.3).model_copy(update={"form": PointForm.QUESTION})
    first, *_ = replies([about(argued), about(asked)], (), Arsenal(INDEX, CON, 1), 1)
    assert first.candidate.points[0].id == asked.id


def test_what_comes_near_a_question_answers_it_and_any_other_point_only_where_it_may_answer_what_that_claims() -> None:
    node = next(one for one in uniforms().spoken_by(CON) if one.parent is not None)
    near = {"pro1.1": {node.id: 0.6}}
    asked = point(1, "mumble mumble one thing", form=PointForm.QUESTION)
    for said, found in ((asked, [node.id]), (point(1, "mumble mumble one thing"), [])):
        got = replies([about(said)], (), Arsenal(INDEX, CON, 1), 2, near)
        assert [one.node.id for one in got if one.node is not None] == found


def test_in_a_short_turn_answers_are_single_sentences_and_nothing_is_quoted() -> None:
    con = Strategy(uniforms(), CON, load_format("sprint"), BagEmbedder(), "seed")
    for said in ("Uniforms reduce bullying over clothes.", "Mandatory outfits save households money."):
        con.hear(said)
    written = con.write(con.plan(3), 3).sentences
    answers = [one for one in written if one.answers]
    assert len(answers) >= 2
    assert all([one.unit for one in written].count(answer.unit) == 1 for answer in answers)
    assert not [one for one in written if "“" in one.text]


def test_a_complaint_is_right_where_the_ledger_has_that_point_open() -> None:
    left = point(1, "sick pupils in hospital miss their lessons")
    complaint = point(1, "nobody answered about the sick pupils", turn=3, form=PointForm.UNANSWERED)
    still = {left.id: Standing(Status.OPEN, 0), complaint.id: Standing(Status.OPEN, 2)}
    assert admitted([left, complaint], still) == {complaint.id: left}
    met = {**still, left.id: Standing(Status.ANSWERED, 1, ("con2.1",))}
    assert not admitted([left, complaint], met)
    other = point(1, "nobody answered about the price", turn=3, form=PointForm.UNANSWERED)
    assert not admitted([left, other], still)


def test_a_right_complaint_is_granted_and_then_answered_but_not_in_a_closing() -> None:
    con = Con()
    con.mind.in_turn(0)
    left = con.hears("sick pupils in hospital miss lessons")
    con.mind.in_turn(2)
    words = f"nobody answered about sick pupils in hospital and {QUOTE}"
    complaint = con.hears(words, quote=QUOTE, form=PointForm.UNANSWERED, objection=Objection.COST)
    said = con.writes(REBUTTAL)
    (granting,) = [one for one in said if one.concedes]
    (answer,) = [one for one in said if one.answers]
    assert granting.concedes == (complaint.id,)
    assert answer.answers == (left.id,)
    assert granting.unit == answer.unit
    assert not [one for one in con.writes(CLOSING) if one.concedes]


def test_alternatives_are_phrases_of_their_own() -> None:
    banks = load_phrases()
    assert {"They said, “{quote}”.", "The other side told us, “{quote}”."} <= {*banks["quote.statement"]}
    assert not [phrase for bank in banks.values() for phrase in bank if "[" in phrase or "|" in phrase]


def test_what_is_granted_is_a_clause_or_nothing() -> None:
    clause = "a tutor can give quick practice and instant corrections"
    assert granted(f"I accept that {clause}.") == clause
    assert granted("If I give you two thousand more I'll have to give it to the nine.") is None
    assert granted("We accept that it is dear, but the children need coats and boots and books more.") is None
    assert granted("That's true and I'm not hiding it.") == ""
    assert granted("Fair enough, children do sit about too much, I won't argue.") == "children do sit about too much"
    assert granted("Now, I'll be fair, there's been bad unions.") == ""


OURS = ["Wool keeps children warm in winter.", "A cap is lost within a week of being bought."]


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("wool keeps children warm in winter", OURS[0]),
        ("and so a cap is lost within a week of being bought", OURS[1]),
        ("wool does not keep children warm in winter", None),
        ("children are cold because wool is dear", None),
    ],
)
def test_what_is_read_back_is_known_and_a_denial_is_not(words: str, read: str | None) -> None:
    assert read_back(words, OURS) == read


def test_an_objection_that_we_foresaw_is_theirs_when_they_make_it() -> None:
    told = Told()
    told.add("You may object that wool is dear for a family with three children.")
    told.add("They said, “caps are lost in every single week of the year”.")
    assert not told.read_by("wool is dear for a family with three children")
    assert not told.read_by("caps are lost in every single week of the year")
    assert told.read_by("You may object that wool is dear")
    assert told.read_by("for a family with three children")


def test_another_language_is_told_from_english() -> None:
    assert foreign("die Kinder lernen nicht für die Schule und der Lehrer ist nicht da")
    assert not foreign("the children do not learn for the school")
