"""The log of a tournament in its own folder: a table of entries in SQLite, with a write-ahead log that is flushed with
each commit."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from agent.tournament.core.events import SCHEMA_VERSION, Event, encode
from agent.tournament.log.entry_log import BUSY, WAIT_SECONDS, FollowedLog, LockedEntries, Runner
from config.errors import LogError, UsageError

NAME = "tournament.db"
APPLICATION = 0x526F5374  # RoSt: what SQLite keeps the file's kind by
TABLE = """
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    by TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL
)"""
RUNNER = """
CREATE TABLE IF NOT EXISTS runner (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    server TEXT NOT NULL,
    address TEXT NOT NULL,
    until REAL NOT NULL
)"""
OTHER = "SELECT server, address FROM runner WHERE server != ? AND until > julianday('now') * 86400.0"
CLAIM = "INSERT OR REPLACE INTO runner VALUES (1, ?, ?, julianday('now') * 86400.0 + ?)"


class SqliteLog(FollowedLog):
    """A log in a folder, `tournament.db`. Raises LogError: there is none, or it is damaged or of another version.

    Use `create` for a new one; also as a context manager.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        super().__init__(str(self.path))
        if not self.path.is_file():
            raise UsageError(f"{folder}: there is no tournament here; make one with `rostrum tournament create`")
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

    def since(self, seq: int) -> Iterable[tuple[int, str]]:
        """As `LockedEntries.since`."""
        with _told(self.path):
            found = self._connection.execute("SELECT seq, body FROM entries WHERE seq >= ? ORDER BY seq", (seq,))
            return found.fetchall()

    _since = since  # a reader sees whole decisions only, with or without the lock

    def put(self, entries: Sequence[Event]) -> None:
        """As `LockedEntries.put`."""
        rows = [(one.seq, one.at.isoformat(), one.by, one.type, encode(one)) for one in entries]
        with _told(self.path):
            self._connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)

    def runner(self) -> str:
        """As `LockedEntries.runner`."""
        with _told(self.path):
            self._connection.execute(RUNNER)
            found = self._connection.execute("SELECT server FROM runner").fetchone()
        return str(found[0]) if found else ""

    def claim(self, who: Runner, seconds: float) -> Runner:
        """As `EntryLog.claim`."""
        with self._locked(), _told(self.path):
            self._connection.execute(RUNNER)
            other = self._connection.execute(OTHER, (who.server,)).fetchone()
            if other is not None:
                return Runner(*other)
            self._connection.execute(CLAIM, (who.server, who.address, seconds))
        return who

    @contextmanager
    def _locked(self) -> Iterator[LockedEntries]:
        with _told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self
            with _told(self.path):
                self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


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
            raise LogError(f"{path}: {BUSY}") from error
        raise LogError(f"{path}: {error}") from error
    except sqlite3.Error as error:
        raise LogError(f"{path}: {error}") from error
