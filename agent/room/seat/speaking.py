"""A seat's right to be heard in a room: what is said goes out, stands still with the clock, and is cut at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from livekit import rtc

from agent.room.media.sound import MicrophoneTrack
from agent.running.floor import LocalFloor
from agent.running.tasks import Tasks


class SpeakingFloor:
    """One floor at a time, and the microphone.

    `speak`: uses a floor; cancelled when it is taken away. `tasks`: until the first floor is taken.
    """

    def __init__(self, speak: Callable[[LocalFloor], Coroutine[Any, Any, None]], tasks: Tasks) -> None:
        self._speak, self._tasks = speak, tasks
        self._voice = MicrophoneTrack()
        self._quieting: asyncio.Task[None] | None = None
        self.floor: LocalFloor | None = None

    async def join(self, room: rtc.Room) -> None:
        await self._voice.join(room)

    def take(self, floor: LocalFloor, tasks: Tasks, *, shut: bool = False) -> None:
        """Speak on that floor.

        `tasks`: what is done meanwhile, ended with the floor. `shut`: the microphone stays shut until the floor is
        resumed.
        """
        self.floor, self._tasks = floor, tasks
        self._voice.begin(shut=shut)
        tasks.spawn(floor.pump(self._voice.say), "playing sound")
        tasks.spawn(self._voice.publish(), "publishing sound")
        tasks.spawn(self._speak(floor), "speaking")

    async def last_of_it(self) -> None:
        """Until what was said last has gone out."""
        await self._voice.last_of_it()

    # -- pauses --------------------------------------------------------------------------------

    def pause(self) -> None:
        if self.floor is not None:
            self.floor.pause()
            self._quieting = self._tasks.spawn(self._voice.fall_silent(), "falling silent")

    def open(self) -> None:
        """The clock is about to run again."""
        if self.floor is None:
            return
        if self._quieting is not None:
            self._quieting.cancel()
            self._quieting = None
        self._voice.open()

    def resume(self) -> None:
        if self.floor is not None:
            self.open()
            self.floor.resume()

    # -- the end -------------------------------------------------------------------------------

    async def leave(self) -> None:
        """The floor is taken away, if there is one."""
        floor, self.floor, self._quieting = self.floor, None, None
        if floor is not None:
            self._voice.cut()
        await self._tasks.close()

    async def close(self) -> None:
        await self._voice.close()
