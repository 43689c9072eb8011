"""What a seat posts to the chair, kept until the chair has told it to everybody: what was lost on the way goes again.

A text that is sent while the server or the chair dies is lost without an error. Everything that a seat posts comes
back as an event of the chair's, or was refused; so what has not come back when the chair is there again, and all it
knows has been told, is sent once more, under its old number, by which the chair knows what it has had.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable

from livekit import rtc

from agent.match.events import Event, Failed, encode
from agent.room.wire.texts import CHAIR, POSTS, READY, Sender
from agent.running.ports import Post
from agent.running.tasks import Report, cause
from config.errors import RoomError
from config.format import Side

MOST_KEPT = 500  # of one seat; more are not under way at once
UNSTAMPED = {"seq": -1, "at": 0.0}
ATTRIBUTE_SECONDS = 10.0  # for the server to take an attribute; where it refuses one it may not answer at all


class Outbox:
    """Open at first: what is posted goes out at once."""

    def __init__(self, room: rtc.Room) -> None:
        self._sender = Sender(room, POSTS, [CHAIR])
        self._kept: deque[tuple[int, Event]] = deque(maxlen=MOST_KEPT)
        self._open = True

    def post(self, event: Event) -> None:
        number = self._sender.number()
        self._kept.append((number, event))
        if self._open:
            self._sender.send(encode(event), number=number)

    def told(self, event: Event) -> None:
        """An event of the chair's: if it is one of ours, that and all before it have arrived, or were refused."""
        bare = event.model_copy(update=UNSTAMPED)
        for place, (_, ours) in enumerate(self._kept):
            if ours == bare:
                for _ in range(place + 1):
                    self._kept.popleft()
                return

    def shut(self) -> None:
        """The chair cannot be reached: what is posted waits."""
        self._open = False

    def open(self) -> None:
        """It can again, and has told all it knows."""
        if not self._open:
            self._open = True
            for number, event in self._kept:
                self._sender.send(encode(event), number=number)

    async def drain(self) -> None:
        await self._sender.drain()

    async def close(self) -> None:
        await self._sender.close()


async def say_ready(room: rtc.Room, side: Side, state: str) -> None:
    """Raises RoomError: the token of that side does not allow it, or the room does not answer."""
    participant = room.local_participant
    if not participant.permissions.can_update_metadata:
        raise RoomError(f"{side} may not say that it is ready: its token lacks can_update_own_metadata")
    try:
        async with asyncio.timeout(ATTRIBUTE_SECONDS):  # wait_for may lose a cancellation (Python 3.11)
            await participant.set_attributes({READY: state})
    except TimeoutError:
        raise RoomError(f"{side} could not say that it is ready: the room does not answer") from None


log = logging.getLogger("rostrum.room")


class Faults:
    """Of one seat. `post`: takes the events that tell of them."""

    def __init__(self, side: Side, post: Post) -> None:
        self._side, self._post = side, post
        self._told: set[tuple[str, type[BaseException]]] = set()

    def turn_begins(self) -> None:
        """What was told before may be told again."""
        self._told.clear()

    def broke(self, what: str, error: BaseException) -> None:
        """Tell what went wrong; what goes wrong in the same way again is not: it may do so fifty times a second."""
        if (what, type(error)) in self._told:
            return
        self._told.add((what, type(error)))
        log.error("the seat of %s broke while %s", self._side, what, exc_info=error)
        self._post(Failed(part=f"seat of {self._side}", reason=f"{what}: {cause(error)}"))

    def then(self, do: Callable[[], None]) -> Report:
        """Tells what went wrong, and does that."""

        def told(what: str, error: BaseException) -> None:
            self.broke(what, error)
            do()

        return told
