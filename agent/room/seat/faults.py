"""What breaks in a seat of a room: logged, and told to the chair, each kind once a turn."""

from __future__ import annotations

import logging
from collections.abc import Callable

from agent.match.events import Failed
from agent.running.ports import Post
from agent.running.tasks import Report, cause
from config.format import Side

log = logging.getLogger("rostrum.room")


class Faults:
    """Of one seat. `post`: takes the events that tell of them."""

    def __init__(self, side: Side, post: Post) -> None:
        self._side, self._post = side, post
        self._told: set[tuple[str, type[BaseException]]] = set()

    def turn_begins(self) -> None:
        """What was told before may be told again."""
        self._told.clear()

    def broke(self, what: str, error: BaseException) -> None:
        """Tell what went wrong; what goes wrong in the same way again is not: it may do so fifty times a second."""
        if (what, type(error)) in self._told:
            return
        self._told.add((what, type(error)))
        log.error("the seat of %s broke while %s", self._side, what, exc_info=error)
        self._post(Failed(part=f"seat of {self._side}", reason=f"{what}: {cause(error)}"))

    def then(self, do: Callable[[], None]) -> Report:
        """Tells what went wrong, and does that."""

        def told(what: str, error: BaseException) -> None:
            self.broke(what, error)
            do()

        return told
