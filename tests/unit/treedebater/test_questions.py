"""What the embedded debater asks, and what it answers to a question that was heard."""

from __future__ import annotations

import asyncio

import pytest

from config.format import Side
from config.shipped import EXCHANGES, load_phrases
from config.statement import Sentence
from planning.debate.argument import ActionKind
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.writing.questions import MOST_WORDS, parts_of
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format, uniforms

PRO, CON = Side
BANKS = load_phrases(EXCHANGES)
THEIRS = "Bullies simply find other marks to mock."
OURS = "Removing the easiest target spares many pupils."


class Asking:
    """Pro has opened; con speaks, and pro asks and answers."""

    def __init__(self) -> None:
        self.strategy = Strategy(uniforms(), PRO, short_format(), BagEmbedder(), "seed")
        self.method = TreeDebater(self.strategy, compute)

    def hears(self, text: str, turn: int = 1) -> None:
        asyncio.run(self._hear(text, turn))

    async def _hear(self, text: str, turn: int) -> None:
        await self.method.hear(turn, [Passage(text, 0.0, 5.0)])

    def says(self, name: str, turn: int = 0) -> None:
        node = self.strategy.rehearsal.nodes[name]
        sentence = Sentence.model_validate(
            {
                "id": "s1",
                "text": node.claim,
                "unit": "u1",
                "priority": "must",
                "source": name,
                "action": ActionKind.PROPOSE.value,
            }
        )
        asyncio.run(self.method.spoke(turn, sentence, Passage(node.claim, 0.0, 3.0)))

    def question(self, turn: int = 1) -> str | None:
        found = asyncio.run(self.method.exchanges.question(turn))
        return found.text if found is not None else None

    def answer(self, asked: str, turn: int = 2) -> list[Sentence]:
        return list(asyncio.run(self.method.exchanges.answer(turn, asked)).sentences)


def said(bank: str, text: str) -> bool:
    """Whether a text is of that bank, whatever it is filled with."""
    heads = {phrase.split("{")[0].split("“")[0] for phrase in BANKS[bank]}
    return any(head and text.startswith(head) for head in heads)


# -- questions -------------------------------------------------------------------------------------


def test_a_claim_that_was_surely_made_is_asked_about_with_the_prepared_answer_to_it() -> None:
    asking = Asking()
    asking.hears(THEIRS)
    question = asking.question()
    assert question is not None
    assert "removing the easiest target spares many pupils" in question
    assert question.endswith("?")


def test_nothing_is_asked_twice_and_in_the_end_there_is_nothing_left() -> None:
    asking = Asking()
    asking.says("p1")
    asking.hears(THEIRS)
    asked: list[str] = []
    while (question := asking.question()) is not None:
        asked.append(question)
        assert len(asked) < 20
    assert len(asked) == len(set(asked)) >= 2
    assert all(len(question.split()) <= MOST_WORDS for question in asked)


def test_where_nothing_was_said_about_our_point_we_ask_for_it() -> None:
    asking = Asking()
    asking.says("p1")
    asking.hears("the weather was fine and the hall was full of people that evening")
    questions = [asking.question() for _ in range(6)]
    assert any("uniforms reduce bullying over clothes" in (one or "") for one in questions)


def test_before_anything_was_heard_our_own_claims_are_put() -> None:
    question = Asking().question()
    assert question is not None and said("ask.alone", question)


# -- answers ---------------------------------------------------------------------------------------


def test_the_claim_in_a_question_is_answered_with_what_was_prepared_against_it() -> None:
    asking = Asking()
    first, *rest = asking.answer("Isn't it so that bullies simply find other marks to mock?")
    assert first.text == OURS
    assert first.source == "p1.1.1"
    assert [one.text for one in rest] == ["Most teasing takes the shortest path."]


def test_an_answer_to_a_point_that_was_made_answers_it_in_the_flow_too() -> None:
    asking = Asking()
    asking.says("p1")
    asking.hears(THEIRS)
    first, *_ = asking.answer("Do you deny that bullies simply find other marks to mock?")
    (point,) = asking.strategy.heard_points()
    assert (first.answers, first.action) == ((point.id,), "rebut")
    done = asyncio.run(asking.method.spoke(2, first, Passage(first.text, 0.0, 3.0)))
    assert done[0].action.kind is ActionKind.REBUT


def test_a_question_about_our_own_claim_gets_its_reasons() -> None:
    texts = [one.text for one in Asking().answer("Do you accept that mandatory outfits save households money?")]
    assert texts == ["Two shirts and a jumper replace a wardrobe.", "Saved cash buys books."]


def test_what_was_said_before_is_not_said_in_full_again_but_owned_to() -> None:
    asking = Asking()
    for sentence in asking.answer(f"Isn't it so that {THEIRS}?"):
        asyncio.run(asking.method.spoke(2, sentence, Passage(sentence.text, 0.0, 3.0)))
    (again,) = asking.answer("But bullies simply find other marks to mock?")
    assert "removing the easiest target spares many pupils" in again.text
    assert said("answer.again", again.text)


@pytest.mark.parametrize("asked", ["How many moons does Jupiter have?", "Why?", "?"])
def test_a_question_that_no_tree_knows_is_put_off(asked: str) -> None:
    (one,) = Asking().answer(asked)
    assert one.text in BANKS["answer.put-off"]


@pytest.mark.parametrize("asked", ["", "   "])
def test_a_question_that_was_not_understood_is_said_not_to_be(asked: str) -> None:
    (one,) = Asking().answer(asked)
    assert one.text in BANKS["answer.unheard"]


def test_every_sentence_has_an_id_of_its_own_in_the_match() -> None:
    asking, other = Asking(), Strategy(uniforms(), CON, short_format(), BagEmbedder(), "seed")
    ids = [one.id for _ in range(3) for one in asking.answer(THEIRS)]
    ids += [asyncio.run(TreeDebater(other, compute).exchanges.answer(1, "x y z")).sentences[0].id]
    assert len(ids) == len(set(ids))


def test_the_parts_of_a_question_are_its_sentences_the_last_first_and_what_follows_a_that() -> None:
    parts = parts_of("You said: “Dress is identity.” Isn't it so that shy people gain?")
    assert parts[:2] == ["shy people gain", "Isn't it so that shy people gain"]
    assert "Dress is identity" in parts
    assert parts_of("Why?") == []
