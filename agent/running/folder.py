"""The folder of a match, and what its files are called."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from config.format import Format, Side
from config.settings import Settings
from planning.trees.rehearsal import Rehearsal


def new_folder(settings: Settings, rehearsal: Rehearsal) -> Path:
    """matches/2026-11-20-183000-ai-tutor"""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return match_folder(settings.matches, f"{stamp}-{rehearsal.id}")


def match_folder(root: Path, name: str) -> Path:
    """A folder that does not exist yet."""
    folder, number = root / name, 2
    while folder.exists():
        folder, number = root / f"{name}-{number}", number + 1
    return folder


def recording_name(turn: int, side: Side, match_format: Format) -> str:
    """turn-1-pro-opening.wav"""
    return f"turn-{turn + 1}-{side}-{match_format.turns[turn].name}.wav"
