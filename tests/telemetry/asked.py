"""Matches with points of information, a cross-examination, preparation and an agent that is replaced."""

from __future__ import annotations

from agent.match.events import (
    REPLACED,
    ClockPaused,
    Declined,
    EndReason,
    MatchEnded,
    PoiAccepted,
    PoiDeclined,
    PoiEnded,
    PoiOffered,
    PoiOver,
    PreparationEnded,
    PreparationOver,
    PreparationStarted,
)
from agent.match.seats import Occupant, SeatInfo
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from tests.chair import PERSON, Chair, heard, spoken

PRO, CON = Side
AI = SeatInfo(occupant=Occupant.DEBATER, method="treedebater", keeps_flow=True)
FORMAT = Format(
    name="asking",
    turns=(
        Turn(side=PRO, stage=Stage.OPENING, seconds=100, points_of_information=OfferWindow(start=10, end=80)),
        Turn(side=CON, stage=Stage.REBUTTAL, label="cross-examination", seconds=60, cross_examination=Asks.SIDE),
    ),
    warnings_seconds=(),
    preparation_seconds=30.0,
)


def asked() -> Chair:
    """An AI speaks; Ada's first point lapses, her second is put until 44 s and answered at 45.5 s. She takes 12 s to
    prepare and examines: her question ends at 4 s, the answer begins at 5 s. Then the AI is replaced, in 3 s."""
    chair = Chair(FORMAT)
    chair.create({PRO: AI, CON: PERSON})
    chair.begin(0, at=0)
    chair.tell(PoiOffered(turn=0, side=CON), at=12)
    chair.tell(PoiDeclined(turn=0, side=CON, reason=Declined.LAPSED), at=24)
    chair.tell(spoken(0, PRO, "SECRET until here", 0.5, 29.0), at=30)
    chair.tell(PoiOffered(turn=0, side=CON), at=40)
    chair.tell(PoiAccepted(turn=0, side=CON), at=41)
    chair.tell(heard(0, CON, "SECRET who pays", 41.5, 43.5), at=44)
    chair.tell(PoiEnded(turn=0, side=CON, reason=PoiOver.ASKED), at=44)
    chair.tell(spoken(0, PRO, "SECRET we all do", 45.5, 48.0), at=48)
    chair.tell(spoken(0, PRO, "SECRET and go on", 48.5, 50.0), at=50)
    chair.tell(PoiOffered(turn=0, side=CON), at=70)
    chair.end(EndReason.YIELDED, at=71)
    chair.tell(PreparationStarted(side=CON), at=72)
    chair.tell(PreparationEnded(side=CON, reason=PreparationOver.READY), at=84)
    chair.begin(1, at=86)
    chair.tell(heard(1, CON, "SECRET who decides", 1.0, 4.0), at=90)
    chair.tell(spoken(1, PRO, "SECRET voters do", 5.0, 7.0), at=93)
    chair.tell(spoken(1, PRO, "SECRET always", 7.5, 9.0), at=95)
    chair.tell(ClockPaused(turn=1, reason=f"pro {REPLACED}", asked=False), at=96)
    chair.resume(at=99)
    chair.end(EndReason.YIELDED, at=110)
    chair.tell(MatchEnded(reason="all turns were held"), at=112)
    return chair
