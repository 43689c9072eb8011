"""How time passes: as on the wall, or as fast as the work allows.

In virtual time nothing waits. When every task sleeps, the clock jumps to the next timer; while work is
being computed it stands still, unless that work was given slack.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

Result = TypeVar("Result")


class JumpingSelector(selectors.DefaultSelector):
    """Asks for I/O without waiting and lets the loop's clock jump instead."""

    loop: VirtualTimeLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        room = self.loop.room()
        if timeout is None or room <= 0:
            return super().select(0.05 if room == float("inf") else None)
        self.loop.advance(min(timeout, room))
        return ready


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """An event loop whose `time()` starts at 0 and jumps.

    `lag`: the most slack that any work is given, in seconds; with 0 nothing depends on how fast the machine is.
    """

    selector_class = JumpingSelector

    def __init__(self, lag: float = float("inf")) -> None:
        selector = self.selector_class()
        selector.loop = self
        super().__init__(selector)
        self._now, self._lag = 0.0, lag
        self._holds: dict[asyncio.Future[Any], float] = {}
        self._pool = ThreadPoolExecutor(max_workers=4)

    def time(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += max(0.0, seconds)

    def room(self) -> float:
        """How far the clock may run before it must wait for work in progress."""
        return min(self._holds.values(), default=float("inf")) - self._now

    def submit(self, work: Callable[[], Result], slack: float) -> asyncio.Future[Result]:
        """Run work in a thread; the clock may pass `slack` seconds meanwhile, not more."""
        future = asyncio.wrap_future(self._pool.submit(work), loop=self)
        self.hold(future, slack)
        return future

    def hold(self, future: asyncio.Future[Any], slack: float = 0.0) -> None:
        """The clock may pass `slack` seconds until this is done, not more."""
        self._holds[future] = self._now + min(slack, self._lag)
        future.add_done_callback(self._release)

    def hurry(self) -> None:
        """Take back all slack: the clock stands until everything in progress is done."""
        self._holds = {future: min(until, self._now) for future, until in self._holds.items()}

    def _release(self, future: asyncio.Future[Any]) -> None:
        self._holds.pop(future, None)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        super().close()


def run(main: Coroutine[Any, Any, Result], *, fast: bool = False, lag: float = float("inf")) -> Result:
    """Run a coroutine to its end. Ctrl-C cancels it and lets it clean up.

    `fast`: in virtual time; `lag`: of virtual time, as `VirtualTimeLoop` has it.
    """
    factory = partial(VirtualTimeLoop, lag) if fast else asyncio.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)
