"""Who may bring which event of a match about, and who may read it when, by its row in the rules. Pure.

What everybody in the room hears and sees is told at once: the clock, the words, what is made of them, who left. What a
side means to say, and what an audience thinks of it, belongs to that side alone until the turn it is for is over, or
the match is; what it uses language models for, and what it has found out about claims, until the match is over. A match
whose seats have no secrets from who watches (a broadcast, in which no person sits) tells everything at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from agent.match.events import Event, MatchEnded, TurnEnded
from agent.match.rules import By, When, rule
from agent.match.seats import Occupant
from config.format import Side


def only_chair(event: Event) -> bool:
    """Whether no seat may bring it about: what the clock does is the chair's."""
    return rule(event).who(event) is By.CHAIR


def may_post(event: Event, side: Side, turn_side: Side | None, occupant: Occupant | None = None) -> bool:
    """Whether the seat of `side` may bring this event about: its own words, hearing and troubles, no more.

    A person may end its turn, and offer, take and end points of information: what it says is what others hear.
    `turn_side`: whose turn it is now, if it is anybody's; `occupant`: who sits there, where that is known.
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

    `keeper`: the side in whose name it keeps flow trees.
    """
    may = rule(event).scribe
    return may is not None and may(event, heard, keeper)


@dataclass(frozen=True)
class Over:
    """What of a match is over: these turns, or all of it."""

    turns: frozenset[int] = frozenset()
    match: bool = False

    def after(self, event: Event) -> Over:
        """When this has happened too."""
        if isinstance(event, TurnEnded):
            return Over(self.turns | {event.turn}, self.match)
        return Over(self.turns, True) if isinstance(event, MatchEnded) else self


def what_is_over(events: Iterable[Event]) -> Over:
    """After all these."""
    over = Over()
    for event in events:
        over = over.after(event)
    return over


def private_to(event: Event) -> Side | None:
    """Whose it is until it is public; None where everybody may read it at once."""
    row = rule(event)
    return None if row.public is When.AT_ONCE else getattr(event, row.of)


def readable(event: Event, to: Side | None, over: Over) -> bool:
    """Whether the seat of that side, or who sits on none, may read it as it is."""
    public = rule(event).public
    if private_to(event) is None or over.match:
        return True
    if public is When.TURN_OVER and getattr(event, "turn", None) in over.turns:
        return True
    return to is not None and private_to(event) is to


def shown(event: Event, to: Side | None, over: Over) -> Event:
    """The event as the seat of that side, or a spectator (None), may read it now.

    What they may not is emptied. The event keeps its place, so that nobody takes it for lost, and stays one that a
    match can take.
    """
    return event if readable(event, to, over) else event.model_copy(update=rule(event).hides)


class Telling:
    """Puts the events of one match in the order in which they may be told.

    `broadcast`: everything may be told at once.
    """

    def __init__(self, *, broadcast: bool = False) -> None:
        self._broadcast = broadcast
        self._withheld: list[Event] = []
        self._over = Over()

    def take(self, event: Event) -> list[Event]:
        """What may be told now that this has happened, in order: what it sets free comes before it."""
        self._over = self._over.after(event)
        waiting = [*self._withheld, event]
        told = [one for one in waiting if self._public(one)]
        self._withheld = [one for one in waiting if not self._public(one)]
        return told

    def _public(self, event: Event) -> bool:
        return self._broadcast or readable(event, None, self._over)


def public(events: Iterable[Event], *, broadcast: bool = False) -> list[Event]:
    """What may be told of a match that has come so far."""
    telling = Telling(broadcast=broadcast)
    return [told for event in events for told in telling.take(event)]
