"""The log of a tournament on disk: a table of entries in SQLite, one row an entry; nothing else is kept.

An entry is told to nobody before it is safe on disk (a write-ahead log, flushed with each commit), so that a process
that is killed loses nothing. Whoever writes holds the lock from reading what others wrote until its own entries are
there: of two directors at once the second decides on what the first has done, or is refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, Self

from agent.tournament.core.events import SCHEMA_VERSION, Event, decode, encode
from agent.tournament.core.state import Tournament
from config.errors import LogError, UsageError

NAME = "tournament.db"
APPLICATION = 0x526F5374  # RoSt: what SQLite keeps the file's kind by
WAIT_SECONDS = 30.0  # for another who writes
TABLE = """
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL
)"""


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
        """What the entries have come to until now."""
        ...

    def writing(self) -> AbstractContextManager[Writing]:
        """Hold the lock; what is added is kept at the end, all of it, or nothing where an error passes through."""
        ...


class SqliteLog:
    """A log in a folder, `tournament.db`. Raises LogError: there is none, or it is damaged or of another version.

    Use `create` for a new one; also as a context manager.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        if not self.path.is_file():
            raise UsageError(f"{folder}: there is no tournament here; make one with `rostrum tournament create`")
        self._tournament = Tournament()
        self._connection = _connected(self.path)
        try:
            self._check()
        except BaseException:
            self._connection.close()
            raise

    @classmethod
    def create(cls, folder: Path) -> SqliteLog:
        """Raises UsageError: there is a tournament already."""
        path = folder / NAME
        if path.exists():
            raise UsageError(f"{folder}: there is a tournament already")
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(f"{folder}: cannot be made: {error.strerror}") from error
        connection = _connected(path)
        with _told(path):
            connection.execute("PRAGMA journal_mode = WAL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
                connection.execute(TABLE)
            connection.close()
        return cls(folder)

    def _check(self) -> None:
        with _told(self.path):
            (application,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise LogError(f"{self.path}: this is no tournament of Rostrum")
        if version != SCHEMA_VERSION:
            raise LogError(f"{self.path}: of version {version}; this Rostrum reads version {SCHEMA_VERSION}")

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def state(self) -> Tournament:
        """What the entries have come to until now. Raises LogError."""
        with _told(self.path):
            self._catch_up()
        return self._tournament

    def _catch_up(self) -> None:
        """Take what others have entered since."""
        rows = self._connection.execute(
            "SELECT seq, body FROM entries WHERE seq >= ? ORDER BY seq", (self._tournament.seq,)
        )
        for seq, body in rows.fetchall():
            try:
                self._tournament.apply(decode(body))
            except Exception as error:
                self._tournament = Tournament()
                raise LogError(f"{self.path}: entry {seq} is damaged: {error}") from error

    @contextmanager
    def writing(self) -> Iterator[Writing]:
        """As `EntryLog.writing`. Raises LogError: another has held the lock for too long."""
        with _told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            with _told(self.path):
                self._catch_up()
            yield _Writing(self)
            with _told(self.path):
                self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._tournament = Tournament()  # it may have taken entries that were not kept
            raise

    def restore(self, entries: Sequence[Event]) -> None:
        """Take all entries of another log as they are, into one that is empty. Raises LogError, RuleError."""
        with self.writing() as desk:
            for event in entries:
                desk.state.apply(event)
                self._insert(event)

    def _insert(self, event: Event) -> None:
        row = (event.seq, event.at.isoformat(), event.by, event.type, encode(event))
        with _told(self.path):
            self._connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)


class _Writing:
    def __init__(self, log: SqliteLog) -> None:
        self._log = log

    @property
    def state(self) -> Tournament:
        return self._log._tournament

    def add(self, event: Event) -> Event:
        stamped = event.model_copy(update={"seq": self.state.seq, "at": datetime.now(UTC)})
        self.state.apply(stamped)
        self._log._insert(stamped)
        return stamped


def _connected(path: Path) -> sqlite3.Connection:
    with _told(path):
        connection = sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous = FULL")
    return connection


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Raises LogError in the place of what SQLite raises."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise LogError(f"{path}: somebody else is writing for more than {WAIT_SECONDS:g} s; try again") from error
        raise LogError(f"{path}: {error}") from error
    except sqlite3.Error as error:
        raise LogError(f"{path}: {error}") from error
