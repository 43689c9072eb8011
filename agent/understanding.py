"""What the opponent's passages mean: read into the flow trees at once, or by a model as fast as it answers.

A model is given all passages that have come in while it read the last ones, so it never falls behind by more than
one answer; what it cannot read in time the embedded reader reads (see `Thinker.read`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from planning.mind import Applied, Mind
from planning.model.thinking import Thinker


class Understanding:
    """Reads one speech at a time, in order.

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
        self._waiting: list[str] = []
        self._reading: asyncio.Task[None] | None = None

    async def begin(self, turn: int) -> None:
        """A new speech: nothing it says continues the last one."""
        await self.finish()
        self._turn = turn
        self._mind.opponent_begins()
        if self._thinker is not None:
            self._thinker.opponent_begins()

    def take(self, passage: str) -> None:
        """The next passage of the speech."""
        if self._thinker is None:
            for applied in self._mind.hear(passage):
                self._on_action(self._turn, applied)
            self._on_read()
            return
        self._waiting.append(passage)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.get_running_loop().create_task(self._read(self._thinker, self._turn))

    async def finish(self) -> None:
        """Until all that was taken has been read."""
        if self._reading is not None:
            await self._reading

    async def close(self) -> None:
        """Stop at once."""
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading

    async def _read(self, thinker: Thinker, turn: int) -> None:
        while self._waiting:
            passages, self._waiting = self._waiting, []
            for applied in await thinker.read(passages):
                self._on_action(turn, applied)
            self._on_read()
