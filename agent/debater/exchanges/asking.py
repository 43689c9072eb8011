"""The next question of a cross-examination, thought of and synthesised before its time has come."""

from __future__ import annotations

import asyncio
import logging

from agent.debater.exchanges.answering import Made, soon
from config.statement import Sentence
from planning.methods.contract import Exchanging

log = logging.getLogger("rostrum.exchanges")

LATE_SECONDS = 0.8  # that a question may still take when it is due, before another is put

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
