"""What who sits on a side may ask for in a match."""

from __future__ import annotations

from enum import StrEnum


class SeatCommand(StrEnum):
    """What who sits on a side may ask for."""

    YIELD = "yield"
    PAUSE = "pause"
    RESUME = "resume"
    OFFER = "offer"  # a point of information, to who is speaking
    ACCEPT = "accept"  # the one that is offered
    REFUSE = "refuse"
    FINISH = "finish"  # the point has been put, or is withdrawn, or the speaker goes on
    PREPARE = "prepare"  # takes time for preparation
    READY = "ready"  # needs no more of it
