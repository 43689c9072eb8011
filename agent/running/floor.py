"""One open turn in this process: sound goes out at the pace of playout, and stands still with the clock."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from agent.match.clock import Stopwatch
from speech.audio import ROOM_RATE, Audio
from speech.playout import WaitingSound

FRAME_SECONDS = 0.05
GRAIN_SECONDS = 1e-6  # a timer is no finer


class TurnClock:
    """The clock of one turn, which the chair may stop. `elapsed`: of one that goes on: it stands there until `go`."""

    def __init__(self, elapsed: float | None = None) -> None:
        now = asyncio.get_running_loop().time()
        self._watch = Stopwatch(now - (elapsed or 0.0), stopped=None if elapsed is None else now)
        self._running = asyncio.Event()
        if elapsed is None:
            self._running.set()

    @property
    def stands(self) -> bool:
        return not self._running.is_set()

    def elapsed(self) -> float:
        return self._watch.read(asyncio.get_running_loop().time())

    def stop(self) -> None:
        self._running.clear()
        self._watch = self._watch.stop(asyncio.get_running_loop().time())

    def go(self) -> None:
        self._watch = self._watch.go(asyncio.get_running_loop().time())
        self._running.set()

    async def until(self, second: float) -> None:
        """Until it shows so much, and runs."""
        while True:
            await asyncio.sleep(max(0.0, second - self.elapsed()))
            await self._running.wait()
            if second - self.elapsed() <= GRAIN_SECONDS:
                return


class LocalFloor:
    """One open turn: sound queued by the speaker goes to the listeners at the pace of playout.

    A frame that has been handed out when the clock stops is heard to its end, and not again. `beside`: whether its
    speaker is heard in the turn of the other side. `elapsed`: seconds of a turn that goes on from its log; its clock
    stands at them until `resume`.
    """

    def __init__(self, turn: int, seconds: float, elapsed: float | None = None, *, beside: bool = False) -> None:
        self.turn, self.seconds, self.beside = turn, seconds, beside
        self._clock = TurnClock(elapsed)
        self._queue = WaitingSound(ROOM_RATE)
        self._first = math.ceil((elapsed or 0.0) / FRAME_SECONDS - 1e-9)  # number of the frame to go on with
        self._played = self._first * round(FRAME_SECONDS * ROOM_RATE)

    @property
    def paused(self) -> bool:
        return self._clock.stands

    def pause(self) -> None:
        """Stand still; nothing is handed out until `resume`."""
        self._clock.stop()

    def resume(self) -> None:
        self._clock.go()

    def add(self, seconds: float) -> None:
        """The turn has so much more time."""
        self.seconds += seconds

    def elapsed(self) -> float:
        return self._clock.elapsed()

    def queued(self) -> float:
        return self._queue.seconds + max(0.0, self._played / ROOM_RATE - self.elapsed())

    @property
    def idle(self) -> bool:
        return not self._queue.samples

    async def play(self, audio: Audio) -> None:
        self._queue.put(audio)

    def take(self, seconds: float) -> Audio:
        """The next `seconds` of sound, silence where there is none."""
        wanted = round(seconds * ROOM_RATE)
        self._played += wanted
        return self._queue.take(wanted)

    async def pump(self, hear: Callable[[Audio], None]) -> None:
        """Hand out a frame each frame's length until the turn's seconds are over."""
        number = self._first
        while number < int(self.seconds / FRAME_SECONDS + 1e-9):  # more may be added meanwhile
            await self._clock.until(number * FRAME_SECONDS)
            hear(self.take(FRAME_SECONDS))
            number += 1


class FloorBeside(LocalFloor):
    """The floor of a side that is heard beside the turn's own: its sound is taken with the other's, by one clock.

    `seconds`: of the turn's clock, at which it is over.
    """

    def __init__(self, turns_own: LocalFloor, seconds: float) -> None:
        super().__init__(turns_own.turn, seconds, beside=True)
        self._own = turns_own
        self._played = turns_own._played

    @property
    def paused(self) -> bool:
        return self._own.paused

    def elapsed(self) -> float:
        return self._own.elapsed()
