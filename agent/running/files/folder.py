"""The folder of a match, and what its files are called."""

from __future__ import annotations

import logging
import os
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from config.format import Format, Side
from config.settings import Settings
from planning.debate.motion import Motion

ALONE = ".alone.wav"
SPARED_BYTES = 16 << 20  # of a disk, that no recording takes: words come before sound
log = logging.getLogger("rostrum.recording")


def nobody_else_reads() -> None:
    """Whatever this process makes from here on, and those it starts, nobody else of this machine may read."""
    os.umask(0o077)


def new_folder(settings: Settings, motion: Motion) -> Path:
    """matches/2026-11-20-183000-ai-tutor"""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S")
    return match_folder(settings.matches, f"{stamp}-{motion.id}")


def match_folder(root: Path, name: str) -> Path:
    """A folder that does not exist yet."""
    folder, number = root / name, 2
    while folder.exists():
        folder, number = root / f"{name}-{number}", number + 1
    return folder


def recording_name(turn: int, side: Side, match_format: Format) -> str:
    """turn-1-pro-opening.wav"""
    return f"turn-{turn + 1}-{side}-{match_format.turns[turn].file_name}.wav"


def alone_of(recording: Path) -> Path:
    """turn-1-pro-opening.alone.wav: its speaker without whom else was heard, as long as somebody may ask."""
    return recording.with_suffix(ALONE)


def forget_alone(folder: Path, keep: Collection[Path] = ()) -> None:
    """Nobody asks for those any more, but for what is to be kept."""
    for path in folder.glob(f"*{ALONE}"):
        if path not in keep:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                log.warning("%s: cannot be removed: %s", path, error.strerror)
