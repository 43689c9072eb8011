"""Points of information in a debater's own speech: taken or refused, heard, answered, and the speech goes on.

The first two are taken, the others refused, and all of them near the end of the speech, where a debater needs the time
itself. One that is taken waits for the sentence that is being spoken; the statement then stands until it is answered,
and delivery chooses anew what there is still time for.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence

from agent.debater.exchanges.ahead import MOMENT_SECONDS, Answering
from agent.debater.exchanges.heard import TICK_SECONDS, ExchangeHeard
from agent.debater.recalling import ExchangeRecalled
from agent.match.events import Declined, Event, PoiAccepted, PoiDeclined, PoiEnded, PoiOffered
from agent.running.ports import Floor, Post
from agent.running.tasks import Tasks
from config.errors import in_one_line
from config.format import Side
from config.statement import Sentence
from planning.methods.contract import Answer, Exchanging, Trouble
from planning.reading.passages import Passage

log = logging.getLogger("rostrum.exchanges")

MOST_TAKEN = 2  # in one speech
LEAST_LEFT_SECONDS, LEAST_LEFT_SHARE = 75.0, 0.3  # of the speech, below which none is taken; the lesser of the two
HEARING_SECONDS = 1.2  # that the last words of a question may take to be recognised


class Interludes:
    """Deals with what is offered in a side's own speeches (see `speaking.Interlude`).

    `make`: has sentences synthesised in the background; `most_taken`: points of information in one speech; `recalled`:
    where this stands in a speech that goes on from its log.
    """

    def __init__(
        self,
        side: Side,
        exchanging: Exchanging,
        heard: ExchangeHeard,
        answering: Answering,
        post: Post,
        tasks: Tasks,
        make: Callable[[str], None],
        on_trouble: Callable[[Trouble], None],
        recalled: ExchangeRecalled | None = None,
        *,
        most_taken: int = MOST_TAKEN,
    ) -> None:
        self._side, self._exchanging, self._heard, self._answering_of = side, exchanging, heard, answering
        self._post, self._tasks, self._make, self._on_trouble = post, tasks, make, on_trouble
        self._recalled, self._most_taken = recalled, most_taken
        self._floor: Floor | None = None
        self._next: deque[Sentence] = deque()
        self._taken = 0
        self._lead: Sentence | None = None  # of the answer to the point that is meant to be taken or is being put
        self._told = False  # that we take it
        self._being_put = False
        self._answering = False
        self._quiet = asyncio.Event()  # all that was to be said between two sentences has been heard

    def begin(self, floor: Floor) -> None:
        """Our speech begins."""
        self._floor, self._taken = floor, 0
        self._let_go()
        recalled, self._recalled = self._recalled, None
        if recalled is not None and floor.elapsed() > 0:
            self._go_on(floor, recalled)

    def end(self) -> None:
        """Our speech is over."""
        self._floor = None
        self._let_go()

    def on_event(self, event: Event) -> None:
        """What happens to points of information in our turn."""
        if self._floor is None or getattr(event, "turn", None) != self._floor.turn:
            return
        match event:
            case PoiOffered():
                self._consider(event)
            case PoiAccepted():
                self._hear(self._floor)
            case PoiDeclined():
                self._lead = None
            case PoiEnded() if self._lead is not None:
                self._over(self._floor.turn, self._lead)

    # -- as the speech has it ------------------------------------------------------------------

    @property
    def on(self) -> bool:
        """Whether the statement waits."""
        return self._lead is not None or self._answering or bool(self._next)

    def quiet(self) -> None:
        """All that was on its way has been heard: now the point may be put."""
        self._quiet.set()
        if self._lead is not None and not self._told and self._floor is not None:
            self._told = True
            self._post(PoiAccepted(turn=self._floor.turn, side=self._side.other))

    def next(self) -> Sentence | None:
        """What is to be said before the statement goes on."""
        return self._next.popleft() if self._next else None

    # -- one point -----------------------------------------------------------------------------

    def _consider(self, event: PoiOffered) -> None:
        assert self._floor is not None
        left = self._floor.seconds - self._floor.elapsed()
        least = min(LEAST_LEFT_SECONDS, LEAST_LEFT_SHARE * self._floor.seconds)
        if self._taken >= self._most_taken or left < least:
            why = f"{self._taken} taken" if self._taken >= self._most_taken else f"{left:.0f} s left"
            log.info("%s refuses a point of information: %s", self._side, why)
            self._post(PoiDeclined(turn=event.turn, side=event.side, reason=Declined.REFUSED))
            return
        self._taken += 1
        self._lead, self._told = self._exchanging.lead(event.turn), False
        self._make(self._lead.text)

    def _hear(self, floor: Floor, before: Sequence[Passage] = ()) -> None:
        """It is being put: the answer is looked for as soon as there seems to be a whole question."""
        self._heard.begin(floor.turn, floor.elapsed(), before)
        self._being_put = True
        self._tasks.spawn(self._look(floor.turn), "looking for an answer")

    async def _look(self, turn: int) -> None:
        while self._being_put and self._floor is not None and self._floor.turn == turn:
            self._answering_of.look(turn)
            await asyncio.sleep(TICK_SECONDS)

    def _go_on(self, floor: Floor, recalled: ExchangeRecalled) -> None:
        """The speech goes on from its log, perhaps in the middle of a point of information."""
        poi, self._taken = recalled.poi, recalled.taken
        if poi is None or poi.declined is not None:
            return
        if poi.standing:
            self._consider(PoiOffered(turn=floor.turn, side=poi.side))
            return
        if poi.over is not None and not recalled.asked:
            return
        self._lead, self._told = self._exchanging.lead(floor.turn), True
        self._answering_of.begun = recalled.begun
        self._make(self._lead.text)
        self._hear(floor, recalled.asked)
        if poi.over is not None:
            self._over(floor.turn, self._lead)

    def _over(self, turn: int, lead: Sentence) -> None:
        self._being_put, self._answering = False, True
        self._tasks.spawn(self._answer(turn, lead), "answering a point of information")

    async def _answer(self, turn: int, lead: Sentence) -> None:
        finding = asyncio.ensure_future(self._found(turn))
        try:
            await asyncio.wait([finding], timeout=MOMENT_SECONDS)
            if not finding.done():
                self._next.append(lead)
            answer = await finding
            self._say(answer.sentences)
            if answer.more is not None:
                self._quiet.clear()
                await self._quiet.wait()  # all of that has been heard
                self._say(await self._answering_of.more())
        except Exception as error:
            log.exception("a point of information could not be answered")
            self._on_trouble(Trouble("answer", in_one_line(error), "the speech goes on without one"))
        finally:
            finding.cancel()
            self._lead, self._answering = None, False

    async def _found(self, turn: int) -> Answer:
        await self._heard.finish(HEARING_SECONDS)
        return await self._answering_of.found(turn)

    def _say(self, sentences: Sequence[Sentence]) -> None:
        for sentence in sentences:
            self._make(sentence.text)
        self._next.extend(sentences)

    def _let_go(self) -> None:
        self._next.clear()
        self._answering_of.drop()
        self._lead, self._told, self._answering, self._being_put = None, False, False, False
