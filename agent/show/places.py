"""Where what was said is heard: an address beside the page for each second of each turn, that players begin at."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent.match.afterwards.recording_layout import Layout, Stretch
from agent.match.afterwards.timeline import Timeline

WHOLE, STRETCHES = "match.opus", "match.sound.json"  # as agent/running/files/whole_match.py has them


@dataclass(frozen=True)
class Places:
    """In the recording of the whole match where it lies there with its table, else in that of the turn, if any.

    `recordings`: of each turn of the format, as a URL.
    """

    recordings: Sequence[str | None]
    timeline: Timeline | None = None
    layout: Layout | None = None

    def at(self, number: int, seconds: float) -> str | None:
        """Of a second of the clock of the turn `number`, counted from 1; None where nothing was recorded."""
        turn = number - 1
        if self.layout is not None and self.timeline is not None and turn < len(self.timeline.turns):
            return f"{WHOLE}#t={self.layout.file(self.timeline.turns[turn].at(seconds)):.1f}"
        recording = self.recordings[turn]
        return f"{recording}#t={seconds:.1f}" if recording else None


def layout_in(folder: Path) -> Layout | None:
    """How the recording of the whole match is laid out; None where there is none, or nobody can tell."""
    if not (folder / WHOLE).is_file():
        return None
    try:
        rows = json.loads((folder / STRETCHES).read_text(encoding="utf-8"))["stretches"]
        return Layout(tuple(_stretch(row) for row in rows)) if rows else None
    except (OSError, ValueError, TypeError, KeyError):
        return None  # an older match has no table


def _stretch(row: dict[str, object]) -> Stretch:
    at, seconds, file = (float(str(row[name])) for name in ("at", "seconds", "file"))
    return Stretch(at, seconds, extra=row.get("extra") is True, file=file)
