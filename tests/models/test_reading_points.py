"""Points as a model reads them, asked over HTTP: what it is shown, what it may correct, and what it is not believed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config.format import Side
from config.heard_word import HeardWord
from config.settings import Thinking
from planning.asking.client import LanguageModel
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Made, Objection, Point, PointForm, Support, SupportKind
from planning.debate.standing import Status
from planning.methods.contract import Applied, Trouble
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format, uniforms
from tests.model_server import Asked, ModelServer

PRO, CON = Side
REDUCE = "Uniforms reduce bullying over clothes."
FIRST = "now they told you that uniforms reduce bullying but bullies simply look at shoes"
SECOND = "in my school it was shoes and in leeds sixty per cent said the same"


def item(claim: str, quote: str, action: str = "attack", **more: object) -> dict[str, Any]:
    return {"action": action, "quote": quote, "claim": claim, "argument": "", "target": "pro1"} | more


class Hearing:
    """Pro has made one claim and hears con's opening, piece by piece, by a model behind a server."""

    def __init__(self, server: ModelServer) -> None:
        self.server, self.troubles = server, list[Trouble]()
        self.mind = Strategy(uniforms(), PRO, short_format(), BagEmbedder(), "seed")
        said = Point(id="pro1.1", words=REDUCE, claim=REDUCE)
        self.mind.apply(Action(kind=ActionKind.PROPOSE, actor=PRO, claim=REDUCE, source="p1", point=said), (PRO, None))

    def hears(self, *pieces: list[str | Passage], answers: list[list[dict[str, Any]]]) -> list[Applied]:
        """What came of the last piece; five seconds to each passage."""
        self.server.answers(*[{"actions": answer} for answer in answers])

        async def heard() -> list[Applied]:
            model = LanguageModel(self.server.models())
            method = TreeDebaterWithModel(
                TreeDebater(self.mind, compute), model, Thinking(), on_trouble=self.troubles.append
            )
            found: list[Applied] = []
            at = 0.0
            try:
                for piece in pieces:
                    passages = []
                    for words in piece:
                        passages.append(words if isinstance(words, Passage) else Passage(words, at, at + 4.5))
                        at += 5.0
                    found = list(await method.hear(1, passages))
            finally:
                await model.close()
            return found

        return asyncio.run(heard())

    @property
    def asked(self) -> list[Asked]:
        return [asked for asked in self.server.asked if asked.schema_name == "Reading"]

    @property
    def doubts(self) -> list[str]:
        return [trouble.reason for trouble in self.troubles]

    @property
    def claims(self) -> list[str]:
        return [node.claim for tree in self.mind.flows.trees.values() for node in tree.of(CON)]


@pytest.fixture
def hearing(server: ModelServer) -> Hearing:
    return Hearing(server)


MARKS = item(
    "Bullies look at shoes instead.",
    "Bullies simply look at shoes.",
    objection="single-case",
    support=[{"kind": "story", "words": "in my school it was shoes"}, {"kind": "figure", "words": "sixty per cent"}],
    meets=["[pro1]"],
    prepared="p1.1",
    passage=1,
)


def test_a_point_has_its_words_its_times_and_what_it_is(hearing: Hearing) -> None:
    (done,) = hearing.hears([FIRST, SECOND], answers=[[MARKS]])
    point = done.action.point
    assert point is not None
    assert (point.id, point.words, point.claim) == (
        "con2.1",
        "bullies simply look at shoes",
        "Bullies look at shoes instead.",
    )
    assert point.start is not None and point.end == 4.5 and 2.0 < point.start < 4.0
    assert point.support == (
        Support(kind=SupportKind.STORY, words="in my school it was shoes"),
        Support(kind=SupportKind.FIGURE, words="sixty per cent"),
    )
    assert (point.objection, point.form, point.meets) == (Objection.SINGLE_CASE, PointForm.STATEMENT, ("pro1",))
    assert (point.makes, done.action.source) == ((Made(node="p1.1"),), "p1.1")
    assert (done.owner, done.target, done.passage) == (PRO, "pro1", Passage(FIRST, 0.0, 4.5))
    assert hearing.doubts == []


def test_the_dozen_prepared_claims_that_are_nearest_are_shown_and_none_may_be_meant(hearing: Hearing) -> None:
    verbatim = item("Bullies simply find other marks to mock.", "bullies simply find other marks to mock")
    (done,) = hearing.hears(["bullies simply find other marks to mock"], answers=[[verbatim]])
    assert done.action.source is None  # however like it is
    (asked,) = hearing.asked
    shown = asked.user.split("expected of this speaker")[1].split("⟦end of data⟧")[0]
    assert "p1.1: Bullies simply find other marks to mock." in shown
    lines = [line for line in shown.splitlines() if ": " in line and line[0] in "pc"]
    assert 0 < len(lines) <= 12
    assert {hearing.mind.rehearsal.nodes[line.partition(":")[0]].side for line in lines} == {CON}


def test_words_that_the_recogniser_was_not_sure_of_are_marked(hearing: Hearing) -> None:
    words = [HeardWord("bullies", 0.0, 0.5, 0.9), HeardWord("look", 0.6, 0.9, 0.2), HeardWord("elsewhere", 1.0, 1.5)]
    (done,) = hearing.hears(
        [Passage.of(words)], answers=[[item("Bullies look elsewhere.", "bullies look(?) elsewhere")]]
    )
    assert "(1) bullies look(?) elsewhere" in hearing.asked[0].user
    assert done.action.point is not None and done.action.point.words == "bullies look elsewhere"


# -- corrected ------------------------------------------------------------------------------------------


def test_the_piece_before_can_be_corrected(hearing: Hearing) -> None:
    better = item("Bullies move on to shoes and phones.", "and to phones", corrects=["con2.1"])
    (done,) = hearing.hears([FIRST], ["and to phones"], answers=[[MARKS | {"support": []}], [better]])
    assert "con2.1 attack, statement, on pro1: Bullies look at shoes instead." in hearing.asked[1].user
    assert done.node == "pro2"
    assert hearing.claims == ["Bullies move on to shoes and phones."]
    assert done.action.point is not None
    assert (done.action.point.id, done.action.point.corrects) == ("con2.2", ("con2.1",))
    assert hearing.doubts == []


def test_only_the_piece_before_can_be_corrected_and_each_point_once(hearing: Hearing) -> None:
    late = item("Bullies are bored.", "they are bored", corrects=["con2.1", "pro1.1"])
    twice = [
        item("They mock hats.", "with hats", corrects=["con2.2"]),
        item("They mock caps.", "and caps", corrects=["con2.2"]),
    ]
    hearing.hears(
        [FIRST],
        ["and to phones"],
        ["they are bored with hats and caps"],
        answers=[[MARKS | {"support": []}], [item("They mock phones.", "and to phones")], [late, *twice]],
    )
    assert hearing.claims == [
        "Bullies look at shoes instead.",
        "They mock hats.",
        "Bullies are bored.",
        "They mock caps.",
    ]
    assert [doubt.partition(" “")[2] for doubt in hearing.doubts] == ["con2.1”", "pro1.1”", "con2.2”"]


def test_a_single_word_is_no_point(hearing: Hearing) -> None:
    hearing.hears(
        ["shoes they look at shoes"], answers=[[item("Shoes.", "shoes"), item("They look.", "look at shoes")]]
    )
    assert hearing.claims == ["They look."]
    assert "a word is no point" in hearing.doubts[0]


# -- forms ----------------------------------------------------------------------------------------------


FEWER = "Uniforms mean fewer fights and fewer tears. And they are dear."


def test_claims_side_by_side_in_one_sentence_are_parts_of_one_point(hearing: Hearing) -> None:
    fights, tears = item("Fewer fights.", "fewer fights", "propose"), item("Fewer tears.", "fewer tears", "propose")
    dear = item("They are dear.", "they are dear", "propose")
    found = hearing.hears([FEWER], answers=[[one | {"target": ""} for one in (fights, tears, dear)]])
    kinds = [one.action.kind for one in found]
    assert kinds == [ActionKind.PROPOSE, ActionKind.REINFORCE, ActionKind.PROPOSE]
    assert found[1].node == found[0].node
    assert [one.action.point.claim for one in found if one.action.point] == [
        "Fewer fights.",
        "Fewer tears.",
        "They are dear.",
    ]
    standing = [one for one in hearing.mind.owed(2) if one.point.side is CON]
    assert len({one.node.id for one in standing if one.node}) == 2


def test_a_question_a_counter_proposal_and_what_nobody_has_answered(hearing: Hearing) -> None:
    said = ["who washes the second one", "i propose a dress code instead", "nobody has answered who washes it"]
    ask = item("Nobody knows who washes it.", "who washes the second one", form="question")
    instead = item(
        "A dress code is enough.", "a dress code instead", form="counter-proposal", objection="better-alternative"
    )
    left = item(
        "Nobody knows who washes it.", "nobody has answered", "reinforce", form="nobody-answered", target="pro2"
    )
    applied = hearing.hears(said, answers=[[ask, instead, left]])
    assert [(done.action.kind.value, done.action.point and done.action.point.form.value) for done in applied] == [
        ("attack", "question"),
        ("attack", "counter-proposal"),
        ("reinforce", "nobody-answered"),
    ]
    assert applied[2].node == "pro2"


def test_what_they_grant_is_conceded_and_no_attack(hearing: Hearing) -> None:
    granted = item("Uniforms do reduce bullying.", "i grant you that it reduces bullying", form="concession")
    (done,) = hearing.hears(["i grant you that it reduces bullying"], answers=[[granted]])
    assert (done.action.kind, done.node) == (ActionKind.REINFORCE, "pro1")
    assert hearing.mind.standings(2)["pro1.1"].status is Status.CONCEDED
    assert hearing.mind.flows.trees[PRO].nodes["pro1"].status.value == "proposed"


# -- what is not believed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("false", "reason"),
    [
        ({"quote": "bullies have sixty marks"}, "“bullies have sixty marks” was not said"),
        ({"quote": ""}, "it does not say in which words"),
        ({"quote": "shoes in my heart"}, "“shoes in my heart” was not said"),
        ({"claim": " "}, "it has no claim"),
        ({"target": "pro99"}, "there is no claim pro99"),
        ({"target": "[con7]"}, "there is no claim con7"),
        ({"action": "reinforce"}, "pro1 is a claim of pro, on which con cannot reinforce"),
        ({"target": "pro2"}, "pro2 is a claim of con, on which con cannot attack"),
    ],
)  # fmt: skip
def test_what_was_not_said_or_acts_on_what_there_is_not_is_left_out_and_the_rest_is_kept(
    hearing: Hearing, false: dict[str, object], reason: str
) -> None:
    lie = item("Bullies are everywhere.", "bullies simply look at shoes") | false
    hearing.hears([FIRST, SECOND], answers=[[MARKS, lie, item("Leeds says so too.", "in leeds sixty per cent")]])
    assert hearing.claims == ["Bullies look at shoes instead.", "Leeds says so too."]
    (doubt,) = hearing.doubts
    assert doubt.startswith(reason)
    assert {trouble.part for trouble in hearing.troubles} == {"reading"}
    tree = hearing.mind.flows.trees[PRO]
    assert [point.id for node in tree for point in node.points] == ["pro1.1", "con2.1", "con2.2"]
    assert tree.unmatched == []


def test_single_names_that_name_nothing_cost_only_themselves(hearing: Hearing) -> None:
    odd = MARKS | {
        "prepared": "p9.9",
        "meets": ["pro1", "pro8", "con1"],
        "corrects": ["con1.1"],
        "support": [{"kind": "source", "words": "a study in york"}],
    }
    (done,) = hearing.hears([FIRST, SECOND], answers=[[odd]])
    point = done.action.point
    assert point is not None
    assert (point.makes, point.meets, point.corrects, point.support) == ((), ("pro1",), (), ())
    assert sorted(hearing.doubts) == [
        "there is no claim of the other side “con1”",
        "there is no claim of the other side “pro8”",
        "there is no point to correct “con1.1”",
        "there is no prepared claim “p9.9”",
        "“a study in york” was not said, and supports nothing",
    ]


def test_a_prepared_claim_of_the_other_side_is_not_meant(hearing: Hearing) -> None:
    (done,) = hearing.hears([FIRST], answers=[[MARKS | {"prepared": "p1", "support": []}]])
    assert done.action.source is None
    assert hearing.doubts == ["there is no prepared claim “p1”"]


def test_an_attack_in_the_words_of_an_own_claim_is_still_an_attack(hearing: Hearing) -> None:
    """Where a claim is said decides what it does: the cosine alone would have made it more of the claim before."""
    shoes = item("Bullies look at shoes.", "bullies simply look at shoes", "propose", target="")
    again = item("Bullies look at shoes.", "bullies simply look at shoes")
    _, attack = hearing.hears([FIRST], answers=[[shoes, again]])
    assert (attack.action.kind, attack.target, attack.node) == (ActionKind.ATTACK, "pro1", "pro2")
