"""The next statement of a debater, always in the making: planned, written, synthesised and fitted in the background.

The embedded writer's statement is there at once. Where there is a model, its draft takes the place of that one when
it has come, and the draft revised for the audience takes the place of both.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Hashable, Sequence
from functools import partial

from agent.debater.fitting import Decision, Fitter
from agent.debater.plan_record import planned
from agent.match.events import AudienceFeedback, AudienceIssue, Degraded, FitStep, StatementRevised
from agent.running.ports import Post
from config.errors import RostrumError
from config.format import Format, Side
from config.settings import Controller
from config.statement import Sentence, Statement
from planning.choosing.choose import Plan
from planning.methods.treedebater.strategy import Mind
from planning.methods.treedebater.with_model import Revised, Thinker
from speech.offload import compute
from speech.synthesis.synthesizer import Studio
from speech.timing.duration import Durations
from speech.timing.fit import Window

PREPARING_SECONDS = 45.0  # that a match may wait for a model's first draft


class Drafter:
    """Keeps a statement ready for the side's next turn.

    Args:
        seconds: how long a sentence takes in this voice.
        thinker: the model's part in it; without one the embedded writer's statement is the last word.
    """

    def __init__(
        self,
        side: Side,
        match_format: Format,
        mind: Mind,
        studio: Studio,
        seconds: Durations,
        post: Post,
        controller: Controller = Controller.OURS,
        thinker: Thinker | None = None,
    ) -> None:
        self.side, self._controller, self._thinker = side, controller, thinker
        self._format, self._mind, self._studio, self._seconds, self._post = match_format, mind, studio, seconds, post
        self.turn = -1  # the turn that is being heard or spoken
        self._written: dict[int, Statement] = {}  # from the trees, before any length was known
        self._statements: dict[int, Statement] = {}
        self._given: dict[int, Hashable] = {}  # what the model last wrote from, by turn
        self._lock, self._thinking = asyncio.Lock(), asyncio.Lock()
        self._drafting: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._drafting is not None:
            self._drafting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._drafting

    def statement(self, turn: int) -> Statement:
        """The newest statement for this turn."""
        if turn not in self._statements:
            self._statements[turn] = self._mind.write(self._mind.plan(turn), turn)
        return self._statements[turn]

    def redraft(self) -> None:
        """Draft in the background, unless that is going on already."""
        if self._drafting is None or self._drafting.done():
            self._drafting = asyncio.get_running_loop().create_task(self.draft())

    def _next_turn(self) -> int | None:
        """Our next turn after the one that is going on."""
        turns = range(self.turn + 1, len(self._format.turns))
        return next((i for i in turns if self._format.turns[i].side is self.side), None)

    async def prepare(self) -> None:
        """The first statement is ready; a model is waited for a while, and goes on in the background after that."""
        index = self._next_turn()
        if index is not None:
            await self._guarded(self._plan_embedded(index))
        self.redraft()
        if self._thinker is not None and self._drafting is not None:
            await asyncio.wait([self._drafting], timeout=PREPARING_SECONDS)

    async def draft(self) -> None:
        """Plan and write for our next turn; a part that fails costs this draft, not the match."""
        index = self._next_turn()
        if index is not None:
            await self._guarded(self._plan_embedded(index))
            if self._thinker is not None:
                await self._guarded(self._think(index, self._thinker))

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except RostrumError as error:
            self._post(Degraded(part="drafting", reason=str(error), instead="the draft before it"))

    async def _plan_embedded(self, index: int) -> None:
        """Plan and write from the trees, and synthesise what will most likely be spoken of it."""
        async with self._lock:
            await compute(self._mind.encode)
            plan = self._mind.plan(index)
            statement = self._mind.write(plan, index)
            if self._written.get(index) == statement:
                return
            self._written[index] = statement
            self._post(planned(index, plan))
            if index not in self._given:
                await self._write_embedded(index, plan, statement)

    async def _think(self, index: int, thinker: Thinker) -> None:
        """The model's draft, unless it has written one from just the same before."""
        async with self._thinking:
            given = thinker.situation(index)
            if self.turn > index or self._given.get(index) == given:
                return
            await self._write_by_model(index, thinker)
            self._given[index] = given

    async def _write_embedded(self, index: int, plan: Plan, statement: Statement) -> None:
        if self._controller is Controller.OURS:
            self._statements[index] = statement  # good enough to begin with, should the turn come now

        async def write(words: int, so_far: Sequence[Sentence]) -> Sequence[Sentence] | None:
            return self._mind.draft(plan, index, words, so_far, reserve=self._controller is Controller.OURS)

        fitter = self._fitter(index)
        self._statements[index] = Statement(
            sentences=await fitter.hold(self._controller, self._format.turns[index].seconds, write)
        )

    async def _write_by_model(self, index: int, thinker: Thinker) -> None:
        """The model's draft, and then what is left of it after the audience; what fails leaves the one before."""
        plan = await thinker.think(index)
        turn = self._format.turns[index]
        reserve = self._controller is Controller.OURS

        async def write(words: int, so_far: Sequence[Sentence]) -> Sequence[Sentence]:
            return await thinker.draft(index, plan, words, so_far, reserve=reserve)

        sentences = await self._fitter(index).hold(self._controller, turn.seconds, write)
        self._statements[index] = Statement(sentences=sentences)
        self._post(planned(index, plan))
        revised = await thinker.revise(index, plan, sentences)
        if revised is not None:
            await self._take(index, sentences, revised)

    async def _take(self, index: int, before: Sequence[Sentence], revised: Revised) -> None:
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
            known=lambda text: self._studio.known(text) is not None,
            measure=self._synthesize,
            on_step=partial(self._explain, index),
        )

    def _explain(self, index: int, step: Decision) -> None:
        self._post(
            FitStep(
                turn=index,
                side=self.side,
                budget=round(step.budget, 3),
                seconds=round(step.seconds, 3),
                kept=step.kept,
                dropped=step.dropped,
                decision=step.decision,
                words=step.words,
            )
        )

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        await self._studio.made([sentence.text for sentence in sentences])
