"""Points that no tree holds: in their own words, answered by their kind, and weighed in the closing."""

from __future__ import annotations

from typing import Any

from config.format import Side
from config.shipped import load_format, load_phrases
from config.statement import Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Made, Objection, Point, PointForm
from planning.language.cues.questions import evades
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from planning.methods.treedebater.writing.replying import ByKind, said_back
from tests.fakes import BagEmbedder, uniforms_data

PRO, CON = Side
REBUTTAL, CLOSING = 3, 5  # of con
QUOTE = "the laundry eats my Sundays"
COST = ("A rule that costs a wash costs it in every family.", "Ask what it replaces.", "It replaces nothing.")
DEAR = ("There is a bill, and somebody reads it each week.",)
OTHER = ("That has to be set beside the lesson hours.",)
EVEN_IF = "Grant them that, and the lesson hours are still gone."


def motion() -> Rehearsal:
    data = uniforms_data()
    data["sides"]["con"]["objections"] = {"cost": [list(COST), list(DEAR)], "other": [list(OTHER)]}
    data["sides"]["con"]["trees"][0]["even_if"] = [EVEN_IF]
    return Rehearsal(MotionFile.model_validate(data))


class Con:
    """Has opened, and has heard some points of pro's that no tree holds."""

    def __init__(self) -> None:
        self.mind = Strategy(motion(), CON, load_format("oxford"), BagEmbedder(), "seed")
        self.mind.in_turn(1)
        for sentence in self.mind.write(self.mind.plan(1), 1).of_about(120).sentences:
            self.mind.spoke(sentence)
        self.mind.in_turn(2)

    def hears(self, words: str, **more: Any) -> Point:
        point = Point(id=self.mind.next_point(PRO), words=words, claim=words, **more)
        self.mind.apply(Action(kind=ActionKind.PROPOSE, actor=PRO, claim=words, point=point), (PRO, None))
        return point

    def writes(self, turn: int) -> tuple[Sentence, ...]:
        return self.mind.write(self.mind.plan(turn), turn).sentences


def texts(sentences: tuple[Sentence, ...]) -> list[str]:
    return [one.text for one in sentences]


def test_a_point_is_said_back_in_its_own_words_and_answered_by_its_kind() -> None:
    con = Con()
    point = con.hears(f"and let me tell you {QUOTE} every week", quote=QUOTE, objection=Objection.COST)
    (answer,) = [one for one in con.writes(REBUTTAL) if one.answers]
    assert answer.answers == (point.id,)
    assert answer.text in (COST[0], DEAR[0])
    unit = [one.text for one in con.writes(REBUTTAL) if one.unit == answer.unit]
    assert "“The laundry eats my Sundays" in unit[0]


def test_without_words_that_are_sure_the_kind_is_named() -> None:
    con = Con()
    con.hears("laundry and such things mumble every week", objection=Objection.COST, form=PointForm.QUESTION)
    said = texts(con.writes(REBUTTAL))
    assert {*load_phrases()["kind.cost"]} & {*said}
    assert not any("mumble" in text for text in said)


def test_a_point_of_no_kind_is_answered_in_its_own_words_or_not_at_all() -> None:
    con = Con()
    con.hears("something mumbled on and on about it")
    assert not [one for one in con.writes(REBUTTAL) if one.answers]
    con.hears(f"{QUOTE} you know", quote=QUOTE)
    assert OTHER[0] in texts(con.writes(REBUTTAL))


def test_a_question_is_answered_before_a_statement_and_told_as_one() -> None:
    con = Con()
    con.hears("my neighbour sews on Mondays", quote="my neighbour sews on Mondays", objection=Objection.COST)
    con.hears("who pays for the wash?", quote="who pays for the wash?", form=PointForm.QUESTION)
    said = texts(con.writes(REBUTTAL))
    asked = next(i for i, text in enumerate(said) if "“Who pays for the wash?”" in text)
    stated = next(i for i, text in enumerate(said) if "“My neighbour sews on Mondays" in text)
    assert asked < stated


def test_a_concession_of_theirs_is_told_once() -> None:
    con = Con()
    words = "I admit it takes time"
    granted = Point(id="pro3.1", words=words, claim="It takes time.", quote=words, form=PointForm.CONCESSION)
    theirs = con.mind.flows.trees[CON].of(CON)[0]
    action = Action(kind=ActionKind.REINFORCE, actor=PRO, claim="It takes time.", target=theirs.claim, point=granted)
    con.mind.apply(action, (CON, theirs.id))
    assert sum("“I admit it takes time”" in text for text in texts(con.writes(REBUTTAL))) == 1


def test_no_answer_is_given_twice_in_a_match() -> None:
    kinds = ByKind({Objection.COST: [COST, DEAR]}, {COST[1]}, "seed")
    point = Point(id="pro1.1", words="the bill", claim="the bill", objection=Objection.COST)
    assert kinds.answer(point) == DEAR
    assert kinds.answer(point) == ()


def test_what_listeners_wait_for_is_said_back_first() -> None:
    def point(number: int, form: PointForm, quote: str) -> Point:
        return Point(id=f"pro1.{number}", words=quote, claim=quote, quote=quote, form=form)

    plain, asked = point(1, PointForm.STATEMENT, "it is cheap"), point(2, PointForm.QUESTION, "who pays?")
    assert said_back([plain, asked]) is asked
    assert said_back([asked, plain]) is asked
    assert said_back([plain]) is plain
    assert said_back([]) is None


def test_a_closing_is_made_from_what_was_fought_over() -> None:
    con = Con()
    con.hears(f"and {QUOTE} every week", quote=QUOTE, objection=Objection.COST)
    con.mind.in_turn(REBUTTAL)
    for sentence in con.writes(REBUTTAL):
        con.mind.spoke(sentence)
    said = texts(con.writes(CLOSING))
    clash = next(i for i, text in enumerate(said) if "“The laundry eats my Sundays" in text)
    assert any(one in said[clash + 1] for one in (COST[0], DEAR[0]))  # whole: not every answer reads well after "that"


def test_what_still_stands_is_told_where_a_claim_of_ours_was_answered() -> None:
    con = Con()
    ours = next(node for node in con.mind.flows.trees[CON].of(CON) if node.source == "c1")
    words = "teachers like it"
    attack = Point(id="pro3.1", words=words, claim="Teachers like it.", quote=words, meets=(ours.id,))
    said = Action(kind=ActionKind.ATTACK, actor=PRO, claim="Teachers like it.", target=ours.claim, point=attack)
    con.mind.apply(said, (CON, ours.id))
    back = Point(
        id="con4.1", words="lessons first", claim="Lessons first.", answers=("pro3.1",), makes=(Made(node="c1"),)
    )
    reply = Action(kind=ActionKind.REBUT, actor=CON, claim="Lessons first.", target="Teachers like it.", point=back)
    con.mind.apply(reply, (CON, ours.children[0]))
    assert EVEN_IF in texts(con.writes(CLOSING))


WHO = "who pays for the wash?"
CONFESSED = "We've no ready reply to every worry, and we'd rather say so."


def without_answers() -> Con:
    """Nothing is prepared for objections, of whatever kind."""
    con = Con()
    con.mind.rehearsal.case(CON).objections.clear()
    return con


def test_an_honest_word_that_there_is_no_answer_leaves_the_question_unanswered() -> None:
    con = without_answers()
    question = con.hears(WHO, quote=WHO, form=PointForm.QUESTION)
    con.mind.in_turn(REBUTTAL)
    said = con.writes(REBUTTAL)
    (honest,) = [one for one in said if evades(one.text)]
    assert (honest.answers, honest.action) == ((), None)
    for sentence in said:
        con.mind.spoke(sentence)
    standing = con.mind.standings(CLOSING)[question.id]
    assert not standing.met
    assert not any(evades(text) for text in texts(con.writes(CLOSING)))  # it is said once to a question


def test_a_prepared_answer_that_only_confesses_to_be_none_answers_nothing() -> None:
    con = Con()
    con.mind.rehearsal.case(CON).objections[Objection.COST] = ((CONFESSED, "Set it beside the lesson hours."),)
    con.hears(f"and {QUOTE} every week", quote=QUOTE, objection=Objection.COST)
    said = con.writes(REBUTTAL)
    assert CONFESSED in texts(said)
    assert not [one for one in said if one.answers]
