"""Who watches a match: a screen, a page, a counter."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from agent.match.events import Event
from agent.match.state import Match
from config.format import Side

log = logging.getLogger("rostrum.match")


class Observer(Protocol):
    """Told of everything in a match while it runs. Each method must return soon; a subclass overrides what it wants."""

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


class Observers(Observer):
    """Several as one. What an observer raises is logged and costs the others nothing."""

    def __init__(self, watching: Sequence[Observer] = ()) -> None:
        self._watching = watching

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

    def _tell(self, method: str, *what: object) -> None:
        for observer in self._watching:
            try:
                getattr(observer, method)(*what)
            except Exception:
                log.exception("%s of %s failed", method, type(observer).__name__)
