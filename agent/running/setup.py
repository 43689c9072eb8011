"""What match to hold: known before anybody sits down."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from agent.match.events import Event, MatchCreated, SeatInfo
from agent.match.state import Match
from agent.running.runner import Runner
from config.errors import UsageError
from config.format import Format, Side
from config.settings import Settings
from planning.trees.rehearsal import Rehearsal

SEAT_KINDS = "prepared, audio:DIR, text:FILE or mic"


@dataclass(frozen=True)
class SeatChoice:
    """Who sits on a side, as the command line says it: `prepared`, `audio:DIR`, `text:FILE`, `mic`."""

    kind: str
    source: Path | None = None

    @classmethod
    def parse(cls, text: str) -> SeatChoice:
        kind, _, source = text.partition(":")
        if kind in ("prepared", "mic") and not source:
            return cls(kind)
        if kind in ("audio", "text") and source:
            path = Path(source).expanduser()
            if not path.exists():
                raise UsageError(f"{text}: there is no {path}")
            return cls(kind, path)
        raise UsageError(f"{text!r} is not a seat; use {SEAT_KINDS}")


@dataclass
class Order:
    """What match to hold, and who is told of it while it runs.

    `on_interim` gets text that a recogniser may still change, `on_caption` (in a room) the captions that
    a listener received of what a side speaks; `yielded` is asked whether the person at the microphone is done;
    `controls` is entered while the match runs and may pause it.
    """

    rehearsal: Rehearsal
    format: Format
    seats: dict[Side, SeatChoice]
    settings: Settings
    folder: Path
    fast: bool = False
    loudspeaker: bool = False
    on_event: Callable[[Event, Match], None] = field(default=lambda event, match: None)
    on_interim: Callable[[Side, str], None] = field(default=lambda side, text: None)
    on_caption: Callable[[Side, str], None] = field(default=lambda side, text: None)
    on_line: Callable[[str], None] = field(default=lambda line: None)
    yielded: Callable[[], bool] = field(default=lambda: False)
    controls: Callable[[Runner], contextlib.AbstractContextManager[None]] = field(
        default=lambda runner: contextlib.nullcontext()
    )


def created(order: Order, seats: dict[Side, SeatInfo]) -> MatchCreated:
    return MatchCreated(
        match_id=order.folder.name,
        motion_id=order.rehearsal.id,
        motion=order.rehearsal.motion,
        format=order.format,
        seats=seats,
    )
