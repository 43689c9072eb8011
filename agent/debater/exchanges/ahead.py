"""What is looked for before its time has come: an answer before its question is surely over, and the next question."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from agent.debater.exchanges.heard import ExchangeHeard
from agent.debater.recalling import unheard
from agent.running.tasks import within
from config.statement import Sentence
from planning.language.cues.questions import asks
from planning.methods.contract import Answer, Exchanging

log = logging.getLogger("rostrum.exchanges")

QUESTION_PAUSE_SECONDS, PAUSE_SECONDS = 0.3, 0.8  # of silence after a question, or anything else, that may be its end
MOMENT_SECONDS = 0.2  # that nobody minds
MORE_SECONDS = 1.0  # of silence in which a model may still go on with an answer

MADE_SECONDS = 1.5  # that a sentence may take to be made before whoever says it looks for another voice

Made = Callable[[str], Awaitable[None]]
LATE_SECONDS = 0.8  # that a question may still take when it is due, before another is put


async def soon(made: Awaitable[None]) -> None:
    """Until a sentence is there, but no longer than a listener would wait."""
    await within(MADE_SECONDS, made)


class Answering:
    """Finds answers and has them synthesised, anew whenever more of the question is heard.

    `made`: returns when a sentence can be spoken at once.
    """

    def __init__(self, exchanging: Exchanging, heard: ExchangeHeard, made: Made) -> None:
        self._exchanging, self._heard, self._made = exchanging, heard, made
        self._asked: tuple[int, str] | None = None
        self._looking: asyncio.Future[Answer] | None = None
        self._more: asyncio.Future[Sequence[Sentence]] | None = None
        self._lead: asyncio.Future[Sentence] | None = None
        self.begun = ""  # the words of an answer that was cut off, before this process came to the match

    def ready(self, turn: int) -> None:
        """Have a few words ready that may be said at once."""
        if self._lead is None:
            self._lead = asyncio.ensure_future(self._led(self._exchanging.lead(turn)))

    def lead(self, turn: int) -> Sentence:
        """Those words; each is given once."""
        lead, self._lead = self._lead, None
        return lead.result() if lead is not None and lead.done() else self._exchanging.lead(turn)

    def look(self, turn: int) -> None:
        """Told again and again while somebody may be asking: begin with the answer as soon as that seems over."""
        if not self._heard.spoke or not self._heard.settled or not (text := self._heard.text):
            return
        if self._heard.silent_seconds >= (QUESTION_PAUSE_SECONDS if asks(text) else PAUSE_SECONDS):
            self._look(turn, text)

    async def found(self, turn: int) -> Answer:
        """The answer to what has been heard; a model begins to go on with it."""
        answer = await self._look(turn, self._heard.text)
        if answer.more is not None:
            self._more = asyncio.ensure_future(self._went_on(answer.more))
        return answer

    async def more(self) -> Sequence[Sentence]:
        """What follows, if it comes now; nothing where the other side speaks again."""
        more, self._more = self._more, None
        if more is None:
            return ()
        self._heard.clear()
        try:
            await asyncio.wait([more], timeout=MORE_SECONDS)
            return more.result() if more.done() and not self._heard.spoke else ()
        finally:
            more.cancel()

    def drop(self) -> None:
        """What was looked for is wanted no more."""
        for task in (self._looking, self._more):
            if task is not None:
                task.cancel()
        self._asked = self._looking = self._more = None

    def _look(self, turn: int, asked: str) -> asyncio.Future[Answer]:
        if self._looking is None or self._asked != (turn, asked):
            self.drop()
            self._asked = turn, asked
            self._looking = asyncio.ensure_future(self._found(turn, asked))
        return self._looking

    async def _found(self, turn: int, asked: str) -> Answer:
        """Returns when it can be begun at once."""
        answer = await self._exchanging.answer(turn, asked)
        begun, self.begun = self.begun, ""
        if begun and answer.sentences:
            first = unheard(answer.sentences[0], begun) or answer.sentences[0]
            answer = Answer((first, *answer.sentences[1:]), answer.more)
        if answer.sentences:
            await soon(self._made(answer.sentences[0].text))
        return answer

    async def _went_on(self, more: Callable[[], Awaitable[Sequence[Sentence]]]) -> Sequence[Sentence]:
        try:
            sentences = await more()
            for sentence in sentences:
                await self._made(sentence.text)
        except Exception:
            log.exception("the rest of an answer could not be found")
            return ()
        return sentences

    async def _led(self, lead: Sentence) -> Sentence:
        await self._made(lead.text)
        return lead


Thought = asyncio.Future[Sentence | None]


class NextQuestion:
    """Keeps what is asked next.

    `made`: returns when a sentence can be spoken at once; `slow`: whether questions take longer to be thought of than a
    listener waits: then the next is begun with while the last is being put, and one that is there at once takes its
    place where it is late.
    """

    def __init__(self, exchanging: Exchanging, made: Made, *, slow: bool) -> None:
        self._exchanging, self._made, self._slow = exchanging, made, slow
        self._turn = -1
        self._thinking: Thought | None = None
        self._soon: Thought | None = None  # that is there at once

    def ahead(self, turn: int) -> None:
        """There is time to think of the next question of that turn."""
        self._in_turn(turn)
        if self._slow and self._thinking is None:
            self._thinking = asyncio.ensure_future(self._thought(turn, at_once=False))

    def soon(self, turn: int) -> None:
        """It is due in a moment."""
        self._in_turn(turn)
        if self._soon is None and (self._thinking is None or not self._thinking.done()):
            self._soon = asyncio.ensure_future(self._thought(turn, at_once=True))

    async def question(self, turn: int) -> Sentence | None:
        """What to ask now; None where there is nothing."""
        self.soon(turn)
        if self._thinking is not None:
            await asyncio.wait([self._thinking], timeout=LATE_SECONDS)
            if self._thinking.done():
                found, self._thinking = self._thinking.result(), None
                if found is not None:
                    return found
        soon, self._soon = self._soon, None
        return await soon if soon is not None else await self._thought(turn, at_once=True)

    def drop(self) -> None:
        """The turn is over."""
        for thought in (self._thinking, self._soon):
            if thought is not None:
                thought.cancel()
        self._thinking = self._soon = None

    def _in_turn(self, turn: int) -> None:
        if turn != self._turn:
            self.drop()
            self._turn = turn

    async def _thought(self, turn: int, *, at_once: bool) -> Sentence | None:
        try:
            question = await self._exchanging.question(turn, at_once=at_once)
            if question is not None:
                await soon(self._made(question.text))
        except Exception:
            log.exception("a question could not be thought of")
            return None
        return question
