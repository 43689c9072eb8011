"""How events travel in a LiveKit room: text streams on our topics, numbered, taken in order.

Text streams are delivered whole but each by a task of its own, so a long one may be overtaken by a
short one; the sender numbers them and the receiver puts them back in order. What comes in is data from
outside: it is checked before anyone acts on it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable

from livekit import rtc
from livekit.rtc.data_stream import StreamError

from agent.match.events import (
    ActionExtracted,
    AudienceFeedback,
    Degraded,
    EndReason,
    Event,
    Failed,
    FitStep,
    ModelUsed,
    PlanUpdated,
    SentenceSpoken,
    StatementDrafted,
    StatementRevised,
    TranscriptSegment,
    TurnEnded,
)
from config.format import Side

EVENTS = "rostrum.events"  # chair to all
POSTS = "rostrum.posts"  # a seat to the chair
READY = "rostrum.ready"  # a seat to the chair, once
CUES = "rostrum.cues"  # the chair to the seat that speaks: open your microphone, the clock is about to run again
CAPTIONS = "lk.transcription"  # LiveKit's own topic, so that any client shows them: what a side has said
INTERIM = "rostrum.interim"  # what a side is hearing of the other, still changing
CHAIR = "chair"
CAPTIONED = "rostrum.captions"  # attribute of a participant whose captions are its exact words
NUMBER = "n"
MOST_HELD = 256


class Sender:
    """Sends texts on one topic, one after the other."""

    def __init__(self, room: rtc.Room, topic: str, to: list[str] | None = None) -> None:
        self._room, self._topic, self._to = room, topic, to
        self._count = itertools.count()
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._task = asyncio.get_running_loop().create_task(self._run())

    def send(self, text: str) -> None:
        self._queue.put_nowait(text)

    async def drain(self, timeout_seconds: float = 2.0) -> None:
        """Wait until everything has been handed to the room."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._queue.join(), timeout_seconds)

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            text = await self._queue.get()
            with contextlib.suppress(Exception):  # a lost room is told through its own event
                await self._room.local_participant.send_text(
                    text,
                    topic=self._topic,
                    destination_identities=self._to,
                    attributes={NUMBER: str(next(self._count))},
                )
            self._queue.task_done()


class InOrder:
    """Puts numbered texts of one sender back in order."""

    def __init__(self, take: Callable[[str], None]) -> None:
        self._take = take
        self._next = 0
        self._held: dict[int, str] = {}

    def push(self, number: int, text: str) -> None:
        """Take a text; hands on it and what it was holding up. A missing one is skipped when too many wait."""
        if number < self._next:
            return
        self._held[number] = text
        if len(self._held) > MOST_HELD:
            self._next = min(self._held)
        while self._next in self._held:
            self._take(self._held.pop(self._next))
            self._next += 1


class Receiver:
    """Takes the texts of one topic; `take(text, identity)` gets each sender's in order."""

    def __init__(self, room: rtc.Room, topic: str, take: Callable[[str, str], None]) -> None:
        self._take = take
        self._senders: dict[str, InOrder] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        room.register_text_stream_handler(topic, self._opened)

    def _opened(self, reader: rtc.TextStreamReader, identity: str) -> None:
        task = asyncio.get_running_loop().create_task(self._read(reader, identity))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, reader: rtc.TextStreamReader, identity: str) -> None:
        try:
            text = await reader.read_all()
        except StreamError:  # the room was lost in the middle of it, which is told elsewhere
            return
        number = (reader.info.attributes or {}).get(NUMBER, "")
        if number.isdecimal():
            order = self._senders.setdefault(identity, InOrder(lambda t: self._take(t, identity)))
            order.push(int(number), text)


def may_post(event: Event, side: Side, turn_side: Side | None) -> bool:
    """Whether the seat of `side` may bring this event about: its own words, hearing and troubles, no more.

    Args:
        turn_side: whose turn it is now, if it is anybody's.
    """
    match event:
        case SentenceSpoken() | PlanUpdated() | StatementDrafted() | FitStep():
            return event.side is side
        case AudienceFeedback() | StatementRevised() | ModelUsed():
            return event.side is side
        case TranscriptSegment():
            return event.listener is side
        case ActionExtracted():
            return event.observer is side
        case TurnEnded():
            return turn_side is side and event.reason in (EndReason.YIELDED, EndReason.FAILED)
        case Degraded() | Failed():
            return True
        case _:
            return False
