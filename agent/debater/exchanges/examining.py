"""A cross-examination: asks one question after the other and listens to the answers, or answers what is asked.

Whoever speaks is let finish: something is over when it was followed by silence. Its answer is looked for meanwhile;
where it is not there by then, a few words come first. A question, too, is thought of while the other side speaks.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence

from agent.debater.exchanges.ahead import MOMENT_SECONDS, Answering, NextQuestion
from agent.debater.exchanges.heard import TICK_SECONDS, ExchangeHeard
from agent.running.ports import Floor
from config.format import Asks, Format
from config.statement import Sentence
from planning.language.cues.questions import asks
from planning.methods.contract import Answer

log = logging.getLogger("rostrum.exchanges")

LEAST_LEFT_SECONDS = 10.0  # in which a question can still be put and answered
ASKED_SECONDS, SAID_SECONDS = 0.8, 1.6  # of silence after which a question is over, and anything else
ANSWERED_SECONDS = 1.6  # of silence after which an answer is over
NO_ANSWER_SECONDS = 7.0  # after which a question that nobody answers is followed by the next
LONGEST_SECONDS = 40.0  # that one is listened to without a pause
RECOGNISED_SECONDS = 1.5  # that the last words may take to be recognised

THINKING_SECONDS = 0.6  # of silence after which the next question is thought of

Say = Callable[[Floor, Sequence[Sentence]], Awaitable[None]]


class Examination:
    """What a debater does in cross-examinations. `say`: speaks sentences; returns when they have been heard."""

    def __init__(
        self, match_format: Format, heard: ExchangeHeard, asking: NextQuestion, answering: Answering, say: Say
    ) -> None:
        self._format, self._heard, self._say = match_format, heard, say
        self._asking, self._answering = asking, answering
        self.awaited = False  # whether a question was put, and not answered, before this process came to the match

    async def hold(self, floor: Floor) -> None:
        """Ask, answer, or both by turns; returning yields, and ends the turn if it is ours."""
        self._answering.ready(floor.turn)
        try:
            await self._hold(floor)
        finally:
            self.awaited = False
            self._answering.drop()
            self._asking.drop()

    async def _hold(self, floor: Floor) -> None:
        if self._format.turns[floor.turn].cross_examination is Asks.BOTH:
            await self._crossfire(floor)
        elif floor.beside:
            await self._answer_all(floor)
        else:
            if self._heard.spoke or self.awaited:  # it goes on from its log: who was asked is let finish
                await self._over(floor, ANSWERED_SECONDS, NO_ANSWER_SECONDS, asking=True)
            while await self._ask(floor):
                await self._over(floor, ANSWERED_SECONDS, NO_ANSWER_SECONDS, asking=True)

    async def _ask(self, floor: Floor) -> bool:
        """Put the next question; False where there is none, or no time for it."""
        if floor.seconds - floor.elapsed() < LEAST_LEFT_SECONDS:
            return False
        question = await self._asking.question(floor.turn)
        if question is None:
            log.info("there is nothing more to ask")
            return False
        self._heard.clear()
        self._asking.ahead(floor.turn)
        await self._say(floor, [question])
        return True

    async def _answer_all(self, floor: Floor) -> None:
        while await self._over(floor, SAID_SECONDS, math.inf, answering=True):
            await self._answer(floor)
            self._heard.clear()

    async def _crossfire(self, floor: Floor) -> None:
        """The side whose clock it is asks first; whoever has answered asks next."""
        if not floor.beside and not self._heard.spoke and not self.awaited:
            await self._ask(floor)
        while floor.elapsed() < floor.seconds:
            patience = math.inf if floor.beside else NO_ANSWER_SECONDS
            if await self._over(floor, SAID_SECONDS, patience, asking=True, answering=True) and await self._asked():
                await self._answer(floor)
            asked = await self._ask(floor)
            if not asked and not floor.beside and not self._heard.spoke:
                return
            self._heard.clear()

    async def _over(
        self, floor: Floor, silence: float, patience: float, *, asking: bool = False, answering: bool = False
    ) -> bool:
        """Until the other side has said something and is silent; False where it says nothing for so long.

        `asking`: we ask next; `answering`: we answer, if it is a question.
        """
        began = floor.elapsed()
        while (waited := floor.elapsed() - began) < LONGEST_SECONDS and floor.elapsed() < floor.seconds:
            if not self._heard.spoke:
                if waited >= patience:
                    return False
                began = began if patience < math.inf else floor.elapsed()
            elif self._heard.silent_seconds >= silence or self._question_put():
                return True
            elif answering:
                self._answering.look(floor.turn)
            if asking and self._heard.silent_seconds >= THINKING_SECONDS:
                self._asking.soon(floor.turn)
            await asyncio.sleep(TICK_SECONDS)
        return self._heard.spoke

    def _question_put(self) -> bool:
        """Whether what was said is surely a question, and over."""
        return self._heard.silent_seconds >= ASKED_SECONDS and self._heard.settled and asks(self._heard.text)

    async def _asked(self) -> bool:
        await self._heard.settle(RECOGNISED_SECONDS)
        return asks(self._heard.text)

    async def _answer(self, floor: Floor) -> None:
        finding = asyncio.ensure_future(self._found(floor.turn))
        try:
            await asyncio.wait([finding], timeout=MOMENT_SECONDS)
            if not finding.done():
                await self._say(floor, [self._answering.lead(floor.turn)])
            answer = await finding
        finally:
            finding.cancel()
        await self._say(floor, answer.sentences)
        if more := await self._answering.more():
            await self._say(floor, more)
        self._answering.ready(floor.turn)

    async def _found(self, turn: int) -> Answer:
        await self._heard.settle(RECOGNISED_SECONDS)
        return await self._answering.found(turn)
