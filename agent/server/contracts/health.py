"""Whether the server is up, and whether a match could be held."""

from __future__ import annotations

from agent.server.contracts.contract import Contract


class Up(Contract):
    """The host answers. `matches`: that it holds."""

    up: bool
    matches: int


class Ready(Contract):
    """Whether a match could be held now. `workers`: of this machine; null where they run elsewhere only."""

    ready: bool
    livekit: bool
    workers: int | None
    message: str
