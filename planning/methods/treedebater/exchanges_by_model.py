"""Questions and answers by a model where they come in time, else from the trees (see `Exchanging`).

An answer begins with what the trees have, for somebody waits for it, and the model goes on from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from pydantic import BaseModel, ConfigDict, Field

from config.errors import RostrumError
from config.settings import Role
from config.statement import Sentence
from planning.asking.asking import asked as asked_for
from planning.debate.notes import flows_text
from planning.evidence.tracing import debated, traced
from planning.methods.contract import Answer, OnTrouble, Past, Trouble
from planning.methods.treedebater.exchanges import PreparedExchanges
from planning.methods.treedebater.prompts import render
from planning.methods.treedebater.strategy import Strategy
from planning.methods.treedebater.writing.questions_asked import MOST_WORDS
from planning.ports import LLM

QUESTION_SECONDS = 10.0  # that a question may take to be thought of; the speech goes on meanwhile
ANSWER_SECONDS = 1.6  # that an answer may take: somebody waits for it
MORE_SECONDS = 8.0  # that what follows on the beginning of an answer may take: it is being spoken
ANSWER_WORDS = 45
HEARD_PASSAGES = 12  # of the other side's last words that are shown


class AskedQuestion(BaseModel):
    """One question; empty where there is nothing worth asking."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(max_length=400)


class GivenAnswer(BaseModel):
    """An answer, a sentence an entry."""

    model_config = ConfigDict(extra="forbid")

    sentences: list[str] = Field(min_length=1, max_length=3)


class ExchangesWithModel:
    """Asks a model in time, and says what the trees have where it does not answer.

    Args:
        on_trouble: told when the model could not be used.
    """

    def __init__(self, prepared: PreparedExchanges, llm: LLM, strategy: Strategy, on_trouble: OnTrouble) -> None:
        self._prepared, self._llm, self._strategy, self._on_trouble = prepared, llm, strategy, on_trouble
        self._asked: list[str] = []

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

    def lead(self, turn: int) -> Sentence:
        return self._prepared.lead(turn)

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
