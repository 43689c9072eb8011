"""The floor as a speaker sees it, and a seat as the venue sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from agent.match.events import Event
from config.format import Side
from speech.audio import Audio

Post = Callable[[Event], None]


class Floor(Protocol):
    """The right to be heard in one turn. All times are seconds of the turn's own clock.

    While the chair has stopped that clock `elapsed` does not move, nothing is heard and what is queued
    stays queued; `play` accepts all the same.
    """

    @property
    def turn(self) -> int: ...

    @property
    def seconds(self) -> float:
        """How long the turn is."""
        ...

    @property
    def paused(self) -> bool: ...

    def elapsed(self) -> float: ...

    def queued(self) -> float:
        """Seconds of sound accepted but not heard yet."""
        ...

    @property
    def idle(self) -> bool:
        """Whether all that was accepted is on its way; `queued` still counts the frame in the air, silent or not."""
        ...

    async def play(self, audio: Audio) -> None:
        """Queue sound at ROOM_RATE; what is still queued at the bell is not heard."""
        ...


class Seat(Protocol):
    """One side of a match, whatever sits there."""

    @property
    def side(self) -> Side: ...

    async def prepare(self) -> None:
        """Load and make ready; the match starts afterwards."""
        ...

    async def speak(self, floor: Floor) -> None:
        """Use the floor; returning yields it. Cancelled at the bell."""
        ...

    def hear(self, audio: Audio) -> None:
        """The next sound of the other side."""
        ...

    def read(self, text: str, end: float) -> None:
        """The other side's own caption of a sentence that ended `end` seconds into its turn."""
        ...

    async def on_event(self, event: Event) -> None:
        """Every event of the match, in order. Must return soon."""
        ...

    async def close(self) -> None: ...
