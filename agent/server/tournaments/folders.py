"""Where a server's tournaments lie.

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

from agent.tournament.log.places import has_tournament
from config.errors import LogError

FOLDER = "tournaments"


def new_id() -> str:
    """The address of a tournament's public page; nothing from outside is in it."""
    return secrets.token_hex(6)


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
