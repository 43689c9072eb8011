"""TreeDebater without a model, as a method: a strategy that is asked off the event loop, one question at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from config.statement import Sentence
from planning.argument import Evidence
from planning.choosing.choose import Plan
from planning.evidence.cited import cited
from planning.methods.method import Applied, Method, Past, Revised
from planning.methods.treedebater.strategy import Strategy
from planning.ports import Offload
from planning.reading.passages import Passage

NAME = "treedebater"
Result = TypeVar("Result")


class TreeDebater:
    """Reads, plans and writes from rehearsal trees alone (see `Method`); ready at once.

    Args:
        offload: runs blocking work off the event loop; an encoder may be at the other end of a network.
    """

    name = NAME
    spare: Method | None = None

    def __init__(self, strategy: Strategy, offload: Offload) -> None:
        self.strategy, self._offload = strategy, offload
        self._turn = -1  # of the speech that is being heard
        self._asked = asyncio.Lock()  # a strategy answers one question at a time

    async def ask(self, work: Callable[[Strategy], Result]) -> Result:
        """Have the strategy do something, when it has done what it was asked before."""
        async with self._asked:
            return await self._offload(partial(work, self.strategy))

    def recall(self, past: Past) -> None:
        self.strategy.recall(past)

    async def hear(self, turn: int, passages: Sequence[Passage]) -> Sequence[Applied]:
        new, self._turn = turn != self._turn, turn

        def read(strategy: Strategy) -> list[Applied]:
            if new:
                strategy.opponent_begins(strategy.format.turns[turn].stage)
            return [replace(done, passage=said) for said in passages for done in strategy.hear(said.text)]

        return await self.ask(read)

    async def spoke(self, turn: int, sentence: Sentence) -> Sequence[Applied]:
        return await self.ask(lambda s: s.spoke(sentence))

    async def plan(self, turn: int) -> Plan:
        return await self.ask(lambda s: s.plan(turn))

    async def draft(
        self, turn: int, plan: Plan, words: int, so_far: Sequence[Sentence], *, reserve: bool = True
    ) -> Sequence[Sentence] | None:
        return await self.ask(lambda s: s.draft(plan, turn, words, so_far, reserve=reserve))

    async def revise(self, turn: int, plan: Plan, sentences: Sequence[Sentence]) -> Revised | None:
        return None

    def situation(self, turn: int) -> Hashable:
        return self.strategy.situation(turn)

    def evidence(self, sentences: Sequence[Sentence]) -> Mapping[str, Evidence]:
        return cited(sentences, self.strategy.rehearsal)
