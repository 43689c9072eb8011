"""One open turn in this process: sound goes out at the pace of playout, and stands still with the clock."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable

from agent.match.clock import Stopwatch
from speech.audio import ROOM_RATE, Audio, join, silence

FRAME_SECONDS = 0.05
GRAIN_SECONDS = 1e-6  # a timer is no finer


class LocalFloor:
    """One open turn: sound queued by the speaker goes to the listeners at the pace of playout.

    A frame that has been handed out when the clock stops is heard to its end, and not again.

    Args:
        elapsed: seconds of a turn that goes on from its log; its clock stands at them until `resume`.
    """

    def __init__(self, turn: int, seconds: float, elapsed: float | None = None) -> None:
        self.turn, self.seconds = turn, seconds
        self._clock = Stopwatch(asyncio.get_running_loop().time() - (elapsed or 0.0))
        self._running = asyncio.Event()
        self._running.set()
        self._queue: list[Audio] = []
        self._waiting = 0  # samples: a sum of seconds would never come down to 0 again
        self._first = math.ceil((elapsed or 0.0) / FRAME_SECONDS - 1e-9)  # number of the frame to go on with
        self._played = self._first * round(FRAME_SECONDS * ROOM_RATE)
        if elapsed is not None:
            self.pause()

    @property
    def paused(self) -> bool:
        return not self._running.is_set()

    def pause(self) -> None:
        """Stand still; nothing is handed out until `resume`."""
        self._clock = self._clock.stop(asyncio.get_running_loop().time())
        self._running.clear()

    def resume(self) -> None:
        self._clock = self._clock.go(asyncio.get_running_loop().time())
        self._running.set()

    def elapsed(self) -> float:
        return self._clock.read(asyncio.get_running_loop().time())

    def queued(self) -> float:
        return self._waiting / ROOM_RATE + max(0.0, self._played / ROOM_RATE - self.elapsed())

    @property
    def idle(self) -> bool:
        return not self._waiting

    async def play(self, audio: Audio) -> None:
        sound = audio.at(ROOM_RATE)
        self._queue.append(sound)
        self._waiting += len(sound.samples)

    def take(self, seconds: float) -> Audio:
        """The next `seconds` of sound, silence where there is none."""
        wanted = round(seconds * ROOM_RATE)
        self._played += wanted
        parts: list[Audio] = []
        while self._queue and wanted > 0:
            head = self._queue.pop(0)
            piece, rest = Audio(head.samples[:wanted], ROOM_RATE), Audio(head.samples[wanted:], ROOM_RATE)
            if len(rest.samples):
                self._queue.insert(0, rest)
            wanted -= len(piece.samples)
            self._waiting -= len(piece.samples)
            parts.append(piece)
        parts.append(silence(wanted / ROOM_RATE, ROOM_RATE))
        return join(parts, ROOM_RATE)

    async def pump(self, hear: Callable[[Audio], None]) -> None:
        """Hand out a frame each frame's length until the turn's seconds are over."""
        frames = int(self.seconds / FRAME_SECONDS + 1e-9)
        for number in range(self._first, frames):
            await self._until(number * FRAME_SECONDS)
            hear(self.take(FRAME_SECONDS))

    async def _until(self, seconds: float) -> None:
        """Until the turn's own clock shows so much, and runs."""
        while True:
            await asyncio.sleep(max(0.0, seconds - self.elapsed()))
            await self._running.wait()
            if seconds - self.elapsed() <= GRAIN_SECONDS:
                return
