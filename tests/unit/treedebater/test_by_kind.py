"""Points that no tree holds, answered by their kind or honestly put off; what is granted; what a closing is made of."""

from __future__ import annotations

from typing import Any

import pytest

from config.format import Side
from config.shipped import load_format, load_phrases
from config.statement import Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Made, Objection, Point, PointForm
from planning.language.cues.questions import evades
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from planning.methods.treedebater.writing.replying import ByKind
from planning.methods.treedebater.writing.transitions import said_back
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


def test_what_answers_by_kind_names_the_kind_and_quotes_nobody() -> None:
    con = Con()
    point = con.hears(f"and let me tell you {QUOTE} every week", quote=QUOTE, objection=Objection.COST)
    (answer,) = [one for one in con.writes(REBUTTAL) if one.answers]
    assert answer.answers == (point.id,)
    assert answer.text in (COST[0], DEAR[0])
    unit = [one.text for one in con.writes(REBUTTAL) if one.unit == answer.unit]
    assert unit[0] in load_phrases()["kind.cost"]
    assert "“" not in " ".join(texts(con.writes(REBUTTAL)))


def test_words_that_would_fit_anything_answer_nothing() -> None:
    con = Con()
    con.hears(f"{QUOTE} you know", quote=QUOTE)
    said = con.writes(REBUTTAL)
    assert OTHER[0] not in texts(said)
    assert not [one for one in said if one.answers]


def test_an_answer_that_surely_fits_follows_the_words_it_answers() -> None:
    con = Con()
    made = (Made(node="p1", probability=0.6),)
    point = con.hears(f"and {QUOTE} every week", quote=QUOTE, makes=made)
    said = list(con.writes(REBUTTAL))
    quoting = next(place for place, one in enumerate(said) if "“The laundry eats my Sundays" in one.text)
    assert said[quoting + 1].answers == (point.id,)
    assert con.mind.rehearsal.nodes[said[quoting + 1].source or ""].parent == "p1"


@pytest.mark.parametrize(
    ("quote", "sure"), [(QUOTE, 0.3), ("my neighbour sews on Mondays", 0.9), ("that dress code is a joke", 0.9)]
)
def test_a_guess_a_story_and_a_joke_are_not_quoted(quote: str, sure: float) -> None:
    con = Con()
    con.hears(f"well {quote} you know", quote=quote, makes=(Made(node="p1", probability=sure),))
    said = con.writes(REBUTTAL)
    assert [one for one in said if one.answers]
    assert "“" not in " ".join(texts(said))


def test_a_question_is_answered_by_the_nearest_answer() -> None:
    con = Con()
    asked = con.hears(
        "who pays for the wash?", quote=WHO, form=PointForm.QUESTION, makes=(Made(node="p1", probability=0.2),)
    )
    assert any(asked.id in one.answers and one.source for one in con.writes(REBUTTAL))


GRANTS = Point(id="pro3.1", words="I admit it takes time", claim="It takes time.", form=PointForm.CONCESSION)


@pytest.mark.parametrize(("quote", "used"), [("it takes time", "it takes time"), ("you take time", "point")])
def test_a_concession_is_kept_for_the_closing_and_never_quoted(quote: str, used: str) -> None:
    con = Con()
    theirs = con.mind.flows.trees[CON].of(CON)[0]
    given = GRANTS.model_copy(update={"quote": quote})
    action = Action(kind=ActionKind.REINFORCE, actor=PRO, claim="It takes time.", target=theirs.claim, point=given)
    con.mind.apply(action, (CON, theirs.id))
    granting = con.mind.writer.granting
    assert not any(con.mind.writer.phrase(text) in granting for text in texts(con.writes(REBUTTAL)))
    (told,) = [text for text in texts(con.writes(CLOSING)) if con.mind.writer.phrase(text) in granting]
    assert used in told
    assert "“" not in told


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
    con.hears(f"and {QUOTE} every week", quote=QUOTE, makes=(Made(node="p1", probability=0.6),))
    con.mind.in_turn(REBUTTAL)
    for sentence in con.writes(REBUTTAL):
        con.mind.spoke(sentence)
    said = texts(con.writes(CLOSING))
    clash = next(i for i, text in enumerate(said) if "“The laundry eats my Sundays" in text)
    answers = [node.claim for node in con.mind.rehearsal.spoken_by(CON) if node.parent == "p1"]
    assert any(con.mind.writer.clause(claim) in said[clash + 1] for claim in answers)
    assert any(con.mind.rehearsal.case(CON).criterion[0] in text for text in said)


def test_why_something_matters_is_not_said_without_saying_of_what() -> None:
    con = Con()
    impacts = {node.node.impact for node in con.mind.rehearsal.nodes.values()}
    said = con.writes(CLOSING)
    places = [place for place, one in enumerate(said) if one.text in impacts]
    assert places
    for place in places:
        lead, impact = said[place - 1], said[place]
        assert lead.unit == impact.unit and impact.topic.lower() in lead.text.lower()


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
    con.hears("and how many washes?", quote="and how many washes?", form=PointForm.QUESTION)
    assert not any(evades(text) for turn in (REBUTTAL, CLOSING) for text in texts(con.writes(turn)))  # once in a match


def test_a_prepared_answer_that_only_confesses_to_be_none_answers_nothing() -> None:
    con = Con()
    con.mind.rehearsal.case(CON).objections[Objection.COST] = ((CONFESSED, "Set it beside the lesson hours."),)
    con.hears(f"and {QUOTE} every week", quote=QUOTE, objection=Objection.COST)
    said = con.writes(REBUTTAL)
    assert CONFESSED in texts(said)
    assert not [one for one in said if one.answers]
