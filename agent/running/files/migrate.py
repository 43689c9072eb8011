"""A log of an older version brought up to date on disk: all of it or nothing."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path

from agent.match.events import Event, decode, encode
from agent.match.migration.first import from_first
from agent.match.state import Match
from agent.match.versions import FIRST, refusal, version_of
from agent.running.files.log import log_of, read_lines
from config.errors import LogError, RuleError


def migrate(folder: Path) -> int | None:
    """Rewrite the log of a match in this version; the old one stays beside it, as events.v1.jsonl.

    Args:
        folder: the match folder, or the log itself.

    Returns:
        the version it was of; None if it was of this one, and nothing was done.

    Raises:
        LogError: it cannot be read, understood or replayed, or not be written; then it is as it was.
    """
    path = log_of(folder)
    lines = read_lines(path)
    version = version_of(lines[0]) if lines else None
    if version != FIRST:
        if version is not None and (refused := refusal(version, str(folder))):
            raise LogError(f"{path}: {refused}")
        return None
    try:
        events = _understood(lines)
    except LogError as error:
        raise LogError(f"{path}: {error}") from error
    kept = path.with_suffix(f".v{version}{path.suffix}")
    try:
        _keep(path, kept)
        _write_whole(path, "".join(f"{encode(event)}\n" for event in events).encode())
    except OSError as error:
        raise LogError(f"{path}: cannot be brought up to date: {error.strerror}") from error
    return version


def _understood(lines: list[bytes]) -> list[Event]:
    """The events of this version, and that they follow from each other."""
    events: list[Event] = []
    match = Match()
    for number, value in enumerate(from_first(lines), 1):
        try:
            event = decode(json.dumps(value))
            match.apply(event)
        except (LogError, RuleError) as error:
            raise LogError(f"line {number}: {error}") from error
        events.append(event)
    return events


def _keep(path: Path, kept: Path) -> None:
    """The old log under a name of its own; one that is there already must be the same: the last run was cut short."""
    old = path.read_bytes()
    if not kept.exists():
        _write_whole(kept, old)
    elif kept.read_bytes() != old:
        raise LogError(f"{kept}: is there already, and is not this log; move it away")


def _write_whole(path: Path, content: bytes) -> None:
    """The content in place of what the file held: at any moment it holds all of one or all of the other."""
    beside = path.with_suffix(f"{path.suffix}.new")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
