"""What is remembered of the Tabbycat that a tournament came from or went to: `tabbycat.json` in its folder.

It holds addresses and names, and what was seen of each debate, so that what others changed there since is not undone.
It holds no token.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from config.errors import ConfigError, LogError, UsageError, first_fault

NAME, LOCK = "tabbycat.json", ".tabbycat.lock"


class Links(BaseModel):
    """`places`: by kind and name; `debates`: places by id. `pairings` and `ballots`: as they were seen last, by id."""

    model_config = ConfigDict(extra="ignore")

    address: str
    tournament: str
    places: dict[str, dict[str, str]] = Field(default_factory=dict)
    debates: dict[str, str] = Field(default_factory=dict)
    pairings: dict[str, str] = Field(default_factory=dict)
    ballots: dict[str, str] = Field(default_factory=dict)

    def of(self, address: str, tournament: str) -> Links:
        """These, where they are of that tournament; else none."""
        same = (self.address, self.tournament) == (address, tournament)
        return self if same else Links(address=address, tournament=tournament)


def load(folder: Path) -> Links | None:
    """Raises ConfigError: it is damaged."""
    path = folder / NAME
    try:
        return Links.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except ValidationError as error:
        raise ConfigError(f"{path}: {first_fault(error)}; move it away to begin anew") from error


def save(folder: Path, links: Links) -> None:
    """Whole or not at all. Raises LogError: it cannot be written."""
    path = folder / NAME
    half = path.with_name(f".{NAME}.half")
    try:
        half.write_text(links.model_dump_json(indent=1) + "\n", encoding="utf-8")
        os.replace(half, path)
    except OSError as error:
        raise LogError(f"{path}: cannot be written: {error.strerror}") from error


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Of a folder one sending at a time, or a debate might have two ballots. Raises UsageError: another goes on."""
    try:
        file = (folder / LOCK).open("a")
    except OSError as error:
        raise LogError(f"{folder}: cannot be written: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{folder}: it is being sent by another process") from None
        yield
