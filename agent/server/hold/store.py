"""The index of matches and invitations: SQLite in WAL, one thread that reads and writes, made anew from the folders.

Nothing is only here: a match is its folder, and so are its invitations (`agent.server.hold.folders`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from agent.server.contracts.invitations import Role
from agent.server.contracts.matches import MatchState
from config.errors import LogError

NAME = "rostrum.sqlite"
log = logging.getLogger("rostrum.server")
Result = TypeVar("Result")

SCHEMA = """
pragma journal_mode = wal;
pragma synchronous = normal;
create table if not exists matches (
    id text primary key, created text not null, state text not null, reason text not null
);
create index if not exists matches_by_age on matches (created desc, id desc);
create table if not exists invitations (
    id text primary key, match text not null, role text not null, name text not null,
    expires text not null, revoked integer not null, holder text not null
);
create index if not exists invitations_by_match on invitations (match);
"""

NEWEST = "select * from matches order by created desc, id desc limit ?"
NEXT = """
select * from matches where (created, id) < (select created, id from matches where id = ?)
order by created desc, id desc limit ?
"""


@dataclass(frozen=True)
class Row:
    """A match in the index."""

    id: str
    created: datetime
    state: MatchState
    reason: str = ""


@dataclass(frozen=True)
class Invitation:
    """One way into one match. `holder`: the hash of the secret of whoever came first; empty until somebody has."""

    id: str
    match: str
    role: Role
    name: str
    expires: datetime
    revoked: bool = False
    holder: str = ""


class Store:
    """The index in a data folder; call `open` first. Its methods may be awaited from anywhere, and run one by one.

    Raises:
        LogError: from all methods, when the file cannot be used (a full disk, say).
    """

    def __init__(self, root: Path) -> None:
        self.path = root / NAME
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="index")
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Begin with what the file holds; one that is damaged is put aside, which is said in one line."""
        await self._run(self._open)

    async def close(self) -> None:
        await self._run(self._close)
        self._thread.shutdown()

    async def fill(self, rows: Iterable[Row], invitations: Iterable[Invitation]) -> None:
        """The index holds these and nothing else."""
        matches, invited = [_of(row) for row in rows], [_of(one) for one in invitations]

        def fill(database: sqlite3.Connection) -> None:
            database.execute("delete from matches")
            database.execute("delete from invitations")
            database.executemany(_insert("matches", Row), matches)
            database.executemany(_insert("invitations", Invitation), invited)

        await self._write(fill)

    async def put(self, row: Row) -> None:
        await self._write(lambda database: database.execute(_insert("matches", Row), _of(row)))

    async def match(self, id: str) -> Row | None:
        found = await self._read("select * from matches where id = ?", id)
        return _row(found[0]) if found else None

    async def matches(self, limit: int, before: str = "") -> list[Row]:
        """The newest first; those that come after `before` in this order, where it is given."""
        found = await self._read(NEXT if before else NEWEST, *([before] if before else []), limit)
        return [_row(one) for one in found]

    async def invite(self, invitation: Invitation) -> None:
        """A new one, or what has become of one."""
        await self._write(lambda database: database.execute(_insert("invitations", Invitation), _of(invitation)))

    async def invitation(self, id: str) -> Invitation | None:
        found = await self._read("select * from invitations where id = ?", id)
        return _invitation(found[0]) if found else None

    async def invitations(self, match: str) -> list[Invitation]:
        found = await self._read("select * from invitations where match = ? order by rowid", match)
        return [_invitation(one) for one in found]

    async def revoke(self, id: str) -> None:
        await self._write(lambda database: database.execute("update invitations set revoked = 1 where id = ?", (id,)))

    # -- the thread --------------------------------------------------------------------------------

    async def _read(self, order: str, *values: object) -> list[tuple[object, ...]]:
        return await self._run(lambda: self._database.execute(order, values).fetchall())

    async def _write(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        def whole() -> Result:
            with self._database as database:
                return work(database)

        return await self._run(whole)

    async def _run(self, work: Callable[[], Result]) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except sqlite3.Error as error:
            raise LogError(f"{self.path}: cannot be used: {error}") from error

    @property
    def _database(self) -> sqlite3.Connection:
        assert self._connection is not None, "open comes first"
        return self._connection

    def _open(self) -> None:
        try:
            self._connection = self._connected()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):  # it cannot be opened at all; nothing is wrong with it
                raise
            log.warning("%s is damaged (%s): it is made anew from the matches' folders", self.path.name, error)
            for suffix in ("", "-wal", "-shm"):
                with contextlib.suppress(FileNotFoundError):
                    self.path.with_name(NAME + suffix).rename(self.path.with_name(f"{NAME}{suffix}.damaged"))
            self._connection = self._connected()

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, check_same_thread=False)
        try:
            connection.executescript(SCHEMA)
            columns = {table: _columns(connection, table) for table in ("matches", "invitations")}
            if columns != {"matches": _names(Row), "invitations": _names(Invitation)}:
                raise sqlite3.DatabaseError("it is of another version")
            if (found := connection.execute("pragma quick_check").fetchone()[0]) != "ok":
                raise sqlite3.DatabaseError(found)
        except BaseException:
            connection.close()
            raise
        self.path.chmod(0o600)
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _names(record: type) -> list[str]:
    return [field.name for field in fields(record)]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"pragma table_info({table})")]


def _insert(table: str, record: type) -> str:
    """One more row, or what is new in the one with the same id, which stays where it is."""
    names = _names(record)
    new = ", ".join(f"{name} = excluded.{name}" for name in names[1:])
    row = f"insert into {table} ({', '.join(names)}) values ({', '.join('?' * len(names))})"  # noqa: S608  (no value is in it)
    return f"{row} on conflict (id) do update set {new}"


def _of(record: Row | Invitation) -> tuple[object, ...]:
    return tuple(one.isoformat() if isinstance(one, datetime) else one for one in astuple(record))


def _row(found: tuple[object, ...]) -> Row:
    id, created, state, reason = map(str, found)
    return Row(id, datetime.fromisoformat(created), MatchState(state), reason)


def _invitation(found: tuple[object, ...]) -> Invitation:
    id, match, role, name, expires, _, holder = map(str, found)
    return Invitation(id, match, Role(role), name, datetime.fromisoformat(expires), bool(found[5]), holder)
