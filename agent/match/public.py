"""Which events those who sit on no side are told, and when, in an order in which nothing is told twice. Pure.

What may be told is `agent.match.privacy`'s rule; here an event that may not be yet is held back whole, and told when it
may. A broadcast tells everything at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from agent.match.events import Event
from agent.match.privacy import Over, readable


class Telling:
    """Puts the events of one match in the order in which they may be told.

    Args:
        broadcast: everything may be told at once.
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
