"""Who may read which event of a match, and when, by its row in the rules: for the room and for the API. Pure.

What everybody in the room hears and sees is told at once: the clock, the words, what is made of them, who left. What a
side means to say, and what an audience thinks of it, belongs to that side alone until the turn it is for is over, or
the match is; what it uses language models for, until the match is over. A match whose seats have no secrets from who
watches (a broadcast, in which no person sits) may tell everything at once; that is for whoever asks here to know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from agent.match.events import Event, MatchEnded, TurnEnded
from agent.match.rules import When, rule
from config.format import Side


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
    if public is When.AT_ONCE or over.match:
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
