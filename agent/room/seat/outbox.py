"""What a seat posts to the chair, kept until the chair has told it to everybody: what was lost on the way goes again.

A text that is sent while the server or the chair dies is lost without an error. Everything that a seat posts comes
back as an event of the chair's, or was refused; so what has not come back when the chair is there again, and all it
knows has been told, is sent once more, under its old number, by which the chair knows what it has had.
"""

from __future__ import annotations

from collections import deque

from livekit import rtc

from agent.match.events import Event, encode
from agent.room.wire.texts import CHAIR, POSTS, Sender

MOST_KEPT = 500  # of one seat; more are not under way at once


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


UNSTAMPED = {"seq": -1, "at": 0.0}
