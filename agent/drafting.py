"""The next statement of a debater, always in the making: planned, written, synthesised and fitted in the background."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial

from agent.events import Degraded, FitStep
from agent.floor import Post
from agent.planned import planned
from config.errors import RostrumError
from config.format import Format, Side
from config.statement import Sentence, Statement
from planning.mind import Mind
from speech.compute import compute
from speech.duration import Durations
from speech.fit import Window, fit
from speech.tts import Studio


class Drafter:
    """Keeps a statement ready for the side's next turn.

    Args:
        seconds: how long a sentence takes in this voice.
    """

    def __init__(
        self, side: Side, match_format: Format, mind: Mind, studio: Studio, seconds: Durations, post: Post
    ) -> None:
        self.side = side
        self._format, self._mind, self._studio, self._seconds, self._post = match_format, mind, studio, seconds, post
        self.turn = -1  # the turn that is being heard or spoken
        self._statements: dict[int, Statement] = {}
        self._lock = asyncio.Lock()
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

    async def draft(self) -> None:
        """Plan and write for our next turn; a part that fails costs this draft, not the match."""
        try:
            await self._write_next()
        except RostrumError as error:
            self._post(Degraded(part="drafting", reason=str(error), instead="the draft before it"))

    async def _write_next(self) -> None:
        """Plan and write for our next turn, and synthesise what will most likely be spoken of it."""
        async with self._lock:
            index = self._next_turn()
            if index is None:
                return
            plan = self._mind.plan(index)
            statement = self._mind.write(plan, index)
            if self._statements.get(index) == statement:
                return
            self._statements[index] = statement
            self._post(planned(index, plan))
            await self._fit(index, statement)

    async def _fit(self, index: int, statement: Statement) -> None:
        """Choose, synthesise the choice, and choose again with the true lengths, until all of it is measured."""
        window = Window.of(self._format.turns[index].seconds, self._format.minimum_used)
        for _ in range(4):
            fitted = fit(statement.sentences, self._seconds, window)
            missing = [s for s in fitted.sentences if self._studio.known(s.text) is None]
            missing += [s for s in statement.sentences[-1:] if self._studio.known(s.text) is None and s not in missing]
            self._post(
                FitStep(
                    turn=index,
                    side=self.side,
                    budget=round(window.hi, 3),
                    seconds=round(fitted.seconds, 3),
                    kept=len(fitted.sentences),
                    dropped=len(statement.sentences) - len(fitted.sentences),
                    decision=f"measure {len(missing)} more" if missing else "ready",
                )
            )
            if not missing:
                return
            await self._synthesize(missing)

    async def _synthesize(self, sentences: Sequence[Sentence]) -> None:
        for sentence in sentences:
            await compute(partial(self._studio.synthesize, sentence.text))
