"""What is remembered of the Tabbycat that a tournament came from or went to: `tabbycat.json` in its folder.

It holds addresses and names, and what was seen of each debate, so that what others changed there since is not undone.
It holds no token.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.running.files.folder import write_whole
from agent.tournament.files.alone import alone as locked_alone
from config.errors import ConfigError, first_fault

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
    write_whole(folder / NAME, links.model_dump_json(indent=1) + "\n")


def alone(folder: Path) -> AbstractContextManager[None]:
    """Of a folder one sending at a time, or a debate might have two ballots. Raises UsageError: another goes on."""
    return locked_alone(folder, LOCK, "it is being sent by another process")
