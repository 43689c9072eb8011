"""The chair's events as any participant can have them: from the first on, in order, whenever it joins.

Events come as they happen and, to whoever joins or asks, as the log so far; both are put together by `seq`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

from livekit import rtc
from livekit.rtc.data_stream import StreamError

from agent.match.events import Event, decode
from agent.room.wire.allowance import Allowance
from agent.room.wire.texts import ASKED, CHAIR, EVENTS, LOG, Receiver
from agent.running.tasks import Tasks
from config.errors import LogError
from config.plain_text import one_line

log = logging.getLogger("rostrum.room")

GAP_SECONDS = 1.0  # that a missing event is waited for before it is asked for
MOST_SECONDS = 30.0  # between two times of asking
TELL_SECONDS = 4.0  # after asking in vain: longer than the server takes to make a joining known


class BySeq:
    """Puts events in the order of their `seq`, each once. Pure."""

    def __init__(self) -> None:
        self.due = 0
        self._held: dict[int, Event | None] = {}

    @property
    def gap(self) -> bool:
        """Whether something is held that waits for an earlier one."""
        return bool(self._held)

    def push(self, seq: int, event: Event | None) -> list[Event]:
        """Take an event, or None for one that cannot be read; returns what is now in order."""
        if seq >= self.due:
            self._held.setdefault(seq, event)
        ready: list[Event] = []
        while self.due in self._held:
            if (following := self._held.pop(self.due)) is not None:
                ready.append(following)
            self.due += 1
        return ready


class Subscription:
    """Follows the chair of a room that is connected.

    A room holds one match. Nobody can be sent a log who is hidden, or ask for it without the right to publish
    data; a spectator has it from the chair within the 3 s after which the server makes its joining known.

    Args:
        take: gets each event as it happens.
        take_log: gets the log so far, once and before all others, where the match had begun before we joined.
        tasks: of the owner, who ends them and is told what breaks in them, `take` included.
        whole: told each time that all has been handed on that a log of the chair's holds.
        allowance: how much may come of others, whose texts are not read.
    """

    def __init__(
        self,
        room: rtc.Room,
        take: Callable[[Event], None],
        take_log: Callable[[tuple[Event, ...]], None],
        tasks: Tasks,
        *,
        whole: Callable[[], None] = lambda: None,
        allowance: Allowance | None = None,
    ) -> None:
        self._whole = whole
        self._room, self._take, self._take_log, self._tasks = room, take, take_log, tasks
        self._order = BySeq()
        self._past: list[Event] = []  # of the log so far, until it is whole
        self._past_to = 0
        self._mending: asyncio.Task[None] | None = None
        self._live = Receiver(room, EVENTS, self._on_event, tasks, only=_the_chair, allowance=allowance)
        self._log = Receiver(room, LOG, self._on_log, tasks, only=_the_chair, allowance=allowance)
        room.on("reconnected", self.ask)
        self.ask()

    def ask(self) -> None:
        """Have the chair send what there is from the next event on, where we may ask."""
        if self._may_ask():
            self._tasks.spawn(self._ask(), "asking for the log")

    # -- what comes in -------------------------------------------------------------------------

    def _on_event(self, text: str, identity: str) -> None:
        self._read(text)
        self._mend()

    def _on_log(self, text: str, identity: str) -> None:
        """A piece of the log: a line that says how many events there are in the whole, then one event a line."""
        head, *lines = text.split("\n")
        events = int(json.loads(head)["events"])
        if not self._order.due:
            self._past_to = events
        for line in lines:
            self._read(line)
        if self._order.due >= events:
            self._whole()
        self._mend()

    def _read(self, line: str) -> None:
        try:
            event = decode(line)
        except LogError as error:
            log.warning("an event of the chair's cannot be read: %s", one_line(str(error)))
            self._hand_on(_seq(line), None)
        else:
            self._hand_on(event.seq, event)

    def _hand_on(self, seq: int, event: Event | None) -> None:
        for ready in self._order.push(seq, event):
            if ready.seq < self._past_to:
                self._past.append(ready)
                continue
            self._end_past()
            with self._tasks.reporting("following the chair"):
                self._take(ready)
        if self._order.due >= self._past_to:
            self._end_past()

    def _end_past(self) -> None:
        past, self._past = self._past, []
        if past:
            with self._tasks.reporting("following the chair"):
                self._take_log(tuple(past))

    # -- what does not come --------------------------------------------------------------------

    def _mend(self) -> None:
        if self._incomplete() and (self._mending is None or self._mending.done()):
            self._mending = self._tasks.spawn(self._until_whole(), "closing a gap")

    def _incomplete(self) -> bool:
        return self._order.gap or self._order.due < self._past_to

    async def _until_whole(self) -> None:
        """Or until the room has been left, where a text that came in then is never whole."""
        wait, due = GAP_SECONDS, self._order.due
        while True:
            await asyncio.sleep(wait)
            if not self._incomplete() or not self._room.isconnected():
                return
            if self._order.due > due:  # it is coming
                wait, due = GAP_SECONDS, self._order.due
                continue
            if wait >= TELL_SECONDS:
                log.warning("events from %d on are missing", due)
            self.ask()
            wait = min(2 * wait, MOST_SECONDS)

    def _may_ask(self) -> bool:
        return self._room.isconnected() and self._room.local_participant.permissions.can_publish_data

    async def _ask(self) -> None:
        try:
            await self._room.local_participant.send_text(
                str(self._order.due), topic=ASKED, destination_identities=[CHAIR]
            )
        except StreamError as error:
            log.warning("the log could not be asked for: %s", error)


def _seq(line: str) -> int:
    """The number of an event that cannot be read: those behind it do not wait for it. -1 where there is none."""
    try:
        seq = json.loads(line)["seq"]
    except (ValueError, TypeError, KeyError):
        return -1
    return seq if isinstance(seq, int) else -1


def _the_chair(identity: str) -> bool:
    return identity == CHAIR
