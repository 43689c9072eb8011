"""One speech of the other side as a model reads it, piece by piece, into the trees of a strategy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from planning.methods.contract import Applied, OnTrouble, Trouble
from planning.methods.treedebater.embedded import TreeDebater
from planning.methods.treedebater.reading.answer import Read
from planning.methods.treedebater.reading.believed import Checker
from planning.methods.treedebater.reading_by_model import ModelReader
from planning.methods.treedebater.trees.rehearsal import Prepared
from planning.ports import LLM
from planning.reading.passages import Passage


class SpeechHeard:
    """What a model makes of one speech; what was read of a piece may be corrected with the next.

    Args:
        turn: that the speech is held in.
        on_trouble: told of everything in an answer that is not believed.
    """

    def __init__(self, embedded: TreeDebater, llm: LLM, turn: int, on_trouble: OnTrouble) -> None:
        self.turn, self._on_trouble = turn, on_trouble
        self._embedded, self._strategy = embedded, embedded.strategy
        self._speaker = self._strategy.side.other
        self._reader = ModelReader(llm, self._strategy.ears, self._speaker)
        self._before: Sequence[Applied] = ()  # of the last piece in which anything was read

    async def hear(self, passages: Sequence[Passage], deadline: float) -> Sequence[Applied]:
        """Read the next piece; returns what it does to the trees.

        Raises:
            ProviderError, ModelOutputError: the model gave no usable answer in time; nothing was taken in.
        """
        strategy, reader = self._strategy, self._reader
        encoded = await self._embedded.encode(*(passage.text for passage in passages))
        shown, correctable = reader.likely(encoded), [done.action for done in self._before]
        found = await reader.read(passages, strategy.flows, deadline, shown=shown, correctable=correctable)
        await self._embedded.encode(*reader.compared(found))
        for passage in passages:
            strategy.listened(passage.text)
        return self.read(self._believed(passages, found, shown))

    def read(self, applied: Sequence[Applied]) -> Sequence[Applied]:
        """This was read in the last piece, by whomever."""
        self._before = applied or self._before
        return applied

    def _believed(self, passages: Sequence[Passage], found: Sequence[Read], shown: Sequence[Prepared]) -> list[Applied]:
        """What has been read, as far as it is believed, done to the trees; a model does not say how sure it is."""
        strategy = self._strategy
        strategy.in_turn(self.turn)
        known, applied = {node.id for node in shown}, list[Applied]()
        left = {point.id for done in self._before if (point := done.action.point) is not None}
        for read in found:
            checker = Checker(strategy.ears, self._speaker, passages, shown=known, correctable=left)
            believed = checker.check(read, strategy.flows, strategy.next_point(self._speaker))
            for doubt in believed.doubts:
                self._on_trouble(Trouble("reading", doubt, "the rest of what was read"))
            if believed.action is not None:
                done = strategy.apply(believed.action, believed.place)
                applied.append(replace(done, passage=believed.passage))
                left -= {*(believed.action.point.corrects if believed.action.point else ())}
        return applied
