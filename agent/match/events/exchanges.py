"""Speaking inside another's turn, and the time that a side takes for itself between turns. Pure.

A point of information ("POI") is a short question to whoever is speaking: the listening side offers it, the speaker
takes or refuses it, or it lapses; while it is put the speaker's clock goes on. One is dealt with at a time, so the turn
says which is meant.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from agent.match.events.stamped import Stamped
from config.format import Side


class PoiOffered(Stamped):
    """`side`, which listens, offers a point of information to the speaker of the turn."""

    type: Literal["poi_offered"] = "poi_offered"
    turn: int
    side: Side


class PoiAccepted(Stamped):
    """The speaker takes the point that `side` offered, which is heard from now on beside the speaker."""

    type: Literal["poi_accepted"] = "poi_accepted"
    turn: int
    side: Side


class Declined(StrEnum):
    """Why an offered point of information was not put."""

    REFUSED = "refused"  # by the speaker
    LAPSED = "lapsed"  # the speaker did not take it in time
    WITHDRAWN = "withdrawn"  # by the side that offered it


class PoiDeclined(Stamped):
    """The point that `side` offered is not put."""

    type: Literal["poi_declined"] = "poi_declined"
    turn: int
    side: Side
    reason: Declined


class PoiOver(StrEnum):
    """Why a point of information is over."""

    ASKED = "asked"  # whoever asked has finished
    TIME = "time"  # its seconds are used up
    CUT = "cut"  # the speaker went on


class PoiEnded(Stamped):
    """The point that `side` put is over: only the speaker is heard again."""

    type: Literal["poi_ended"] = "poi_ended"
    turn: int
    side: Side
    reason: PoiOver


class PreparationStarted(Stamped):
    """Between two turns `side` takes some of its time for preparation: the next turn waits."""

    type: Literal["preparation_started"] = "preparation_started"
    side: Side


class PreparationOver(StrEnum):
    """Why a side's preparation is over."""

    READY = "ready"
    USED_UP = "used up"  # nothing is left of its time


class PreparationEnded(Stamped):
    """`side` prepares no longer; what it did not use stays its own."""

    type: Literal["preparation_ended"] = "preparation_ended"
    side: Side
    reason: PreparationOver
