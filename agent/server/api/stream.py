"""The events of a match as they may be told: live, resumable from any id, and by pages.

The id of what is sent is the `seq` of the event by which it became public. What such an event sets free (a plan, when
its turn is over) comes right before it, without an id: whoever is cut off in between is sent it again, and knows it by
its own `seq`.

Votes come among them as they stand, whole, without an id too: first after all events that there were when somebody
came, and again whenever they stand otherwise. Nothing of them is resumed, so nothing can be missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from fastapi.sse import ServerSentEvent

from agent.match.afterwards.votes import Tally
from agent.match.events import Event, encode
from agent.match.rights import Telling
from agent.server.contracts.matches import EventsPage
from agent.server.hold.live import Live

AT_ONCE = 16  # events that one reader is told before others have their turn
VOTES = "votes"  # the kind of what tells them; no event is called so


class Votes(Protocol):
    """The votes of one match."""

    async def now(self) -> Tally:
        """As they may be told. Raises LogError."""

    async def other(self, than: Tally) -> Tally:
        """As soon as they stand otherwise, for reasons of their own and not by an event of the match."""


async def stream(
    source: Live | Sequence[Event], after: int, votes: Votes, *, broadcast: bool, closing: asyncio.Event
) -> AsyncIterator[ServerSentEvent]:
    """What is public of a match after the event `after` (-1: all), and its votes.

    It ends when the match is over and no vote is open, when the match is left off, or the server ends.
    """
    told = told_of(source, broadcast=broadcast)
    seen = 0
    tally: Tally | None = None
    while True:
        for seen, (seq, freed) in enumerate(told.beyond(seen), seen + 1):  # noqa: B020  (counted on from where it was)
            for one in freed if seq > after else ():
                yield one
            if not seen % AT_ONCE:
                await asyncio.sleep(0)
        if tally != (tally := await votes.now()):
            yield ServerSentEvent(raw_data=tally.model_dump_json(), event=VOTES)
        if not await _more(source, seen, votes, tally, closing):
            return


class Told:
    """What is public of a match, put into words once for all who follow it."""

    def __init__(self, events: Sequence[Event], *, broadcast: bool) -> None:
        self._events, self._telling = events, Telling(broadcast=broadcast)
        self._told: list[tuple[int, list[ServerSentEvent]]] = []

    def beyond(self, seen: int) -> Iterator[tuple[int, list[ServerSentEvent]]]:
        """Of each event from that one on, its `seq` and what it sets free; as far as there are any by now."""
        while seen < len(self._events):
            if seen == len(self._told):
                self._told.append(_frames(self._events[seen], self._telling))
            yield self._told[seen]
            seen += 1


class ToldOnce:
    """As `Told`, of a match that is over: for one reader, from its beginning, and nothing of it is kept."""

    def __init__(self, events: Sequence[Event], *, broadcast: bool) -> None:
        self._events, self._telling = events, Telling(broadcast=broadcast)

    def beyond(self, seen: int) -> Iterator[tuple[int, list[ServerSentEvent]]]:
        for event in self._events[seen:]:
            yield _frames(event, self._telling)


_SHARED: WeakKeyDictionary[Live, dict[bool, Told]] = WeakKeyDictionary()


def told_of(source: Live | Sequence[Event], *, broadcast: bool) -> Told | ToldOnce:
    """That of a match which is held is one for all."""
    if not isinstance(source, Live):
        return ToldOnce(source, broadcast=broadcast)
    of_match = _SHARED.setdefault(source, {})
    if broadcast not in of_match:
        of_match[broadcast] = Told(source.events, broadcast=broadcast)
    return of_match[broadcast]


def _frames(event: Event, telling: Telling) -> tuple[int, list[ServerSentEvent]]:
    freed = telling.take(event)
    return event.seq, [
        ServerSentEvent(raw_data=encode(one), event=one.type, id=str(event.seq) if one is freed[-1] else None)
        for one in freed
    ]


async def _more(source: Live | Sequence[Event], seen: int, votes: Votes, tally: Tally, closing: asyncio.Event) -> bool:
    """Whether there is more than was seen; waits for it."""
    live = isinstance(source, Live) and source.held
    if not live and (tally.open is None or (isinstance(source, Live) and source.left_off)):
        return False
    ends: asyncio.Future[Any] = asyncio.ensure_future(closing.wait())
    news: list[asyncio.Future[Any]] = [asyncio.ensure_future(votes.other(tally))]
    if isinstance(source, Live) and live:
        news.append(asyncio.ensure_future(source.beyond(seen)))
    try:
        done, _ = await asyncio.wait([ends, *news], return_when=asyncio.FIRST_COMPLETED)
        for one in done:
            one.result()  # what failed is told to whoever reads
        return ends not in done
    finally:
        for one in (ends, *news):
            one.cancel()


def page(source: Live | Sequence[Event], after: int, limit: int, *, broadcast: bool) -> EventsPage:
    """Of what is public after the event `after`, the first `limit` or so: what one event sets free stays together."""
    live = isinstance(source, Live)
    events = source.events if isinstance(source, Live) else source
    telling = Telling(broadcast=broadcast)
    told: list[Event] = []
    last = after
    for event in events:
        freed = telling.take(event)
        if event.seq <= after:
            continue
        if told and len(told) + len(freed) > limit:
            return EventsPage(events=tuple(told), after=last, over=False)
        told += freed
        last = event.seq
    return EventsPage(events=tuple(told), after=last, over=not (live and source.held))  # type: ignore[union-attr]
