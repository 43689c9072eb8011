"""A speech in writing with points of information: offered between two sentences, taken or refused, put and answered.

Who offers when, and who takes how many, is as in a spoken match; what is left of the speech is chosen anew after each.
"""

from __future__ import annotations

from collections.abc import Sequence

from agent.debater.exchanges.interludes import LEAST_LEFT_SECONDS, LEAST_LEFT_SHARE, MOST_TAKEN
from agent.debater.exchanges.offering import (
    BETWEEN_SECONDS,
    BETWEEN_SHARE,
    FIRST_SHARE,
    LAST_SHARE,
    MARGIN_SECONDS,
    MOST_OFFERED,
)
from agent.debater.in_writing import TimedSentence, WritingDebater
from agent.match.effects.exchanges import BETWEEN_OFFERS_SECONDS
from agent.match.events import Declined, PoiAccepted, PoiDeclined, PoiEnded, PoiOffered, PoiOver
from agent.running.floor import TurnClock
from agent.running.ports import Post
from config.format import OfferWindow
from config.statement import Sentence
from speech.timing.fit import GUARD

MOMENT_SECONDS = 0.6  # from a question to its answer


class SpeechWithPoints:
    """One speech. `window`: when points of information may be offered; `listener`: who offers them."""

    def __init__(
        self,
        turn: int,
        seconds: float,
        window: OfferWindow,
        speaker: WritingDebater,
        listener: WritingDebater,
        clock: TurnClock,
        post: Post,
    ) -> None:
        self._turn, self._seconds, self._window = turn, seconds, window
        self._speaker, self._listener, self._clock, self._post = speaker, listener, clock, post
        self._end = seconds - GUARD
        self._question: Sentence | None = None  # that has not been put yet
        self._offered = self._taken = 0
        self._last, self._free = -BETWEEN_SECONDS, 0.0

    async def hold(self) -> None:
        """From its first sentence to its last."""
        now = self._clock.elapsed()  # the time that choosing takes is not the speech's
        delivery = await self._speaker.delivery(self._turn, now)
        while (chosen := delivery.choose(self._end - now)) is not None:
            sentence, pause = chosen
            delivery.commit(sentence)
            await self._say(self._speaker, self._speaker.answer([sentence], now))
            if delivery.rest and self._due(self._clock.elapsed()):
                await self._offer()
            await self._clock.until(self._clock.elapsed() + pause)
            now = self._clock.elapsed()

    def _due(self, now: float) -> bool:
        start, length = self._window.start, self._window.end - self._window.start
        in_time = start + FIRST_SHARE * length <= now < start + LAST_SHARE * length
        between = now - self._last >= min(BETWEEN_SECONDS, BETWEEN_SHARE * length)
        return in_time and between and now >= self._free and self._offered < MOST_OFFERED

    async def _offer(self) -> None:
        self._last = self._clock.elapsed()
        self._question = self._question or await self._listener.question(self._turn, at_once=False)
        if self._question is None:
            return
        turn, side = self._turn, self._listener.side
        self._post(PoiOffered(turn=turn, side=side))
        self._offered += 1
        if self._takes():
            self._post(PoiAccepted(turn=turn, side=side))
            await self._exchange(self._question)
        else:
            self._post(PoiDeclined(turn=turn, side=side, reason=Declined.REFUSED))
        self._free = self._clock.elapsed() + BETWEEN_OFFERS_SECONDS + MARGIN_SECONDS

    def _takes(self) -> bool:
        left = self._seconds - self._clock.elapsed()
        enough = left >= min(LEAST_LEFT_SECONDS, LEAST_LEFT_SHARE * self._seconds)
        return enough and self._taken < MOST_TAKEN and self._speaker.answers_questions

    async def _exchange(self, question: Sentence) -> None:
        self._question, self._taken = None, self._taken + 1
        await self._say(self._listener, self._listener.answer([question], self._clock.elapsed() + MOMENT_SECONDS))
        self._post(PoiEnded(turn=self._turn, side=self._listener.side, reason=PoiOver.ASKED))
        reply = await self._speaker.reply(self._turn, question.text)
        answered = self._speaker.answer(reply, self._clock.elapsed() + MOMENT_SECONDS)
        await self._say(self._speaker, [line for line in answered if line.end <= self._end])

    async def _say(self, who: WritingDebater, lines: Sequence[TimedSentence]) -> None:
        for line in lines:
            await self._clock.until(line.end)
            who.said(self._turn, line)
