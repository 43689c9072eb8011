"""Where a server's tournaments lie.

runner.json                      which server this is, for those that several servers share

tournaments/<id>/tournament.db   the log, as `rostrum tournament` has it: its commands work beside the server
                 tournament.json instead of it, where the log is in PostgreSQL: which of its tournaments it is
                 links.json      from what private links are made, and which were made anew
                 judging/        logs of matches with people, and what models said of them
                 matches/        what AIs debated in writing; matches with people lie with the server's others
"""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.running.files.folder import write_whole
from agent.tournament.log.places import has_tournament
from config.errors import LogError

FOLDER, SERVER = "tournaments", "runner.json"


class ServerFile(BaseModel):
    """The content of runner.json."""

    model_config = ConfigDict(frozen=True)

    id: str


def new_id() -> str:
    """The address of a tournament's public page; nothing from outside is in it."""
    return secrets.token_hex(6)


def server_id(root: Path) -> str:
    """Of the server whose data lies there, the same after each start. Raises LogError."""
    path = root / SERVER
    try:
        return ServerFile.model_validate_json(path.read_bytes()).id
    except FileNotFoundError:
        made = ServerFile(id=new_id())
    except (OSError, ValidationError) as error:
        raise LogError(f"{path}: cannot be read: delete it, and this server is taken for a new one") from error
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LogError(f"{path.parent}: cannot be made: {error.strerror}") from error
    write_whole(path, made.model_dump_json())
    return made.id


def tournaments_in(root: Path) -> Iterator[Path]:
    """The folders of a server's tournaments."""
    yield from sorted(path for path in (root / FOLDER).glob("*") if has_tournament(path))


def removed(folder: Path) -> None:
    """Raises LogError: something of it is still there."""
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as error:
        raise LogError(f"the tournament cannot be deleted whole: {error.strerror}") from error
