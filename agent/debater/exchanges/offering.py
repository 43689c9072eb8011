"""Points of information that a debater offers while it listens: a question that is ready, now and then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from agent.debater.recalling import ExchangeRecalled
from agent.match import events
from agent.match.clock import Stopwatch
from agent.match.effects.exchanges import BETWEEN_OFFERS_SECONDS
from agent.match.events import Event
from agent.running.ports import Post
from agent.running.tasks import Tasks
from config.format import Format, OfferWindow, Side
from config.statement import Sentence
from planning.methods.contract import Exchanging

log = logging.getLogger("rostrum.exchanges")

FIRST_SHARE, LAST_SHARE = 0.1, 0.85  # of the time for points of information, in which we offer some
BETWEEN_SECONDS, BETWEEN_SHARE = 90.0, 0.25  # from one offer to the next, in seconds or of that time; the lesser
MOST_OFFERED = 3  # in one speech
MARGIN_SECONDS = 1.0  # by which our clock may differ from the chair's


class Offering:
    """Decides when a side offers a point of information, and keeps the question for it.

    `made`: returns when a sentence can be spoken at once.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        exchanging: Exchanging,
        post: Post,
        tasks: Tasks,
        made: Callable[[str], Awaitable[None]],
    ) -> None:
        self._side, self._format, self._exchanging = side, match_format, exchanging
        self._post, self._tasks, self._made = post, tasks, made
        self._question: Sentence | None = None  # that has not been put yet
        self._turn = -1
        self._clock = Stopwatch(0.0)  # of the turn
        self._offered = 0
        self._last = -BETWEEN_SECONDS
        self._free = 0.0  # when the next one may be offered
        self._thinking = False
        self._unput = False

    def recall(self, turn: int, elapsed: float, exchange: ExchangeRecalled) -> None:
        """Go on in the middle of a turn; its clock stands until the chair lets it run."""
        now = asyncio.get_running_loop().time()
        self._turn, self._clock = turn, Stopwatch(now - elapsed).stop(now)
        poi, self._offered = exchange.poi, exchange.offered
        if poi is None:
            return
        self._last = poi.offered
        self._free = poi.over + BETWEEN_OFFERS_SECONDS + MARGIN_SECONDS if poi.over is not None else float("inf")
        self._unput = poi.over is None and not exchange.put

    def on_event(self, event: Event) -> None:
        now = asyncio.get_running_loop().time()
        match event:
            case events.TurnStarted():
                self._turn, self._offered, self._question = event.turn, 0, None
                self._clock, self._last, self._free = Stopwatch(now), -BETWEEN_SECONDS, 0.0
            case events.ClockPaused():
                self._clock = self._clock.stop(now)
            case events.ClockResumed():
                self._clock = self._clock.go(now)
            case events.TurnEnded():
                self._turn = -1
            case events.PoiOffered() if event.side is self._side:
                self._offered += 1
                self._free = float("inf")
            case events.PoiDeclined() | events.PoiEnded():
                self._free = self._clock.read(now) + BETWEEN_OFFERS_SECONDS + MARGIN_SECONDS

    def heard(self, turn: int) -> None:
        """The other side goes on; offer something, if it is time."""
        now = self._format.turns[turn]
        if now.points_of_information is None or now.side is self._side or turn != self._turn or self._thinking:
            return
        if self._offered < MOST_OFFERED and self._due(now.points_of_information):
            self._last, self._thinking = self._now(), True
            self._tasks.spawn(self._offer(turn), "a point of information")

    def _now(self) -> float:
        return self._clock.read(asyncio.get_running_loop().time())

    def _due(self, window: OfferWindow) -> bool:
        length, now = window.end - window.start, self._now()
        in_time = window.start + FIRST_SHARE * length <= now < window.start + LAST_SHARE * length
        return in_time and now >= self._free and now - self._last >= min(BETWEEN_SECONDS, BETWEEN_SHARE * length)

    async def _offer(self, turn: int) -> None:
        try:
            if self._question is None:
                self._question = await self._exchanging.question(turn)
            if self._question is None:
                log.info("%s has nothing to ask", self._side)
                return
            await self._made(self._question.text)
            if self._still(turn):
                self._post(events.PoiOffered(turn=turn, side=self._side))
        finally:
            self._thinking = False

    def _still(self, turn: int) -> bool:
        """Whether it may still be offered, and the clock runs."""
        window = self._format.turns[turn].points_of_information
        ends = window.end - MARGIN_SECONDS if window is not None else 0.0
        return turn == self._turn and self._clock.stopped is None and self._free <= self._now() < ends

    async def taken(self, turn: int) -> Sentence | None:
        """The question, to be put now; None where it has been put."""
        question, self._question = self._question, None
        if question is None and self._unput:  # that was offered before this process came to the match
            question = await self._exchanging.question(turn, at_once=True)
        self._unput = False
        return question
