"""Virtual time in which work takes as long as it cost the processor: real time, repeatable on a busy machine."""

from __future__ import annotations

import asyncio
import contextlib
import selectors
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

import psutil  # type: ignore[import-untyped]  # it brings no types

from agent.local.virtual_time import JumpingSelector, VirtualTimeLoop

Result = TypeVar("Result")


class ProcessorTime:
    """Seconds of processor that this process, and the workers it has now, have used; not how long that took."""

    def __init__(self) -> None:
        self._workers = psutil.Process().children(recursive=True)

    def __call__(self) -> float:
        seconds = time.process_time()
        for worker in self._workers:
            with contextlib.suppress(psutil.NoSuchProcess):
                times = worker.cpu_times()
                seconds += times.user + times.system
        return seconds


class _Timed:
    """A selector that knows the longest time between two looks at what has come, in seconds of the loop's thread."""

    longest = 0.0
    _woke: float | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self._woke is not None:
            self.longest = max(self.longest, time.thread_time() - self._woke)
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(timeout)  # type: ignore[misc]  # a mixin
        self._woke = time.thread_time()
        return ready


class TimedSelector(_Timed, selectors.DefaultSelector):
    """For a loop in real time."""


class _TimedJumps(_Timed, JumpingSelector):
    pass


class ChargedLoop(VirtualTimeLoop):
    """A piece of work is done when the processor time that it cost, times `busy`, has passed on the virtual clock."""

    selector_class = _TimedJumps

    def __init__(self, spent: Callable[[], float], busy: float = 1.0) -> None:
        super().__init__()
        self._spent, self._busy = spent, busy

    def submit(self, work: Callable[[], Result], slack: float) -> asyncio.Future[Result]:
        charged: asyncio.Future[Result] = self.create_future()

        def timed() -> tuple[Result, float]:
            began = self._spent()
            return work(), self._spent() - began

        def done(future: asyncio.Future[tuple[Result, float]]) -> None:
            if charged.cancelled() or future.cancelled():
                return
            if error := future.exception():
                charged.set_exception(error)
                return
            result, seconds = future.result()
            self.call_later(seconds * self._busy, partial(_settle, charged, result))

        super().submit(timed, 0.0).add_done_callback(done)
        return charged


def _settle(future: asyncio.Future[Result], result: Result) -> None:
    if not future.done():
        future.set_result(result)


def run_timed(
    main: Coroutine[Any, Any, Result], spent: Callable[[], float] | None = None, busy: float = 1.0
) -> tuple[Result, float]:
    """Run a coroutine to its end, in time charged by a clock of processor time, or else in real time.

    Returns:
        its result, and the longest stretch in seconds that the loop worked without looking at what had come.
    """
    selector = TimedSelector()
    factory = partial(ChargedLoop, spent, busy) if spent else partial(asyncio.SelectorEventLoop, selector)
    with asyncio.Runner(loop_factory=factory) as runner:
        loop = runner.get_loop()
        result = runner.run(main)
        timed = loop._selector if spent else selector  # type: ignore[attr-defined]  # asyncio keeps it under that name
        return result, timed.longest
