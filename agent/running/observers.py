"""Who watches a match: a screen, a page, a counter."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from agent.match.events import Event
from agent.match.state import Match
from config.format import Side

log = logging.getLogger("rostrum.match")


class Observer(Protocol):
    """Told of everything in a match while it runs. Each method must return soon; a subclass overrides what it wants."""

    def on_past(self, events: Sequence[Event], match: Match) -> None:
        """The match goes on from its log: what it holds, and the match after it. Comes before everything else."""
        return None

    def on_event(self, event: Event, match: Match) -> None:
        """An event that was accepted and logged, and the match after it."""
        return None

    def on_refused(self, event: Event, reason: str) -> None:
        """An event that the rules did not allow."""
        return None

    def on_interim(self, side: Side, text: str) -> None:
        """What is being heard of a side and may still change."""
        return None

    def on_caption(self, side: Side, text: str) -> None:
        """A caption of what a side speaks, as a listener in the room received it."""
        return None

    def on_line(self, line: str) -> None:
        """Something that whoever holds the match should read."""
        return None

    def on_over(self) -> None:
        """The match is no longer held here, by its end or because it could not go on. Nothing comes after it."""
        return None


class Observers(Observer):
    """Several as one. What an observer raises is logged and costs the others nothing."""

    def __init__(self, watching: Sequence[Observer] = ()) -> None:
        self._watching = watching

    def on_past(self, events: Sequence[Event], match: Match) -> None:
        self._tell("on_past", events, match)

    def on_event(self, event: Event, match: Match) -> None:
        self._tell("on_event", event, match)

    def on_refused(self, event: Event, reason: str) -> None:
        log.warning("refused: %s: %s", event.type, reason)
        self._tell("on_refused", event, reason)

    def on_interim(self, side: Side, text: str) -> None:
        self._tell("on_interim", side, text)

    def on_caption(self, side: Side, text: str) -> None:
        self._tell("on_caption", side, text)

    def on_line(self, line: str) -> None:
        log.info("%s", line)
        self._tell("on_line", line)

    def on_over(self) -> None:
        self._tell("on_over")

    @contextmanager
    def to_the_end(self) -> Iterator[None]:
        """The match is held inside; however that ends, everybody is told."""
        try:
            yield
        finally:
            self.on_over()

    def _tell(self, method: str, *what: object) -> None:
        for observer in self._watching:
            try:
                getattr(observer, method)(*what)
            except Exception:
                log.exception("%s of %s failed", method, type(observer).__name__)
