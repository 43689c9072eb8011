"""Those who follow matches without an invitation: each known by a secret of their own, and not too many of a match."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

from agent.server.access import TooMany
from agent.server.contracts.invitations import Role
from agent.server.hold.voting import voter_id

AGAIN_SECONDS = 60.0
REMEMBERED = 1000  # matches


@dataclass(frozen=True)
class Listener:
    """Somebody who follows a match; `role`: that of their invitation, if the secret is that of one."""

    secret: str = field(repr=False)
    role: Role = Role.SPECTATOR


class Listeners:
    """Who was let into which room. Somebody who comes again is let in again, and is one all the same.

    Args:
        most: of one match, for as long as this process lives.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: OrderedDict[str, set[str]] = OrderedDict()

    def admit(self, match: str, secret: str) -> str:
        """Under which name they are in the room. Raises TooMany."""
        known, name = self._of.setdefault(match, set()), voter_id(match, secret)
        self._of.move_to_end(match)
        if len(self._of) > REMEMBERED:
            self._of.popitem(last=False)
        if name not in known and len(known) >= self._most:
            raise TooMany(AGAIN_SECONDS)
        known.add(name)
        return name
