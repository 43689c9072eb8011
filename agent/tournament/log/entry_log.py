"""What a log of entries is, wherever they are kept: one row an entry, and nothing else.

An entry is told to nobody before it is safe, so that a process that is killed loses nothing. Whoever writes holds the
lock from reading what others wrote until its own entries are there: of two directors at once the second decides on what
the first has done, or is refused. A decision is made on a copy of the state, which takes its place once it is kept:
what is only tried, or refused, costs no more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol, Self

from agent.tournament.core.events import Event, decode
from agent.tournament.core.state import Tournament
from config.errors import LogError

WAIT_SECONDS = 30.0  # for another who writes
BUSY = f"somebody else is writing for more than {WAIT_SECONDS:g} s; try again"


@dataclass(frozen=True)
class Runner:
    """A server that may run the rooms of a tournament. `server`: its id, the same after a restart; `address`: of it."""

    server: str
    address: str = ""


class RunElsewhere(LogError):
    """Another server runs the rooms of this tournament."""

    def __init__(self) -> None:
        super().__init__("another server runs the rooms of this tournament")


class Writing(Protocol):
    """Somebody who holds the lock. `state`: all that has been entered, by whomever, and what is added now."""

    @property
    def state(self) -> Tournament: ...

    def add(self, event: Event) -> Event:
        """The entry as it is kept, with its number and time. Raises RuleError: it is not allowed now."""
        ...


class EntryLog(Protocol):
    """Where entries are kept. All raise LogError: it cannot be read or written."""

    def state(self) -> Tournament:
        """What the entries have come to until now; it is not to be changed, and stays as it is."""
        ...

    def writing(self, runner: str = "") -> AbstractContextManager[Writing]:
        """Hold the lock; what is added is kept at the end, all of it, or nothing where an error passes through.

        `runner`: id of the server that is to run the rooms meanwhile. Raises RunElsewhere: another one does.
        """
        ...

    def claim(self, who: Runner, seconds: float) -> Runner:
        """Let a server run the rooms for so long from now, unless another one does; who does then."""
        ...

    def restore(self, entries: Sequence[Event]) -> None:
        """Take all entries of another log as they are, into one that is empty. Raises RuleError too."""
        ...

    def close(self) -> None: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class LockedEntries(Protocol):
    """The entries of one tournament while the lock is held."""

    def since(self, seq: int) -> Iterable[tuple[int, str]]:
        """Numbers and bodies of those from that one on, in their order."""
        ...

    def put(self, entries: Sequence[Event]) -> None: ...

    def runner(self) -> str:
        """Id of the server that ran the rooms last; none other can claim them while the lock is held."""
        ...


class FollowedLog(ABC):
    """A log of which this process knows the state, and reads only what others have entered since.

    `name`: of the place where it is, for faults.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._known = Tournament()

    @abstractmethod
    def _since(self, seq: int) -> Iterable[tuple[int, str]]:
        """As `LockedEntries.since`, without the lock. Raises LogError."""

    @abstractmethod
    def _locked(self) -> AbstractContextManager[LockedEntries]:
        """Hold the lock; what was put is kept at the end, or nothing of it. Raises LogError."""

    @abstractmethod
    def claim(self, who: Runner, seconds: float) -> Runner:
        """As `EntryLog.claim`. Raises LogError."""

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def state(self) -> Tournament:
        """As `EntryLog.state`."""
        self._follow(self._since(self._known.seq))
        return self._known

    @contextmanager
    def writing(self, runner: str = "") -> Iterator[Writing]:
        """As `EntryLog.writing`. Raises LogError: another has held the lock for too long."""
        with self._deciding(runner) as desk:
            yield desk

    def restore(self, entries: Sequence[Event]) -> None:
        """As `EntryLog.restore`."""
        with self._deciding() as desk:
            for event in entries:
                desk.take(event)

    @contextmanager
    def _deciding(self, runner: str = "") -> Iterator[Deciding]:
        with self._locked() as kept:
            if runner and kept.runner() != runner:
                raise RunElsewhere
            self._follow(kept.since(self._known.seq))
            desk = Deciding(self._known.copied())
            yield desk
            if desk.added:
                kept.put(desk.added)
        self._known = desk.state

    def _follow(self, rows: Iterable[tuple[int, str]]) -> None:
        """Take what others have entered since."""
        new = [*rows]
        if not new:
            return
        state = self._known.copied()
        for seq, body in new:
            try:
                state.apply(decode(body))
            except Exception as error:
                raise LogError(f"{self.name}: entry {seq} is damaged: {error}") from error
        self._known = state


class Deciding:
    """A decision on a state of its own. `added`: what is to be kept of it."""

    def __init__(self, state: Tournament) -> None:
        self.state = state
        self.added: list[Event] = []

    def add(self, event: Event) -> Event:
        """As `Writing.add`."""
        stamped = event.model_copy(update={"seq": self.state.seq, "at": datetime.now(UTC)})
        self.take(stamped)
        return stamped

    def take(self, event: Event) -> None:
        """An entry as it is. Raises RuleError."""
        self.state.apply(event)
        self.added.append(event)
