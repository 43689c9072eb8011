"""The organiser's desk of a match: who is there, what may be done now and what would follow, and that it is done."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from agent.match.events import MOST_ADDED_SECONDS
from agent.server.contracts.contract import Contract, Id, Name
from agent.server.contracts.invitations import InvitationRole
from agent.server.contracts.matches import MatchView, SeatKind
from config.format import Side


class HoldMatch(Contract):
    """The match does not begin before `start`, or that time. `at`: null for no time."""

    what: Literal["hold"] = "hold"
    at: AwareDatetime | None = None


class StartMatch(Contract):
    """The match may begin: at once, or when everybody is there."""

    what: Literal["start"] = "start"


class PauseMatch(Contract):
    """Stop the clock."""

    what: Literal["pause"] = "pause"


class ResumeMatch(Contract):
    """Let the clock run on, whoever stopped it."""

    what: Literal["resume"] = "resume"


class AddTime(Contract):
    """The turn that is on lasts so much longer."""

    what: Literal["add_time"] = "add_time"
    seconds: float = Field(ge=1, le=MOST_ADDED_SECONDS)


class EndTurn(Contract):
    """Whoever has the floor has it no more."""

    what: Literal["end_turn"] = "end_turn"


class EndMatch(Contract):
    """End the match."""

    what: Literal["end"] = "end"


class PutOut(Contract):
    """Whoever came with an invitation is put out of the room, and let in no more."""

    what: Literal["put_out"] = "put_out"
    invitation: Id


class ReplaceSide(Contract):
    """Another debates for a side: an AI as this server makes them, or the person who comes with a new invitation."""

    what: Literal["replace"] = "replace"
    side: Side
    by: Literal["ai", "person"]
    name: Name = ""


DeskOrder = Annotated[
    HoldMatch | StartMatch | PauseMatch | ResumeMatch | AddTime | EndTurn | EndMatch | PutOut | ReplaceSide,
    Field(discriminator="what"),
]


class DeskDecision(Contract):
    """`preview`: only tell what would follow."""

    order: DeskOrder
    preview: bool = False


class DeskSeat(Contract):
    """One side. `there` and `microphone`: null where the room cannot be asked; `gone`: they take part no more.
    `invitation`: the one that is good, with its `link` as long as nobody has come with it."""

    side: Side
    kind: SeatKind
    name: str
    there: bool | None
    ready: bool | None
    microphone: Literal["none", "muted", "open"] | None
    gone: bool
    invitation: str
    link: str


class DeskGuest(Contract):
    """Somebody who was invited to watch or to judge, and has come at least once."""

    invitation: str
    role: InvitationRole
    name: str
    there: bool | None


class OrganiserView(Contract):
    """A match as its organiser sees it.

    `waits`: for the organiser to start it, until `starts_at` at the latest. `listeners`: who were not invited and hear
    it; null where the room cannot be asked. `voted`: how many have voted. `can`: the orders that may be given now.
    """

    match: MatchView
    now: datetime
    waits: bool
    starts_at: datetime | None
    seats: tuple[DeskSeat, ...]
    guests: tuple[DeskGuest, ...]
    listeners: int | None
    voted: int
    can: tuple[str, ...]


class DeskDone(Contract):
    """What follows, or has followed, a line each. `link`: of a new invitation."""

    done: bool
    effects: tuple[str, ...]
    link: str = ""
