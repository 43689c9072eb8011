"""Where everything that happens in a match comes in. It is there before anybody sits down."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from agent.match.events import (
    ClockPaused,
    ClockResumed,
    ClockSignal,
    Event,
    MatchCreated,
    MatchEnded,
    StateDigest,
    TurnStarted,
)

CHAIR_ONLY = (MatchCreated, TurnStarted, ClockSignal, ClockPaused, ClockResumed, MatchEnded, StateDigest)


class Inbox:
    """Events on their way to the runner of one match, which takes them in order once the match has begun.

    Seats `post`; the other methods are the chair's, for whoever holds the match.

    Args:
        on_refused: told of an event that a seat may not bring about, with the reason.
    """

    def __init__(self, on_refused: Callable[[Event, str], None] = lambda event, reason: None) -> None:
        self.on_refused = on_refused
        self._waiting: asyncio.Queue[Event] = asyncio.Queue()
        self._standing = False  # as the pauses asked for so far will leave the clock

    def post(self, event: Event) -> None:
        """An event from a seat. It cannot move the clock or the turns, but for yielding its own."""
        if isinstance(event, CHAIR_ONLY):
            self.on_refused(event, "only the chair may bring this about")
            return
        self._waiting.put_nowait(event)

    def end(self, reason: str) -> None:
        """Stop the match in order, as soon as what came before has been taken."""
        self._waiting.put_nowait(MatchEnded(reason=reason))

    def pause(self, reason: str) -> None:
        """Stop the clock, in the middle of a turn or between two."""
        self._standing = True
        self._waiting.put_nowait(ClockPaused(turn=None, reason=reason))  # which turn is known when it is taken

    def resume(self) -> None:
        """Let the clock run on from where it stands."""
        self._standing = False
        self._waiting.put_nowait(ClockResumed())

    def stands(self) -> None:
        """The match goes on from a log in which the clock stood."""
        self._standing = True

    def pause_or_resume(self, reason: str) -> None:
        if self._standing:
            self.resume()
        else:
            self.pause(reason)

    async def next(self, seconds: float | None) -> Event | None:
        """What came first; None if nothing has within so many seconds (None: however long it takes)."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self._waiting.get()
        return None

    def rest(self) -> list[Event]:
        """All that has come and has not been taken."""
        return [self._waiting.get_nowait() for _ in range(self._waiting.qsize())]
