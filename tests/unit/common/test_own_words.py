"""What we said is what was heard of it: nothing else is credited to us."""

from __future__ import annotations

import pytest

from config.format import Side
from config.statement import Priority, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.flow import FlowNode
from planning.debate.points import Made, Point, PointForm
from planning.debate.standing import Standing, Status
from planning.methods.contract import Applied
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from planning.reading.passages import Passage
from tests.fakes import BagEmbedder, short_format

PRO, CON = Side
CLAIM = "First of all, uniforms reduce bullying over clothes."
REASON = "Mockery starts with labels."


def claims(text: str = CLAIM, **more: object) -> Sentence:
    known = {"id": "s1", "text": text, "unit": "u1", "priority": Priority.MUST, "source": "p1", "action": "propose"}
    return Sentence.model_validate(known | more)


def follows(text: str = REASON, **more: object) -> Sentence:
    return Sentence.model_validate({"id": "s2", "text": text, "unit": "u1", "priority": Priority.MUST} | more)


class Speaking:
    """Pro speaks; what con has said is in its flow."""

    def __init__(self, motion: Rehearsal) -> None:
        self.mind = Strategy(motion, PRO, short_format(), BagEmbedder(), "seed")

    def says(self, sentence: Sentence, heard: str | None = None, turn: int = 0) -> list[Applied]:
        self.mind.in_turn(turn)
        return self.mind.spoke(sentence, Passage(sentence.text if heard is None else heard, 1.0, 4.0))

    def con_said(self, claim: str, point: str, target: str | None = None, corrects: tuple[str, ...] = ()) -> str:
        said = Point(id=point, words=claim, claim=claim, corrects=corrects)
        kind = ActionKind.ATTACK if target else ActionKind.PROPOSE
        place = (PRO if target else CON, target)
        done = self.mind.apply(Action(kind=kind, actor=CON, claim=claim, target=target or "", point=said), place)
        assert done.node is not None
        return done.node

    @property
    def own(self) -> list[FlowNode]:
        return self.mind.flows.trees[PRO].of(PRO)


@pytest.fixture
def pro(motion: Rehearsal) -> Speaking:
    return Speaking(motion)


def test_a_sentence_that_was_heard_is_a_point_of_ours_in_its_exact_words(pro: Speaking) -> None:
    (done,) = pro.says(claims())
    assert done.action.point == Point(
        id="pro1.1",
        words=CLAIM,
        start=1.0,
        end=4.0,
        claim="Uniforms reduce bullying over clothes.",
        makes=(Made(node="p1", probability=1.0),),
    )
    assert done.action.argument == ""  # no reason has been heard yet


def test_a_reason_counts_once_it_is_spoken(pro: Speaking) -> None:
    pro.says(claims())
    (done,) = pro.says(follows())
    point = done.action.point
    assert point is not None and (point.id, point.corrects) == ("pro1.2", ("pro1.1",))
    assert point.words == f"{CLAIM} {REASON}"
    (node,) = pro.own
    assert (node.arguments, node.visits) == ([REASON], 0)
    assert pro.says(follows("And shoes.", id="s3")) == []  # one reason is enough for the record


@pytest.mark.parametrize(
    ("sentence", "heard"),
    [
        (follows(unit="u2"), REASON),  # of another passage
        (follows(), "Mockery starts"),  # cut
    ],
)
def test_what_is_no_reason_adds_none(pro: Speaking, sentence: Sentence, heard: str) -> None:
    pro.says(claims())
    assert pro.says(sentence, heard) == []
    assert [node.arguments for node in pro.own] == [[]]


def test_a_sentence_cut_before_its_claim_was_heard_claims_nothing(pro: Speaking) -> None:
    assert pro.says(claims(), "First of all, uniforms reduce") == []
    assert pro.own == []
    assert CLAIM not in pro.mind.writer.memory.sentences


def test_a_sentence_cut_after_its_claim_claims_it_as_far_as_it_was_heard(pro: Speaking) -> None:
    long = claims(f"{CLAIM[:-1]}, as nobody in this hall will doubt.")
    (done,) = pro.says(long, CLAIM[:-1])
    assert done.action.claim == "Uniforms reduce bullying over clothes."
    assert done.action.point is not None and done.action.point.words == CLAIM[:-1]
    assert long.text not in pro.mind.writer.memory.sentences


def test_where_the_prepared_words_were_not_spoken_the_claim_is_what_was(pro: Speaking) -> None:
    (done,) = pro.says(claims("Children stop being picked on for what they wear."))
    assert done.action.claim == "Children stop being picked on for what they wear."
    assert done.action.source == "p1"


def test_a_sentence_answers_the_points_it_names_when_it_is_heard(pro: Speaking) -> None:
    pro.says(claims())
    attack = pro.con_said("Bullies find other marks.", "con2.1", "pro1")
    pro.con_said("Bullies pick on shoes.", "con2.2", "pro1")
    answer = claims("They lose the easiest target.", source=None, action=None, answers=("con2.1", "con2.9", "pro1.1"))
    assert pro.says(answer, "They lose", turn=2) == []  # the bell came first
    assert pro.mind.standings(3)["con2.1"].status is Status.OPEN
    (done,) = pro.says(answer, turn=2)
    assert (done.action.kind, done.owner, done.target) == (ActionKind.REBUT, PRO, attack)
    assert done.action.point is not None
    assert (done.action.point.answers, done.action.point.meets) == (("con2.1",), (attack,))
    standing = pro.mind.standings(3)
    assert standing["con2.1"] == Standing(Status.ANSWERED, 2, ("pro3.1",))
    assert standing["con2.2"].status is Status.OPEN


def test_an_answer_to_several_stands_under_the_one_whose_words_its_passage_takes_up(pro: Speaking) -> None:
    pro.says(claims())
    pro.con_said("Bullies find other marks.", "con2.1", "pro1")
    shoes = pro.con_said("Bullies pick on shoes.", "con2.2", "pro1")
    pro.says(follows("You said “bullies pick on shoes”.", unit="u9", id="s8"), turn=2)
    answer = claims("Shoes are hidden.", unit="u9", source=None, action=None, answers=("con2.1", "con2.2"))
    (done,) = pro.says(answer, turn=2)
    assert (done.target, done.action.point and done.action.point.answers) == (shoes, ("con2.1", "con2.2"))


def test_a_claim_of_ours_that_is_made_again_in_nearly_the_same_words_backs_the_first(pro: Speaking) -> None:
    (first,) = pro.says(claims("Children stop being picked on for what they wear.", source=None))
    again = claims("Children stop being picked on for what they wear, I say.", source=None, id="s7", unit="u7")
    (done,) = pro.says(again, turn=2)
    assert (done.action.kind, done.node) == (ActionKind.REINFORCE, first.node)


def test_what_was_corrected_after_we_wrote_is_answered_as_it_stands(pro: Speaking) -> None:
    pro.says(claims())
    pro.con_said("Bullies find other marks.", "con2.1", "pro1")
    pro.con_said("Bullies look at shoes.", "con2.2", "pro1", corrects=("con2.1",))
    pro.con_said("Bullies look at shoes and phones.", "con2.3", "pro1", corrects=("con2.2",))
    answer = claims("They lose the easiest target.", source=None, action=None, answers=("con2.1", "con2.2"))
    (done,) = pro.says(answer, turn=2)
    assert done.action.point is not None and done.action.point.answers == ("con2.3",)
    assert pro.mind.standings(3)["con2.3"].status is Status.ANSWERED


def test_what_we_grant_is_conceded(pro: Speaking) -> None:
    pro.says(claims())
    node = pro.con_said("Uniforms cost money.", "con2.1")
    (done,) = pro.says(claims("True, they cost money.", source=None, action=None, concedes=("con2.1",)), turn=2)
    assert (done.action.kind, done.node) == (ActionKind.REINFORCE, node)
    assert done.action.point is not None and done.action.point.form is PointForm.CONCESSION
    assert pro.mind.standings(3)["con2.1"] == Standing(Status.CONCEDED, 2, ("pro3.1",))


def test_ids_count_within_a_turn(pro: Speaking) -> None:
    pro.says(claims())
    pro.says(follows())
    (done,) = pro.says(claims("Uniforms save money.", source="p2", unit="u5"))
    assert done.action.point is not None and done.action.point.id == "pro1.3"
    (done,) = pro.says(claims("Uniforms make mornings easy.", source=None, unit="u6"), turn=2)
    assert done.action.point is not None and done.action.point.id == "pro3.1"
