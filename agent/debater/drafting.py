"""The next statement of a debater, always in the making: planned, written, synthesised and fitted in the background.

Where a method takes its time, its spare's statement is there at once; the method's own draft takes the place of that
one when it has come, and the draft revised for the audience takes the place of both.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Hashable, Sequence
from functools import partial

from agent.debater.fitting import Fitter
from agent.debater.plan_record import planned
from agent.match.events import AudienceFeedback, AudienceIssue, Degraded, FitStep, StatementRevised
from agent.running.ports import Post
from agent.running.tasks import Tasks
from config.errors import RostrumError, in_one_line
from config.format import Format, Side
from config.settings import Controller
from config.statement import Sentence, Statement
from planning.choosing.choose import Plan
from planning.methods.method import Method, Revised
from speech.synthesis.synthesizer import Synthesizer
from speech.timing.duration import Durations
from speech.timing.fit import Window
from speech.timing.steps import Step

log = logging.getLogger("rostrum.drafting")

MOST_WORDS_PER_SECOND = 4.0  # faster than anybody speaks
PREPARING_SECONDS = 45.0  # that a match may wait for the first draft of a method that takes its time


class Drafter:
    """Keeps a statement ready for the side's next turn.

    Args:
        seconds: how long a sentence takes in this voice.
        turn: the one that is being heard or spoken; -1 before the first.
        statements: what is written already, by turn, in a match that goes on from its log.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        method: Method,
        synthesizer: Synthesizer,
        seconds: Durations,
        post: Post,
        tasks: Tasks,
        controller: Controller = Controller.OURS,
        *,
        turn: int = -1,
        statements: dict[int, Statement] | None = None,
    ) -> None:
        self.side, self.turn, self._controller = side, turn, controller
        self._at_once = method.spare or method
        self._method = method if method.spare is not None else None  # one that takes its time
        self._format, self._synthesizer, self._seconds, self._post, self._tasks = (
            match_format,
            synthesizer,
            seconds,
            post,
            tasks,
        )
        self._statements: dict[int, Statement] = dict(statements or {})
        self._written: dict[int, tuple[Sentence, ...]] = {}  # at once, before any length was known
        self._given: dict[int, Hashable] = {}  # what the method last wrote from, by turn
        self._lock, self._thinking = asyncio.Lock(), asyncio.Lock()
        self._drafting: asyncio.Task[None] | None = None

    async def statement(self, turn: int) -> Statement:
        """The newest statement for this turn."""
        if turn not in self._statements:
            plan = await self._at_once.plan(turn)
            written = await self._at_once.draft(turn, plan, self._words(turn), ())
            self._statements.setdefault(turn, Statement(sentences=tuple(written or ())))
        return self._statements[turn]

    def newest(self, turn: int) -> Statement | None:
        """The newest statement for this turn, if one is written."""
        return self._statements.get(turn)

    def redraft(self) -> None:
        """Draft in the background, unless that is going on already."""
        if self._drafting is None or self._drafting.done():
            self._drafting = self._tasks.spawn(self.draft(), "drafting")

    def _next_turn(self) -> int | None:
        """Our next turn after the one that is going on."""
        turns = range(self.turn + 1, len(self._format.turns))
        return next((i for i in turns if self._format.turns[i].side is self.side), None)

    async def prepare(self) -> None:
        """The first statement is ready; a method that takes its time is waited for a while, and goes on after that."""
        index = self._next_turn()
        if index is not None:
            await self._guarded(self._write_at_once(index))
        self.redraft()
        if self._method is not None and self._drafting is not None:
            await asyncio.wait([self._drafting], timeout=PREPARING_SECONDS)

    async def draft(self) -> None:
        """Plan and write for our next turn; a part that fails costs this draft, not the match."""
        index = self._next_turn()
        if index is not None:
            await self._guarded(self._write_at_once(index))
            if self._method is not None:
                await self._guarded(self._write(index, self._method))

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:
            log.warning("no draft: %s", in_one_line(error), exc_info=None if isinstance(error, RostrumError) else error)
            self._post(Degraded(part="drafting", reason=in_one_line(error), instead="the draft before it"))

    def _words(self, index: int) -> int:
        """More than fit into a turn: all that can be said."""
        return round(self._format.turns[index].seconds * MOST_WORDS_PER_SECOND)

    async def _write_at_once(self, index: int) -> None:
        """Plan and write, and synthesise what will most likely be spoken of it."""
        async with self._lock:
            plan = await self._at_once.plan(index)
            written = tuple(await self._at_once.draft(index, plan, self._words(index), ()) or ())
            if self._written.get(index) == written:
                return
            self._written[index] = written
            self._post(planned(index, plan))
            if index in self._given:  # there is a better draft
                return
            if self._controller is Controller.OURS:
                self._statements[index] = Statement(sentences=written)  # should the turn come now
            sentences = await self._fitted(index, plan, self._at_once)
            if index not in self._given:
                self._statements[index] = Statement(sentences=sentences)

    async def _write(self, index: int, method: Method) -> None:
        """The method's draft, and then what is left of it after the audience; what fails leaves the one before.

        Nothing is asked for where the method has written one from just the same before.
        """
        async with self._thinking:
            situation = method.situation(index)
            if self.turn > index or self._given.get(index) == situation:
                return
            plan = await method.plan(index)
            sentences = await self._fitted(index, plan, method)
            self._statements[index] = Statement(sentences=sentences)
            self._given[index] = situation
            self._post(planned(index, plan))
            revised = await method.revise(index, plan, sentences)
            if revised is not None:
                await self._revise(index, sentences, revised)

    async def _fitted(self, index: int, plan: Plan, method: Method) -> tuple[Sentence, ...]:
        reserve = self._controller is Controller.OURS

        async def write(words: int, so_far: Sequence[Sentence]) -> Sequence[Sentence] | None:
            return await method.draft(index, plan, words, so_far, reserve=reserve)

        return await self._fitter(index).hold(self._controller, self._format.turns[index].seconds, write)

    async def _revise(self, index: int, before: Sequence[Sentence], revised: Revised) -> None:
        issues = tuple(AudienceIssue(**issue.model_dump()) for issue in revised.feedback.issues)
        self._post(
            AudienceFeedback(turn=index, side=self.side, issues=issues, example=revised.feedback.example),
        )
        if revised.sentences == tuple(before):
            return
        await self._fitter(index).settle(revised.sentences)
        self._statements[index] = Statement(sentences=revised.sentences)
        self._post(
            StatementRevised(turn=index, side=self.side, sentences=revised.sentences, reason="the simulated audience")
        )

    def _fitter(self, index: int) -> Fitter:
        return Fitter(
            Window.of(self._format.turns[index].seconds, self._format.minimum_used),
            self._seconds,
            known=lambda text: self._synthesizer.known(text) is not None,
            measure=self._synthesize,
            on_step=partial(self._explain, index),
        )

    def _explain(self, index: int, step: Step) -> None:
        self._post(FitStep(turn=index, side=self.side, **dict(step)))

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        await self._synthesizer.made([sentence.text for sentence in sentences])
