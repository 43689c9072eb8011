"""Who may bring which event of a match about, by its row in the rules. Pure."""

from __future__ import annotations

from collections.abc import Collection

from agent.match.events import Event
from agent.match.rules import By, rule
from agent.match.seats import Occupant
from config.format import Side


def only_chair(event: Event) -> bool:
    """Whether no seat may bring it about: what the clock does is the chair's."""
    return rule(event).who(event) is By.CHAIR


def may_post(event: Event, side: Side, turn_side: Side | None, occupant: Occupant | None = None) -> bool:
    """Whether the seat of `side` may bring this event about: its own words, hearing and troubles, no more.

    A person may end its turn, and offer, take and end points of information: what it says is what others hear.

    Args:
        turn_side: whose turn it is now, if it is anybody's.
        occupant: who sits there, where that is known.
    """
    row = rule(event)
    if occupant is Occupant.PERSON and not row.person:
        return False
    own = getattr(event, row.of, None) is side
    match row.who(event):
        case By.SIDE:
            return own
        case By.SPEAKER:
            return turn_side is side
        case By.LISTENER:
            return own and side is not turn_side
        case By.SEAT:
            return True
        case By.CHAIR | By.VENUE:
            return False


def may_note(event: Event, heard: Collection[Side], keeper: Side | None) -> bool:
    """Whether a scribe may bring this event about: what it heard of those sides, and what it read into the trees.

    Args:
        keeper: the side in whose name it keeps flow trees.
    """
    may = rule(event).scribe
    return may is not None and may(event, heard, keeper)
