"""What an arena leaves in its folder: a file a match, and what it has come to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.arena.results import Held
from config.errors import UsageError

JOURNAL, STATE, MATCHES = "journal.jsonl", "arena.state.json", "matches"


class ArenaState(BaseModel):
    """What a folder has come to: its matches in the order in which they were paired, by the names of their files.

    `motions`: their texts and backgrounds. `most`: matches at most. `cost`: None at unknown prices. `duel`: what it
    came to. `stopped`: why it did not come to its end.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    matches: tuple[str, ...] = ()
    motions: Mapping[str, tuple[str, str]] = {}
    most: int = 0
    calls: int = 0
    cost: float | None = None
    stopped: str = ""
    duel: str = ""
    remembered: int = 0


def kept(path: Path) -> Held | None:
    """A match that is done; None where it is not, or what is there is damaged."""
    try:
        return Held.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return None


def keep(path: Path, held: BaseModel) -> None:
    half = path.with_name(f".{path.name}.half")
    half.write_text(held.model_dump_json(indent=1) + "\n", encoding="utf-8")
    half.replace(path)


def state_of(folder: Path) -> tuple[ArenaState, list[Held]]:
    """What was carried out in a folder. Raises UsageError: nothing was, or it is damaged."""
    try:
        state = ArenaState.model_validate_json((folder / STATE).read_bytes())
    except (OSError, ValidationError) as error:
        raise UsageError(f"{folder}: no arena was held here: {STATE} is missing or damaged") from error
    held = [kept(folder / MATCHES / name) for name in state.matches]
    return state, [one for one in held if one is not None]
