"""Paper mode: a statement as TreeDebater has it to the end (3.4, 3.5, B.2), for comparison.

The first draft is heard by the audience and revised; then the writer revises it to another number of words until it
lands, ten drafts are over or the turn begins, and the latest one is final: what ends after the bell is cut off.
Nothing of ours stands in for it: no spare, no reserve, no check, no first and last words written apart, no newer draft
in a speech that has begun. Where no draft comes there is no speech. `docs/comparing.md` has the differences in a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from agent.debater.drafting.asking import ignored
from agent.debater.drafting.drafter import PREPARING_SECONDS, Drafter
from config.settings import Controller
from config.statement import Sentence, Statement
from planning.methods import capabilities


class PaperDrafter(Drafter):
    """See `Drafter`."""

    _come: asyncio.Event | None = None  # set when there is the draft that somebody waits for

    async def prepare(self) -> None:
        self.redraft()
        if self._drafting is not None:
            await asyncio.wait([self._drafting], timeout=PREPARING_SECONDS)

    async def statement(self, turn: int) -> Statement:
        """The latest draft; a first one is waited for where there is none, and an empty one if it fails."""
        if turn not in self._shown:
            self._come = asyncio.Event()
            self._tasks.spawn(self._first(turn, self._come), "drafting")
            await self._come.wait()
        return self._shown.statements.setdefault(turn, Statement(sentences=()))

    async def draft(self, index: int | None = None) -> None:
        index = self.next_turn() if index is None else index
        if index is not None and index > self.turn:
            await self._guarded(self._write_by_paper(index))

    async def end(self, index: int | None) -> None:
        return

    async def _first(self, turn: int, come: asyncio.Event) -> None:
        try:
            await self._guarded(self._write_by_paper(turn))
        finally:
            come.set()

    def _begun(self, index: int) -> bool:
        """Whether a draft for that turn is being spoken."""
        return index in self._shown and self.turn >= index

    async def _write_by_paper(self, index: int) -> None:
        async with self._thinking:
            method, left = self._method or self._at_once, self._moments.seconds_left(index)
            situation = self._moments.situation(index, method)
            if not self._moments.due(index, method, left, situation):
                return
            plan, first = await capabilities.plan(method, index, left), index not in self._moments.given
            latest = Statement(sentences=())

            async def write(words: int, _: Sequence[Sentence]) -> Sequence[Sentence]:
                nonlocal plan, latest
                if self._begun(index):
                    return latest.sentences
                wanted = self._asking.commission(index, plan, words, (), reserve=False)
                drafted = await capabilities.statement(method, wanted, ignored)
                if drafted is None:
                    return ()
                plan, sentences = drafted.plan or plan, drafted.sentences
                if not latest.sentences:
                    revised = await self._reviewing.heard(index, method, plan, sentences, sentences)
                    if revised is not None:
                        plan, sentences = revised.plan or plan, revised.sentences
                latest = Statement(sentences=sentences).as_written()
                if first and not self._begun(index):
                    self._shown.show(index, latest.sentences)  # should the turn come now
                    if self._come is not None:
                        self._come.set()
                return sentences

            sentences = await self._measuring.fitter(index).hold(
                Controller.PAPER, self._format.turns[index].seconds, write
            )
            if self._begun(index):
                return
            self._shown.show(index, sentences)
            self._moments.note(index, situation, left)
            self._tell(index, plan)


def drafter_by(controller: Controller) -> type[Drafter]:
    """Who keeps statements ready: by our search, or by the paper's."""
    return PaperDrafter if controller is Controller.PAPER else Drafter
