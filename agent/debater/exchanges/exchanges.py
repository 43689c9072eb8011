"""All that a debater does where both sides are heard, and the time it takes for itself between turns."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable

from agent.debater.exchanges.ahead import Answering, NextQuestion
from agent.debater.exchanges.examining import Examination
from agent.debater.exchanges.heard import ExchangeHeard
from agent.debater.exchanges.interludes import MOST_TAKEN, Interludes
from agent.debater.exchanges.offering import Offering
from agent.debater.recalling import ExchangeRecalled, Recalled
from agent.debater.speaking import Interlude, Speaker
from agent.debater.transcribing import Transcribing
from agent.match.events import (
    Event,
    MatchCreated,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
    TurnEnded,
    TurnStarted,
)
from agent.match.seats import Occupant
from agent.running.ports import Floor, Post
from agent.running.tasks import Tasks
from config.errors import ProviderError
from config.format import Format, Side
from config.shipped import EXCHANGES, load_phrases
from config.statement import Priority, Sentence
from planning.methods.contract import Answer, Exchanging, Trouble
from speech.hearing.listener import Listener
from speech.synthesis.synthesizer import Synthesizer

LEAST_PREPARATION_SECONDS = 1.0  # less is not worth the trouble


class Declining:
    """Asks nothing and puts off what it is asked (see `Exchanging`)."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._phrases = itertools.cycle(load_phrases(EXCHANGES)["answer.later"])
        self._numbers = itertools.count(1)

    async def question(self, turn: int, *, at_once: bool = False) -> Sentence | None:
        return None

    def lead(self, turn: int) -> Sentence:
        return self._sentence()

    async def answer(self, turn: int, asked: str) -> Answer:
        return Answer([self._sentence()])

    def _sentence(self) -> Sentence:
        name = f"{self._side}-x{next(self._numbers)}"
        return Sentence(id=name, text=next(self._phrases), unit=name, priority=Priority.MUST)


class Exchanges:
    """Points of information and cross-examinations of one side.

    `slow`: whether questions take longer to be thought of than a listener waits; `recalled`: what it knows of a match
    that goes on from its log.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        exchanging: Exchanging,
        listener: Listener,
        transcribing: Transcribing,
        speaker: Speaker,
        synthesizer: Synthesizer,
        post: Post,
        tasks: Tasks,
        on_trouble: Callable[[Trouble], None],
        *,
        slow: bool = False,
        recalled: Recalled | None = None,
    ) -> None:
        self._format, self._speaker, self._synthesizer = match_format, speaker, synthesizer
        self._tasks, self._on_trouble = tasks, on_trouble
        self._side, self._recalled = side, recalled.exchange if recalled is not None else None
        self.heard = ExchangeHeard(listener, transcribing)
        self._answering = Answering(exchanging, self.heard, self._made)
        self._asking = NextQuestion(exchanging, self._made, slow=slow)
        self._post, self._opponent = post, recalled.opponent if recalled is not None else None
        self._interludes = Interludes(
            side,
            exchanging,
            self.heard,
            self._answering,
            post,
            tasks,
            self._make,
            on_trouble,
            self._recalled,
            most_taken=0 if isinstance(exchanging, Declining) else MOST_TAKEN,
        )
        self._offering = Offering(side, match_format, exchanging, post, tasks, self._made)
        self._examination = Examination(match_format, self.heard, self._asking, self._answering, speaker.say)
        if recalled is not None and recalled.elapsed is not None:
            self._go_on(recalled.turn, recalled.elapsed)

    def on_event(self, event: Event) -> None:
        if isinstance(event, MatchCreated):
            self._opponent = event.seats[self._side.other].occupant
        if not self._alone:
            self._offering.on_event(event)
        self._interludes.on_event(event)
        if isinstance(event, TurnStarted) and self._examined(event.turn):
            self.heard.begin(event.turn, 0.0)
        elif isinstance(event, TurnEnded):
            self._think_ahead(event.turn + 1)

    @property
    def _alone(self) -> bool:
        """Whether the other side neither hears nor says anything but what was prepared."""
        return self._opponent in (Occupant.RECORDING, Occupant.TEXT)

    def _examined(self, turn: int) -> bool:
        return self._format.turns[turn].cross_examination is not None

    def _think_ahead(self, turn: int) -> None:
        """Where we examine next, the first question is thought of now."""
        turns = self._format.turns
        if turn < len(turns) and self._examined(turn) and turns[turn].side is self._side:
            self._asking.ahead(turn)
            self._asking.soon(turn)

    def _go_on(self, turn: int, elapsed: float) -> None:
        """In the middle of a turn, from the log."""
        exchange = self._recalled or ExchangeRecalled()
        if self._examined(turn):
            self._answering.begun, self._examination.awaited = exchange.begun, exchange.awaited
            self.heard.begin(turn, elapsed, exchange.asked)
        else:
            self._offering.recall(turn, elapsed, exchange)

    def heard_more(self, turn: int) -> None:
        """The other side goes on in its turn."""
        self._offering.heard(turn)

    async def speak(self, floor: Floor) -> None:
        """Use a floor beside the other side's, or in a cross-examination."""
        if self._examined(floor.turn):
            if not self._alone:
                await self._examination.hold(floor)
        elif (question := await self._offering.taken(floor.turn)) is not None:
            await self._speaker.say(floor, [question])

    def interludes(self, floor: Floor) -> Interlude:
        """What may come between the sentences of our speech, which begins now."""
        self._interludes.begin(floor)
        return self._interludes

    def speech_over(self) -> None:
        self._interludes.end()

    def _make(self, text: str) -> None:
        self._tasks.spawn(self._made(text), "making an answer")

    async def _made(self, text: str) -> None:
        """Somebody waits for it: begun at once, before what a draft is measured by."""
        if self._synthesizer.known(text) is None:
            self._synthesizer.take(text)
        try:
            await self._synthesizer.made([text])
        except ProviderError as error:  # the embedded voice speaks it, or it is left out, when its time has come
            self._on_trouble(Trouble("voice", str(error), "another voice, or silence"))


class Preparation:
    """Takes time from our pool while the next statement is still being thought of."""

    def __init__(self, side: Side, match_format: Format, post: Post) -> None:
        self._side, self._format, self._post = side, match_format, post
        self._used, self._since = 0.0, 0.0

    def on_event(self, event: Event) -> None:
        if isinstance(event, PreparationStarted) and event.side is self._side:
            self._since = event.at
        elif isinstance(event, PreparationEnded) and event.side is self._side:
            self._used += event.at - self._since

    async def take(self, turn: int, ready: Awaitable[object]) -> None:
        """Before that turn, until we are ready, but no longer than a fair share of what is left."""
        seconds = self._share(turn)
        if seconds < LEAST_PREPARATION_SECONDS:
            return
        self._post(PreparationStarted(side=self._side))
        await asyncio.wait([asyncio.ensure_future(ready)], timeout=seconds)
        self._post(PreparationEnded(side=self._side, reason=PreparationOver.READY))

    def _share(self, turn: int) -> float:
        """Of what is left, as much as for each of our speeches to come."""
        left = self._format.preparation_seconds - self._used
        ours = sum(one.side is self._side and one.cross_examination is None for one in self._format.turns[turn:])
        return left / max(1, ours)
