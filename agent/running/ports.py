"""Those who take part in a match, as the others see them: room, venue, seat and floor."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import Event, SentenceSpoken
from agent.match.seats import SeatInfo
from agent.match.state import Match
from agent.match.unheard import Unheard
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.setup import MatchSetup
from config.format import Side
from speech.audio import Audio

Post = Callable[[Event], None]
History = Callable[[], Sequence[Event]]


class Venue(Protocol):
    """What carries out the commands of a match. Its seats bring events in through the inbox."""

    async def open_floor(self, command: OpenFloor) -> None:
        """That side may be heard; beside the one whose turn it is, if the command says so."""
        ...

    async def close_floor(self, command: CloseFloor) -> None:
        """After this nothing more of that side is heard; its last reports may still come in."""
        ...

    async def pause_floor(self, command: PauseFloor) -> None:
        """The turn's own clock stands; nothing more of it is heard but what is on its way."""
        ...

    async def ready_floor(self, side: Side) -> None:
        """The clock is about to run again: returns when that side can be heard, or soon where it cannot."""
        ...

    async def resume_floor(self, command: ResumeFloor) -> None: ...

    async def broadcast(self, event: Event) -> None: ...

    async def settle(self) -> None:
        """The match has ended: returns when the seats have reported what they had to, or soon where they do not."""
        ...


@dataclass(frozen=True)
class Gathered:
    """Everybody is there and ready: where the match is held, and who sits on each side.

    `held`: it is not to start before somebody says so; `replaced`: on these sides others sit than the log knows.
    """

    venue: Venue
    seats: Mapping[Side, SeatInfo]
    held: bool = False
    replaced: frozenset[Side] = frozenset()


class Room(Protocol):
    """Where matches can be held: in this process, or on a LiveKit server that is running."""

    def gather(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, history: History, past: Match | None
    ) -> AbstractAsyncContextManager[Gathered]:
        """Seat everybody for one match; on leaving, send everybody home.

        `history`: all events of the match until now, for those who come later; `past`: what has happened so far in a
        match that goes on from its log. Raises RostrumError: somebody or something cannot be there.
        """
        ...


class Floor(Protocol):
    """The right to be heard in one turn. All times are seconds of the turn's own clock.

    While the chair has stopped that clock `elapsed` does not move, nothing is heard and what is queued
    stays queued; `play` accepts all the same.
    """

    @property
    def turn(self) -> int: ...

    @property
    def beside(self) -> bool:
        """Whether its speaker is heard in the turn of the other side: to put a point of information, or in a
        cross-examination."""
        ...

    @property
    def seconds(self) -> float:
        """How long the turn is; how far into it the floor lasts, for who is heard beside."""
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
    """One side of a match, whatever sits there; it is ready once it exists."""

    @property
    def side(self) -> Side: ...

    async def speak(self, floor: Floor) -> None:
        """Use the floor; returning yields it. Cancelled at the bell.

        Who is heard beside the other side has a floor of its own for that (`Floor.beside`), and yields it alike.
        """
        ...

    def hear(self, audio: Audio) -> None:
        """The next sound of the other side, in whosever turn."""
        ...

    def read(self, text: str, end: float) -> None:
        """The other side's own caption of a sentence that ended `end` seconds into its turn."""
        ...

    async def on_event(self, event: Event) -> None:
        """Every event of the match, in order. Must return soon."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class Reporting(Protocol):
    """A seat that can say at any moment what is being heard of it, for the case that it is never heard of again."""

    def in_the_air(self) -> Sequence[SentenceSpoken]:
        """The reports it would give if the floor were taken away now, of sentences that it has not reported."""
        ...


@runtime_checkable
class Rehearing(Protocol):
    """A seat that can take the place of one that died while it listened."""

    async def rehear(self, missed: Unheard, sound: Audio | None) -> None:
        """Before anything else is heard: what the other side said that nobody has written down.

        Returns when it has been recognised, where that speech is over; of one that goes on `hear` gets the rest.
        `sound`: of that turn from `missed.start` on; None: its captions are to be read instead.
        """
        ...
