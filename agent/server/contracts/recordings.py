"""A recording that can sit in a match."""

from __future__ import annotations

from agent.server.contracts.contract import Contract


class RecordingView(Contract):
    """A recording that was uploaded: so many seconds in each speech, in the order in which they are held."""

    id: str
    speeches: tuple[float, ...]
