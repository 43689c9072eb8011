"""Questions and answers from the trees alone, ready at once, or by a model where it comes in time (see `Exchanging`).

An answer begins with what the trees have, for somebody waits for it, and the model goes on from there.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from pydantic import Field

from config.errors import RostrumError
from config.settings import Role
from config.shipped import EXCHANGES, load_phrases
from config.statement import Priority, Sentence
from planning.asking.answers import Shape
from planning.asking.asking import asked as asked_for
from planning.debate.argument import ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import FlowNode, flows_text
from planning.debate.points import Point
from planning.evidence.tracing import debated, traced
from planning.methods.contract import Answer, OnTrouble, Past, Trouble
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.writing.questions import (
    MOST_WORDS,
    Given,
    Questions,
    answer_by_kind,
    answer_of_trees,
    parts_of,
)
from planning.methods.treedebater.writing.wording import Phrases
from planning.ports import LLM

Encode = Callable[..., Awaitable[list[Encoded]]]
QUESTION_SECONDS = 10.0  # that a question may take to be thought of; the speech goes on meanwhile
ANSWER_SECONDS = 1.6  # that an answer may take: somebody waits for it
MORE_SECONDS = 8.0  # that what follows on the beginning of an answer may take: it is being spoken
ANSWER_WORDS = 45
HEARD_PASSAGES = 12  # of the other side's last words that are shown


class PreparedExchanges:
    """Asks and answers for the side of a strategy.
    `encode`: makes vectors of texts, and of all that planning compares, off the event loop."""

    def __init__(self, strategy: Strategy, encode: Encode) -> None:
        self._strategy, self._encode = strategy, encode
        self._phrases = Phrases(load_phrases(EXCHANGES), f"{strategy.rehearsal.id}/{strategy.side}/exchanges")
        self._questions = Questions(strategy.prepared, self._phrases, strategy.writer.clause)
        self._numbers = itertools.count(1)

    def recall(self, past: Past) -> None:
        """Ids go on where they were, and what was asked is not asked again."""
        said = [one for _, one in past.said if isinstance(one, Sentence)]
        ours = re.compile(rf"{self._strategy.side}-x(\d+)")
        numbers = [int(found[1]) for one in said if (found := ours.fullmatch(one.id))]
        self._numbers = itertools.count(max(numbers, default=0) + 1)
        self._questions.recall([one.text for one in said if ours.fullmatch(one.id)])

    async def question(self, turn: int, *, at_once: bool = False) -> Sentence | None:
        await self._encode()
        strategy = self._strategy
        unmet = strategy.unmet() if strategy.heard_before(turn) else []
        found = self._questions.next(strategy.owed(turn), unmet, strategy.rehearsal.roots(strategy.side))
        return self.sentence(found) if found is not None else None

    def lead(self, turn: int) -> Sentence:
        return self.sentence(self._phrases.say("answer.lead"))

    async def answer(self, turn: int, asked: str) -> Answer:
        if not asked.strip():
            return Answer([self.sentence(self._phrases.say("answer.unheard"))])
        return Answer(await self.found(turn, asked) or [self.put_off()])

    def put_off(self) -> Sentence:
        """An honest word that there is no answer."""
        return self.sentence(self._phrases.say("answer.put-off"))

    async def found(self, turn: int, asked: str) -> Sequence[Sentence]:
        """What the trees have on a question; nothing where they do not know it."""
        parts = await self._encode(*parts_of(asked), asked)
        strategy, said = self._strategy, frozenset(self._strategy.writer.memory.sentences)
        k = strategy.look_ahead(turn)
        given = answer_of_trees(strategy.side, parts[:-1], strategy.index, k, said)
        given = given or answer_by_kind(strategy.rehearsal.case(strategy.side), strategy.objection(parts[-1]), said)
        return self._sentences(given) if given else ()

    def sentence(self, text: str, mark: Mapping[str, object] | None = None) -> Sentence:
        """One that is no part of a statement, with an id of its own in the match."""
        name = f"{self._strategy.side}-x{next(self._numbers)}"
        known = {"id": name, "text": text, "unit": name, "priority": Priority.MUST}
        return Sentence.model_validate(known | dict(mark or {}))

    def _sentences(self, given: Given) -> list[Sentence]:
        if given.again:
            clause = self._strategy.writer.clause(given.texts[0])
            return [self.sentence(self._phrases.say("answer.again", clause=clause))]
        mark: dict[str, object] = {}
        if given.node is not None:
            mark = {"source": given.node.id, "topic": given.node.topic}
        first, *rest = given.texts
        return [self.sentence(first, mark | self._deed(given)), *(self.sentence(text, mark) for text in rest)]

    def _deed(self, given: Given) -> dict[str, object]:
        """What it answers of the debate so far, if they have made that claim themselves."""
        met = self._made(given)
        if met is None or given.node is None or given.texts[0] != given.node.claim:
            return {}
        node, points = met
        kind = self._strategy.flows.answering(node, self._strategy.side)
        return {"action": ActionKind(kind).value, "target": node.claim, "answers": tuple(one.id for one in points)}

    def _made(self, given: Given) -> tuple[FlowNode, list[Point]] | None:
        """The node of the flow by which the other side made the claim, and its points there that are open."""
        strategy = self._strategy
        if given.against is None:
            return None
        for tree in strategy.flows.trees.values():
            for node in tree.nodes.values():
                if node.source == given.against.id and node.side is not strategy.side:
                    return node, [point for point in node.points if self._open(point)]
        return None

    def _open(self, point: Point) -> bool:
        standing = self._strategy.standings(len(self._strategy.format.turns) - 1).get(point.id)
        return standing is not None and not standing.met


class AskedQuestion(Shape):
    """One question; empty where there is nothing worth asking."""

    question: str = Field(max_length=400)


class GivenAnswer(Shape):
    """An answer, a sentence an entry."""

    sentences: list[str] = Field(min_length=1, max_length=3)


class ExchangesWithModel:
    """Asks a model in time, and says what the trees have where it does not answer.
    `on_trouble`: told when the model could not be used."""

    def __init__(self, prepared: PreparedExchanges, llm: LLM, strategy: Strategy, on_trouble: OnTrouble) -> None:
        self._prepared, self._llm, self._strategy, self._on_trouble = prepared, llm, strategy, on_trouble
        self._asked: list[str] = []
        self.lead = prepared.lead

    def recall(self, past: Past) -> None:
        """The model, too, is told what was asked before."""
        self._asked = [one.text for _, one in past.said if isinstance(one, Sentence) and one.text.endswith("?")]

    async def question(self, turn: int, *, at_once: bool = False) -> Sentence | None:
        if at_once:
            return await self._prepared.question(turn)
        values = self._values(turn) | {"words": MOST_WORDS, "asked": "\n".join(self._asked)}
        try:
            async with asyncio.timeout(QUESTION_SECONDS):
                found = await asked_for(
                    self._llm, Role.WRITER, render("question", **values), AskedQuestion, _too_long, QUESTION_SECONDS
                )
        except (RostrumError, TimeoutError) as error:
            self._tell("question", error)
            return await self._prepared.question(turn)
        sentence = self._prepared.sentence(" ".join(found.question.split()))
        if not sentence.text or not self._sourced([sentence], turn):
            return await self._prepared.question(turn)
        self._asked.append(sentence.text)
        return sentence

    async def answer(self, turn: int, asked: str) -> Answer:
        """The trees' at once, and the model goes on from there; where they have none, the model's if it is in time."""
        if not asked.strip():
            return await self._prepared.answer(turn, asked)
        if begun := await self._prepared.found(turn, asked):
            return Answer(begun, partial(self._by_model, turn, asked, begun))
        return Answer(await self._by_model(turn, asked, ()) or [self._prepared.put_off()])

    async def _by_model(self, turn: int, asked: str, begun: Sequence[Sentence]) -> Sequence[Sentence]:
        """What the model says, after the sentences with which the answer has begun; nothing where that is of no use."""
        known = " ".join(sentence.text for sentence in begun)
        prompt = render("answer", **self._values(turn), question=asked, begun=known, words=ANSWER_WORDS)
        seconds = MORE_SECONDS if begun else ANSWER_SECONDS
        try:
            async with asyncio.timeout(seconds):
                given = await self._llm.ask(Role.WRITER, prompt, GivenAnswer, seconds)
        except (RostrumError, TimeoutError) as error:
            self._tell("answer", error)
            return ()
        said = {*(sentence.text for sentence in begun), *self._strategy.writer.memory.sentences}
        texts = [text for one in given.sentences if (text := " ".join(one.split())) and text not in said]
        sentences = [self._prepared.sentence(text) for text in texts]
        if len(" ".join(texts).split()) > 2 * ANSWER_WORDS or not self._sourced(sentences, turn, asked):
            return ()
        return sentences

    def _values(self, turn: int) -> dict[str, object]:
        strategy = self._strategy
        return {
            "motion": strategy.rehearsal.motion,
            "side": strategy.side.value,
            "flows": flows_text(strategy.flows_for(turn).trees),
            "heard": "\n".join(strategy.heard_before(turn)[-HEARD_PASSAGES:]),
        }

    def _sourced(self, sentences: Sequence[Sentence], turn: int, *more: str) -> bool:
        """Whether all figures, findings and quotations in them have a source."""
        strategy = self._strategy
        said = debated(
            strategy.rehearsal.motion, [*strategy.heard_before(turn), *more], strategy.writer.memory.sentences
        )
        _, doubtful = traced(sentences, strategy.rehearsal.file.evidence, said)
        for sentence, lack in doubtful:
            reason = f"no source for {', '.join(lack.parts)} in “{sentence.text}”"
            self._on_trouble(Trouble("exchange", reason, "what the trees have"))
        return not doubtful

    def _tell(self, part: str, error: Exception) -> None:
        reason = str(error) or "the model did not answer in time"
        self._on_trouble(Trouble(part, reason, "what the trees have"))


def _too_long(found: AskedQuestion) -> str | None:
    words = len(found.question.split())
    return f"the question has {words} words, at most {MOST_WORDS} fit" if words > MOST_WORDS else None
