"""What a debater tells of its troubles: as much as whoever watches can use, not each of a hundred like it."""

from __future__ import annotations

import logging

from agent.match.events import Degraded
from agent.running.ports import Post
from config.format import Side
from planning.methods.contract import Trouble

log = logging.getLogger("rostrum.hearing")


class Troubles:
    """Tells of each trouble once: a model that is gone is gone for every passage.

    `side`: whose drafts they may quote.
    """

    def __init__(self, post: Post, side: Side | None = None) -> None:
        self._post, self._side = post, side
        self._told: set[Trouble] = set()

    def tell(self, trouble: Trouble) -> None:
        if trouble not in self._told:
            self._told.add(trouble)
            side = self._side if trouble.drafted else None
            self._post(Degraded(part=trouble.part, reason=trouble.reason, instead=trouble.instead, side=side))


class LeftOut:
    """Tells what the ear left out of a turn: the first stretch at once, of the others how many there were.

    A steady hum is heard as "you" or "Thank you." again and again; each is in the log of the match. `post`: brings an
    event to the chair.
    """

    def __init__(self, post: Post) -> None:
        self._post, self._count = post, 0

    def tell(self, line: str) -> None:
        """A stretch that was left out, with the reason."""
        self._count += 1
        log.info("%s", line)
        if self._count == 1:
            self._post(Degraded(part="recogniser", reason=line, instead="a transcript without it"))

    def turn_over(self) -> None:
        """Nothing more comes of this turn: say how many there were besides the first."""
        more, self._count = self._count - 1, 0
        if more > 0:
            stretches = "1 more stretch" if more == 1 else f"{more} more stretches"
            reason = f"left out {stretches} of this turn as most likely not speech"
            self._post(Degraded(part="recogniser", reason=reason, instead="a transcript without that"))
