"""The Analyzer while the other side speaks: its notes on each piece, done to the flow trees as far as they hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from planning.debate.argument import Action
from planning.debate.flow import flows_text
from planning.methods.agent4debate.shapes import Note
from planning.methods.agent4debate.team import Team, numbered
from planning.methods.common.believed import Checker, tidy
from planning.methods.common.keeping import FlowKeeper
from planning.methods.contract import Applied, OnTrouble, Trouble
from planning.ports import Embedder, Offload
from planning.reading.passages import Passage

CONTEXT = 4  # of the last passages are shown again, so that a piece is understood


class Encoding:
    """Lets the embedder go before what would wait for it: what it has made it remembers."""

    def __init__(self, keeper: FlowKeeper, embedder: Embedder, offload: Offload) -> None:
        self._keeper, self._embedder, self._offload = keeper, embedder, offload

    async def __call__(self, *texts: str) -> None:
        """These, and all that they may be compared with."""
        compared = list(dict.fromkeys(text for text in (*texts, *self._keeper.claims()) if text))
        if compared:
            await self._offload(partial(self._embedder.embed, compared))


class Hearing:
    """What the Analyzer makes of one speech; `techniques`: how each point can be met, by its id."""

    def __init__(self, turn: int, team: Team, keeper: FlowKeeper, encode: Encoding, on_trouble: OnTrouble) -> None:
        self.turn, self.techniques = turn, dict[str, str]()
        self._team, self._keeper, self._encode, self._on_trouble = team, keeper, encode, on_trouble
        self._before: list[str] = []
        self._read: Sequence[Applied] = ()  # of the last piece in which anything was read

    async def hear(self, passages: Sequence[Passage], seconds: float) -> Sequence[Applied]:
        """Take notes on the next piece. Raises ProviderError, ModelOutputError: nobody has taken any."""
        speaker = self._keeper.side.other
        values = {
            "speaker": speaker.value,
            "flows": flows_text(self._keeper.flows.trees),
            "before": "\n".join(self._before),
            "noted": "\n".join(_noted(done.action for done in self._read)) or "(none)",
            "passages": numbered([passage.text for passage in passages]),
        }
        found = (await self._team.notes(self.turn, values, seconds)).notes
        self._before = [*self._before, *(passage.text for passage in passages)][-CONTEXT:]
        await self._encode(*(tidy(text) for note in found for text in (note.claim, note.target)))
        applied = list(self._believed(passages, found))
        self._read = applied or self._read
        return applied

    def _believed(self, passages: Sequence[Passage], found: Sequence[Note]) -> Iterator[Applied]:
        keeper = self._keeper
        keeper.in_turn(self.turn)
        left = {point.id for done in self._read if (point := done.action.point) is not None}
        for note in found:
            checker = Checker(keeper.embedder, keeper.side.other, passages, correctable=left)
            name = keeper.next_point(keeper.side.other)
            believed = checker.check(note, keeper.flows, name)
            for doubt in believed.doubts:
                self._on_trouble(Trouble("reading", doubt, "the rest of what was noted"))
            if believed.action is not None:
                done = keeper.apply(believed.action, believed.place)
                self.techniques[name] = tidy(note.technique)
                left -= {*(believed.action.point.corrects if believed.action.point else ())}
                yield replace(done, passage=believed.passage)


def _noted(actions: Iterator[Action]) -> Iterator[str]:
    for action in actions:
        if (point := action.point) is not None:
            yield f"{point.id} {action.kind.value}, {point.form.value}: {action.claim} “{point.words}”"
