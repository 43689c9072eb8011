"""An answer that is looked for before its question is surely over, so that it is there when it is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

from agent.debater.exchanges.heard import ExchangeHeard
from agent.debater.recalling import unheard
from config.statement import Sentence
from planning.language.cues.questions import asks
from planning.methods.contract import Answer, Exchanging

log = logging.getLogger("rostrum.exchanges")

QUESTION_PAUSE_SECONDS, PAUSE_SECONDS = 0.3, 0.8  # of silence after a question, or anything else, that may be its end
MOMENT_SECONDS = 0.2  # that nobody minds
MORE_SECONDS = 1.0  # of silence in which a model may still go on with an answer

MADE_SECONDS = 1.5  # that a sentence may take to be made before whoever says it looks for another voice

Made = Callable[[str], Awaitable[None]]


async def soon(made: Awaitable[None]) -> None:
    """Until a sentence is there, but no longer than a listener would wait."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(MADE_SECONDS):
            await made


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
