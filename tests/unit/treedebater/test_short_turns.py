"""Turns of fifteen seconds to a minute without a model: used to the end, and begun on what was surely said."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest

from config.format import Format, Side, Stage, Turn
from config.shipped import load_format, load_phrases
from config.statement import WORDS_PER_SECOND, Sentence
from planning.debate.argument import Action, ActionKind
from planning.debate.points import Made, Point, PointForm
from planning.language.cues.questions import rhetorical
from planning.methods.treedebater.choosing.replies import replies
from planning.methods.treedebater.choosing.retrieve import Arsenal
from planning.methods.treedebater.library.library import SHIPPED, load
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from speech.timing.fit import Window, fit
from tests.fakes import BagEmbedder
from tests.unit.treedebater.test_replies import CON, INDEX, PRO, about, likely, point

EMBEDDER = BagEmbedder()
USED = 0.9  # of a short turn, at least
SECONDS = {Stage.OPENING: 20.0, Stage.REBUTTAL: 20.0, Stage.CLOSING: 15.0}
OPPONENTS = SHIPPED.parent / "opponents"
MOTIONS = ("ai-tutor", "book-bans", "digital-dollar", "labor-unions")


def seconds(text: str) -> float:
    return len(text.split()) / WORDS_PER_SECOND


def tiny(first: Side) -> Format:
    turns = [Turn(side=s, stage=stage, seconds=SECONDS[stage]) for stage in Stage for s in (first, first.other)]
    return Format(name="tiny", turns=tuple(turns))


@cache
def motion(name: str) -> Rehearsal:
    return load(SHIPPED / f"{name}.json")


def debate(name: str, side: Side) -> Iterator[tuple[Turn, tuple[Sentence, ...]]]:
    """What is spoken in each turn of that side, which speaks second."""
    form = tiny(side.other)
    mind = Strategy(motion(name), side, form, EMBEDDER, "seed")
    for index, turn in enumerate(form.turns):
        mind.in_turn(index)
        if turn.side is side:
            written = mind.write(mind.plan(index), index).sentences
            said = fit(written, seconds, Window.of(turn.seconds)).sentences
            for one in said:
                mind.spoke(one)
            yield turn, said
        else:
            mind.opponent_begins(turn.stage)
            words = (OPPONENTS / f"{name}-{turn.side}" / f"{turn.stage}.txt").read_text().split()
            mind.hear(" ".join(words[: int(turn.seconds * WORDS_PER_SECOND)]))


@pytest.mark.parametrize("name", MOTIONS)
def test_a_turn_of_seconds_is_used(name: str) -> None:
    for side in Side:
        for turn, said in debate(name, side):
            spoken = fit(said, seconds, Window.of(turn.seconds)).seconds
            assert spoken >= USED * turn.seconds, (side, turn.stage, [one.text for one in said])


def test_a_speech_begins_on_its_surest_answer() -> None:
    guessed, sure = likely(1, "wool itches", p1=0.3), likely(2, "caps get lost", p2=0.9)
    found = replies([about(guessed), about(sure)], (), Arsenal(INDEX, CON, 1), 2)
    assert [one.node.parent for one in found if one.node] == ["p2", "p1"]


def test_a_question_that_is_hardly_answered_does_not_begin_a_speech() -> None:
    asked = point(1, "what would you say", form=PointForm.QUESTION, makes=(Made(node="p1", probability=0.15),))
    found = replies([about(asked), about(likely(2, "caps get lost", p2=0.9))], (), Arsenal(INDEX, CON, 1), 2)
    assert [one.candidate.points[0].id for one in found] == ["pro1.2", "pro1.1"]


@pytest.mark.parametrize("name", MOTIONS)
def test_no_rebuttal_begins_on_an_objection_that_nobody_has_raised(name: str) -> None:
    foreseen = {*load_phrases()["foresee"], *load_phrases()["foresee.again"]}
    for form in ("sprint", "oxford"):
        mind = Strategy(motion(name), PRO, load_format(form), EMBEDDER, "seed")  # which has heard nothing
        index = next(i for i, t in enumerate(mind.format.turns) if t.side is PRO and t.stage is Stage.REBUTTAL)
        written = mind.write(mind.plan(index), index).sentences
        first = next(i for i, one in enumerate(written) if one.action)
        begins = [mind.writer.phrase(one.text) in foreseen for one in written[: first + 1]]
        assert not any(begins)
        assert form == "oxford" or not any(mind.writer.phrase(one.text) in foreseen for one in written)


def test_that_a_question_is_answered_is_said_once() -> None:
    framed = {*load_phrases()["brief.question"], *load_phrases()["brief.question.near"]}
    for name in MOTIONS:
        mind = Strategy(motion(name), CON, load_format("sprint"), EMBEDDER, "seed")
        for number, node in enumerate(mind.rehearsal.roots(PRO)[:3], 1):
            asked = Point(
                id=f"pro1.{number}",
                words=node.claim,
                claim=node.claim,
                form=PointForm.QUESTION,
                makes=(Made(node=node.id, probability=0.9),),
            )
            mind.apply(Action(kind=ActionKind.PROPOSE, actor=PRO, claim=node.claim, point=asked), (PRO, None))
        written = mind.write(mind.plan(3), 3).sentences
        assert sum(mind.writer.phrase(one.text) in framed for one in written) == 1


@pytest.mark.parametrize("name", MOTIONS)
def test_no_topic_is_announced_twice_in_a_row(name: str) -> None:
    led = {*load_phrases()["propose.first"], *load_phrases()["propose.next"], *load_phrases()["name.neutral"]}
    for side in Side:
        mind = Strategy(motion(name), side, load_format("sprint"), EMBEDDER, "seed")
        index = next(i for i, t in enumerate(mind.format.turns) if t.side is side)
        written = mind.write(mind.plan(index), index).sentences
        announced = [one.topic for one in written if mind.writer.phrase(one.text) in led]
        assert all(before != after for before, after in pairwise(announced))


@pytest.mark.parametrize(
    ("words", "put_to_nobody"),
    [("What is an AI tutor?", True), ("And what's a fair wage?", True), ("What is the cost to you?", False)],
)
def test_what_something_is_asks_only_who_is_about_to_say_so(words: str, put_to_nobody: bool) -> None:
    assert rhetorical(words) is put_to_nobody
