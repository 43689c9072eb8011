"""What the opponent's passages mean: read into the flow trees as fast as an encoder or a model answers.

Each is given all passages that have come in while it read the last ones, so it never falls behind by more than one
answer; what a model cannot read in time the embedded reader reads (see `Thinker.read`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from planning.methods.treedebater.strategy import Applied, Mind
from planning.methods.treedebater.with_model import Thinker


class Understanding:
    """Reads passages in the order in which they come.

    Args:
        on_action: told of every action read, with the turn it was spoken in.
        on_read: told each time that everything taken so far has been read.
    """

    def __init__(
        self,
        mind: Mind,
        thinker: Thinker | None,
        on_action: Callable[[int, Applied], None],
        on_read: Callable[[], None],
    ) -> None:
        self._mind, self._thinker = mind, thinker
        self._on_action, self._on_read = on_action, on_read
        self._turn = -1
        self._waiting: list[tuple[int, str]] = []
        self._reading: asyncio.Task[None] | None = None

    def take(self, turn: int, passage: str) -> None:
        """The next passage, of the speech in that turn."""
        self._waiting.append((turn, passage))
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self._read())

    async def finish(self) -> None:
        """Until all that was taken has been read."""
        if self._reading is not None:
            await asyncio.wait([self._reading])

    async def close(self) -> None:
        """Stop at once."""
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading

    async def _read(self) -> None:
        while self._waiting:
            turn = self._waiting[0][0]
            passages = [passage for other, passage in self._waiting if other == turn]
            self._waiting = [one for one in self._waiting if one[0] != turn]
            self._enter(turn)
            for applied in await (self._thinker or self._mind).read(passages):
                self._on_action(turn, applied)
            self._on_read()

    def _enter(self, turn: int) -> None:
        """A new speech: nothing it says continues the last one."""
        if turn != self._turn:
            self._turn = turn
            (self._thinker or self._mind).opponent_begins(self._mind.format.turns[turn].stage)
