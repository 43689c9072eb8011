"""The events of a match as they may be told: live, resumable from any id, and by pages.

The id of what is sent is the `seq` of the event by which it became public. What such an event sets free (a plan, when
its turn is over) comes right before it, without an id: whoever is cut off in between is sent it again, and knows it by
its own `seq`.

Votes come among them as they stand, whole, without an id too: first after all events that there were when somebody
came, and again whenever they stand otherwise. Nothing of them is resumed, so nothing can be missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Protocol

from fastapi.sse import ServerSentEvent

from agent.match.afterwards.votes import Tally
from agent.match.events import Event, encode
from agent.match.rights import Telling
from agent.server.contracts.matches import EventsPage
from agent.server.hold.live import Live

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
    telling = Telling(broadcast=broadcast)
    seen = 0
    tally: Tally | None = None
    while True:
        events = source.events if isinstance(source, Live) else source
        while seen < len(events):
            event, seen = events[seen], seen + 1
            for told in _told(telling, event, after):
                yield told
        if tally != (tally := await votes.now()):
            yield ServerSentEvent(raw_data=tally.model_dump_json(), event=VOTES)
        if not await _more(source, seen, votes, tally, closing):
            return


def _told(telling: Telling, event: Event, after: int) -> list[ServerSentEvent]:
    freed = telling.take(event)
    if event.seq <= after:
        return []
    return [
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
