"""What match to hold: known before anybody sits down."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from agent.match.events import Event, MatchCreated
from agent.match.seats import Occupant, SeatInfo
from agent.match.state import Match
from agent.running.runner import Runner
from config.errors import UsageError
from config.format import Format, Side
from config.settings import Settings
from planning.trees.rehearsal import Rehearsal

TREEDEBATER = "treedebater"
SEAT_KINDS = "prepared, audio:DIR, text:FILE or mic"


SPELLINGS = {
    "prepared": Occupant.DEBATER,
    "audio": Occupant.RECORDING,
    "text": Occupant.TEXT,
    "mic": Occupant.MICROPHONE,
}
FROM_FILES = (Occupant.RECORDING, Occupant.TEXT)


@dataclass(frozen=True)
class SeatSetup:
    """Who is to sit on a side. `source`: the folder or file that a recording or a text comes from."""

    occupant: Occupant
    source: Path | None = None
    method: str = TREEDEBATER

    @classmethod
    def parse(cls, text: str) -> SeatSetup:
        """As the command line says it. Raises UsageError: it is no seat, or its source is not there."""
        kind, _, source = text.partition(":")
        occupant = SPELLINGS.get(kind)
        if occupant is None or bool(source) is not (occupant in FROM_FILES):
            raise UsageError(f"{text!r} is not a seat; use {SEAT_KINDS}")
        if not source:
            return cls(occupant)
        path = Path(source).expanduser()
        if not path.exists():
            raise UsageError(f"{text}: there is no {path}")
        return cls(occupant, path)

    @property
    def is_debater(self) -> bool:
        return self.occupant is Occupant.DEBATER

    def info(self, voice: str = "") -> SeatInfo:
        """The seat as everyone may know it: files by their name, never by where they lie on this machine."""
        return SeatInfo(
            occupant=self.occupant,
            name=self.source.name if self.source else "",
            method=self.method if self.is_debater else "",
            voice=voice,
            keeps_flow=self.is_debater,
        )


@dataclass
class Order:
    """What match to hold, and who is told of it while it runs.

    `on_interim` gets text that a recogniser may still change, `on_caption` (in a room) the captions that
    a listener received of what a side speaks; `yielded` is asked whether the person at the microphone is done;
    `controls` is entered while the match runs and may pause it.
    """

    rehearsal: Rehearsal
    format: Format
    seats: dict[Side, SeatSetup]
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
