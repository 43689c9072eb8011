"""Questions and answers by a model: in time, sourced and short, else the trees'."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agent.local.virtual_time import run
from config.errors import ProviderError
from config.format import Side
from config.settings import Thinking
from config.shipped import EXCHANGES, load_phrases
from planning.methods.contract import Trouble
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.exchanges import ANSWER_SECONDS
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format, uniforms
from tests.models.scripted import ScriptedModel, after, late

ASKED = "Isn't it so that bullies simply find other marks to mock?"
UNKNOWN = "How many moons has Jupiter got today?"
PREPARED = "Removing the easiest target spares many pupils."


class Asking:
    """Pro asks and answers by a scripted model; con has said one thing."""

    def __init__(self, **roles: Any) -> None:
        self.model, self.troubles = ScriptedModel(**roles), list[Trouble]()
        strategy = Strategy(uniforms(), Side.PRO, short_format(), BagEmbedder(), "seed")
        self.spare = TreeDebater(strategy, compute)
        asyncio.run(self.spare.hear(1, [Passage("what we wear is who we are", 0.0, 3.0)]))
        self.method = TreeDebaterWithModel(self.spare, self.model, Thinking(), on_trouble=self.troubles.append)

    def question(self) -> str | None:
        found = run(self.method.exchanges.question(1), fast=True)
        return found.text if found is not None else None

    def answer(self, asked: str = ASKED) -> tuple[list[str], list[str], float]:
        """What is said at once, what follows, and after how many seconds the first of it is there."""

        async def work() -> tuple[list[str], list[str], float]:
            began = asyncio.get_running_loop().time()
            given = await self.method.exchanges.answer(2, asked)
            seconds = asyncio.get_running_loop().time() - began
            more = await given.more() if given.more is not None else ()
            return [one.text for one in given.sentences], [one.text for one in more], seconds

        return run(work(), fast=True)


def reply(*sentences: str) -> dict[str, Any]:
    return {"sentences": list(sentences)}


def test_the_model_asks_and_is_told_what_was_asked_before() -> None:
    asking = Asking(writer=[{"question": "Who chose  the clothes?"}, {"question": "Who paid for them?"}])
    assert asking.question() == "Who chose the clothes?"
    assert asking.question() == "Who paid for them?"
    first, second = asking.model.asked
    assert "what we wear is who we are" in first.prompt.user
    assert "Who chose the clothes?" not in first.prompt.user
    assert "Who chose the clothes?" in second.prompt.user
    assert not asking.troubles


def test_a_question_that_is_too_long_is_asked_for_once_more() -> None:
    asking = Asking(writer=[{"question": "why " * 40 + "?"}, {"question": "Who pays?"}])
    assert asking.question() == "Who pays?"


@pytest.mark.parametrize(
    "answer",
    [
        {"question": ""},
        {"question": "Did you know that 73 percent of pupils were against it?"},
        {"question": "You said “dress codes are the worst of crimes”, didn't you?"},
        ProviderError("m", "it is gone"),
        late,
    ],
    ids=["empty", "a figure from nowhere", "words nobody said", "an error", "too late"],
)
def test_where_the_model_asks_nothing_usable_the_trees_ask(answer: Any) -> None:
    asking = Asking(writer=[answer])
    question = asking.question()
    assert question is not None and question.endswith("?")
    assert "73" not in question and "crimes" not in question


def test_an_answer_begins_with_the_trees_and_the_model_goes_on_from_there() -> None:
    asking = Asking(writer=[after(5.0, reply(PREPARED, "Some do,  and that is fewer.", "We spare the rest."))])
    texts, more, seconds = asking.answer()
    assert texts[0] == PREPARED and seconds < 0.1
    assert more == ["Some do, and that is fewer.", "We spare the rest."]
    (asked,) = asking.model.asked
    assert PREPARED in asked.prompt.user and ASKED in asked.prompt.user


def test_what_no_tree_knows_is_answered_by_the_model_where_it_is_in_time() -> None:
    asking = Asking(writer=[reply("It has many."), late])
    texts, more, seconds = asking.answer(UNKNOWN)
    assert (texts, more) == (["It has many."], [])
    assert seconds <= ANSWER_SECONDS
    texts, more, seconds = asking.answer(UNKNOWN)
    assert texts[0] in load_phrases(EXCHANGES)["answer.put-off"] and not more
    assert seconds <= ANSWER_SECONDS + 0.1


@pytest.mark.parametrize(
    "answer",
    [
        after(20.0, reply("Too late.")),
        late,
        ProviderError("m", "it is gone"),
        reply("A study of 4000 schools says so."),
        reply("  "),
        reply("word " * 100),
        reply(PREPARED),
    ],
    ids=["slow", "never", "an error", "a figure from nowhere", "empty", "a speech", "the same again"],
)
def test_else_the_trees_answer_alone(answer: Any) -> None:
    asking = Asking(writer=[answer])
    texts, more, seconds = asking.answer()
    assert texts[0] == PREPARED and not more
    assert seconds < 0.1


def test_somebody_who_waits_for_a_question_gets_one_from_the_trees() -> None:
    asking = Asking(writer=[])
    found = run(asking.method.exchanges.question(1, at_once=True), fast=True)
    assert found is not None and found.text.endswith("?")
    assert not asking.model.asked


def test_what_was_not_heard_is_asked_of_nobody() -> None:
    asking = Asking(writer=[])
    texts, _, _ = asking.answer("")
    assert texts[0] in load_phrases(EXCHANGES)["answer.unheard"]
    assert not asking.model.asked


def test_what_went_wrong_is_told() -> None:
    asking = Asking(writer=[late, reply("A study of 4000 schools says so.")])
    asking.answer()
    asking.answer()
    assert [trouble.part for trouble in asking.troubles] == ["answer", "exchange"]
    assert all(trouble.instead == "what the trees have" for trouble in asking.troubles)
