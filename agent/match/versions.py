"""Which version of the schema a log is of, and whether it can be read. Pure."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ValidationError

from agent.match.events import SCHEMA_VERSION

FIRST = 1  # its logs carry no version


class _Opening(BaseModel):
    type: Literal["match_created"]
    schema_version: int = FIRST


def version_of(line: bytes) -> int:
    """The version that the first line of a log names; ours where it begins no match: what it is, its reader says."""
    try:
        return _Opening.model_validate_json(line, extra="ignore").schema_version
    except ValidationError:
        return SCHEMA_VERSION


def refusal(version: int, place: str) -> str:
    """Why a log of that version cannot be read, and what to do; empty for ours.

    Args:
        place: the match, as `rostrum replay` takes it.
    """
    if version == SCHEMA_VERSION:
        return ""
    told = f"the log is of version {version}, and this Rostrum reads version {SCHEMA_VERSION}"
    if version > SCHEMA_VERSION:
        return f"{told}; take a newer Rostrum (`rostrum replay --migrate` brings only older logs up to date)"
    return f"{told}; bring it up to date with: rostrum replay {place} --migrate"
