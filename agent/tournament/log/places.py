"""Where the log of a tournament is: in its folder, or in the database that the environment names.

tournament.db    the log itself, in SQLite
tournament.json  instead of it: which tournament of the database it is; the database's address is kept nowhere
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.running.files.folder import write_whole
from agent.tournament.log.entry_log import EntryLog
from agent.tournament.log.sqlite import NAME, SqliteLog
from config.errors import ConfigError, LogError, UsageError, first_fault

if TYPE_CHECKING:
    from agent.tournament.log.postgres import PostgresLog

URL_VARIABLE = "ROSTRUM_TOURNAMENTS_URL"
POINTER = "tournament.json"


class InDatabase(BaseModel):
    """The content of tournament.json."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["postgresql"] = "postgresql"
    id: str


def has_tournament(folder: Path) -> bool:
    return (folder / NAME).is_file() or (folder / POINTER).is_file()


def open_log(folder: Path, environment: Mapping[str, str] = os.environ) -> EntryLog:
    """The log of a folder. Raises UsageError: there is none; ConfigError, LogError: its database cannot be reached."""
    return _in_database(folder, environment) or SqliteLog(folder)


def create_log(folder: Path, environment: Mapping[str, str] = os.environ) -> EntryLog:
    """A new one, in the database if the environment names one. Raises UsageError: there is one already; LogError."""
    if has_tournament(folder):
        raise UsageError(f"{folder}: there is a tournament already")
    url = environment.get(URL_VARIABLE, "")
    if not url:
        return SqliteLog.create(folder)
    log = _postgres().create(url)
    try:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(f"{folder}: cannot be made: {error.strerror}") from error
        write_whole(folder / POINTER, InDatabase(id=log.id).model_dump_json())
    except BaseException:
        log.delete()
        raise
    return log


def delete_log(folder: Path, environment: Mapping[str, str] = os.environ) -> None:
    """The log, and nothing else of the folder. Raises LogError, ConfigError: it is still there."""
    if (log := _in_database(folder, environment)) is not None:
        log.delete()
    with contextlib.suppress(FileNotFoundError):
        for path in (folder / POINTER, *folder.glob(f"{NAME}*")):
            path.unlink(missing_ok=True)


def _in_database(folder: Path, environment: Mapping[str, str]) -> PostgresLog | None:
    path = folder / POINTER
    try:
        kept = InDatabase.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise LogError(f"{path}: {first_fault(error)}") from error
    if not (url := environment.get(URL_VARIABLE, "")):
        raise ConfigError(f"{folder}: its log is in PostgreSQL: set {URL_VARIABLE} to the address of the database")
    return _postgres()(url, kept.id)


def _postgres() -> type[PostgresLog]:
    """Raises ConfigError: the library is not installed."""
    try:
        from agent.tournament.log.postgres import PostgresLog
    except ImportError as error:
        raise ConfigError(f"{URL_VARIABLE} needs psycopg: pip install 'rostrum[postgres]'") from error
    return PostgresLog
