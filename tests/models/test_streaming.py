"""What a draft says is known passage by passage while it is written, without what has no source; and how it ends."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agent.local.virtual_time import run
from config.errors import RostrumError
from config.format import Side
from config.settings import Agent4DebateTeam, Settings, Thinking
from config.statement import Priority, Sentence
from planning.debate.flow import Flows
from planning.debate.motion import Motion
from planning.methods.agent4debate.hearing import Encoding
from planning.methods.agent4debate.method import Agent4Debate, Room
from planning.methods.common.keeping import FlowKeeper
from planning.methods.common.research import Patience, Searcher
from planning.methods.contract import Commission, Ends, Past
from planning.methods.door import Position
from planning.methods.plain.method import Plain
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.with_model import TreeDebaterWithModel
from planning.reading.passages import Passage
from speech.offload import compute
from tests.fakes import BagEmbedder, short_format, uniforms
from tests.models.scripted import ScriptedModel, streamed
from tests.models.test_writing import draft, line

RATE = 30.0
DRAFT = draft(
    line("We speak of one set of clothes for every pupil in the school.", "definition"),
    line("A uniform takes away the easiest reason to mock a child.", "bullying", does="o1"),
    line("In 1837 a study found 83 percent fewer fights.", "bullying", "should"),
    line("There is more to say about the cost of it all.", "cost", "should"),
    line("Vote for the motion.", "end"),
)
SPEECH = {
    "side": "pro",
    "passages": [
        {"about": name, "sentences": ["It is for all of them.", f"That is what the {name} has to do with it."]}
        for name in ("school", "street", "town")
    ],
    "closing": "So vote for it.",
}
OUTLINE = {"criterion": "What children gain.", "arguments": [{"about": "school", "says": "It is for all of them."}]}
Heard = list[tuple[float, list[str]]]


def treedebater(**roles: Any) -> TreeDebaterWithModel:
    strategy = Strategy(uniforms(), Side.PRO, short_format(), BagEmbedder(), "seed")
    return TreeDebaterWithModel(TreeDebater(strategy, compute), ScriptedModel(**roles), Thinking())


def plain(**roles: Any) -> Plain:
    position = Position(Motion.of("Schools should require uniforms"), short_format(), Side.PRO, "seed", Settings())
    return Plain(ScriptedModel(**roles), position)


def team(**roles: Any) -> Agent4Debate:
    """Agent4Debate's, with nothing to search."""
    return played(ScriptedModel(**{f"agent4debate.{role}": script for role, script in roles.items()}))


def played(model: ScriptedModel, motion: Motion | None = None) -> Agent4Debate:
    """The team whose roles that model plays."""
    motion = motion or Motion.of("Schools should require uniforms")
    position = Position(motion, short_format(), Side.PRO, "seed", Settings())
    keeper = FlowKeeper(Side.PRO, short_format(), BagEmbedder())
    patience = Patience(1.0, 1.0)
    searcher = Searcher(model, "agent4debate.searcher", "Uniforms", None, compute, patience, lambda trouble: None)
    room = Room(model, searcher, keeper, Encoding(keeper, keeper.embedder, compute))
    return Agent4Debate(room, position, Agent4DebateTeam(), Thinking())


def drafted(method: Any) -> tuple[Heard, float, list[str]]:
    """What was told, with when; when the draft was whole, and its words."""

    async def work() -> tuple[Heard, float, list[str]]:
        told: Heard = []
        loop = asyncio.get_running_loop()

        def take(passages: tuple[Sentence, ...]) -> None:
            assert not any(s.priority is Priority.CLOSING for s in passages)
            told.append((loop.time(), [s.text for s in passages]))

        found = await method.drafting(Commission(0, None, 100), take)
        assert found is not None
        return told, loop.time(), [s.text for s in found.sentences]

    return run(work(), fast=True)


def test_each_passage_is_told_once_it_is_whole_and_what_has_no_source_is_left_out() -> None:
    told, whole, texts = drafted(treedebater(writer=[streamed(RATE, DRAFT), {"side": "pro", "sentences": []}]))
    assert [len(some) for _, some in told] == [1, 2]
    assert told[0][0] < 0.5 * whole
    assert told[-1][1] == texts[:2]
    assert not any("1837" in text for _, some in told for text in some)


def test_what_says_how_to_judge_claims_nothing_while_it_arrives_either() -> None:
    judged = draft(
        line("We speak of one set of clothes for every pupil in the school.", "definition"),
        line("The better school is the one in which fewer children are afraid.", "criterion"),
        line("A uniform takes away the easiest reason to mock a child.", "bullying"),
        line("There is more to say about the cost of it all.", "cost", "should"),
        line("Vote for the motion.", "end"),
    )
    told: list[list[str | None]] = []

    async def work() -> None:
        method = treedebater(writer=streamed(RATE, judged))
        await method.drafting(Commission(0, None, 100), lambda some: told.append([one.action for one in some]))

    run(work(), fast=True)
    assert told[-1] == [None, None, "propose"]


def test_so_it_is_with_a_speech_in_one_answer() -> None:
    told, whole, texts = drafted(plain(writer=streamed(RATE, SPEECH)))
    assert [len(some) for _, some in told] == [2, 4]
    assert told[-1][1] == texts[:4]
    assert told[0][0] < 0.7 * whole


def test_so_it_is_with_a_script_of_the_team() -> None:
    told, whole, texts = drafted(team(analyzer=OUTLINE, writer=streamed(RATE, SPEECH)))
    assert [len(some) for _, some in told] == [2, 4]
    assert told[-1][1] == texts[:4]
    assert told[0][0] < 0.7 * whole


@pytest.mark.parametrize("method", [treedebater, plain, team])
def test_of_a_draft_for_the_other_side_nothing_is_told(method: Any) -> None:
    answer = {treedebater: DRAFT, plain: SPEECH, team: SPEECH}[method] | {"side": "con"}
    told: list[Any] = []

    async def work() -> None:
        with pytest.raises(RostrumError):
            await method(writer=streamed(RATE, answer)).drafting(Commission(0, None, 100), told.append)

    run(work(), fast=True)
    assert told == []


WORDS = {
    "side": "pro",
    "answers": [],
    "answer": ["You say that “bullies find other marks”.", "Then we take away the one that all of them can see."],
    "closing": ["By what children gain, that weighs more.", "A child should be known by more than a jacket."],
}


@pytest.mark.parametrize("make", [treedebater, team])
def test_the_first_words_answer_what_was_said_last_and_are_told_before_the_last_ones_are_written(make: Any) -> None:
    method = make(writer=streamed(RATE, WORDS))
    said = Passage("bullies find other marks to mock anyway", 1.0, 4.0)
    method.recall(Past(flows=Flows.empty().trees, said=[(1, said)]))
    told: list[tuple[float, Ends]] = []

    async def work() -> tuple[Ends | None, float]:
        loop = asyncio.get_running_loop()
        found = await method.ends(Commission(2, None, 100), lambda ends: told.append((loop.time(), ends)))
        return found, loop.time()

    ends, whole = run(work(), fast=True)
    assert ends is not None
    assert [s.text for s in ends.first] == WORDS["answer"]
    assert [s.priority for s in ends.last] == [Priority.MUST, Priority.CLOSING]
    assert len(told[0][1].first) == 1 and told[0][0] < 0.5 * whole
    assert all(s.topic for s in ends.first), "they are no greeting"


def test_an_opening_begins_and_ends_as_its_writer_had_it() -> None:
    for method in (treedebater(), team()):
        assert run(method.ends(Commission(0, None, 100), lambda ends: None), fast=True) is None
