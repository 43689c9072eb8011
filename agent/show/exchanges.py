"""What became of points of information, and of the time for preparation, in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agent.match.clock import face
from agent.match.events import Declined, PoiOver
from agent.match.records.turn import PoiRecord, PreparationRecord
from agent.match.state import Match, TurnRecord

HOW = {Declined.REFUSED: "refused", Declined.LAPSED: "not taken in time", Declined.WITHDRAWN: "withdrawn"}
OVER = {PoiOver.ASKED: "", PoiOver.TIME: ", to the end of its time", PoiOver.CUT: ", until the speaker went on"}


def points_of_information(record: TurnRecord, name: str) -> Iterator[str]:
    """A line for each that was offered: 'at 1:20 Con offered a point of information: refused'.

    `name`: of the side that offered them.
    """
    for poi in record.pois:
        yield f"At {face(poi.offered)} {name} offered a point of information: {_what_became(poi)}."


def _what_became(poi: PoiRecord) -> str:
    if poi.declined is not None:
        return HOW[poi.declined]
    if poi.accepted is None:
        return "the speech ended first"
    end = OVER[poi.ended] if poi.ended is not None else ", until the speech ended"
    return f"taken at {face(poi.accepted)}{end}"


def preparations(match: Match, turn: int) -> Sequence[PreparationRecord]:
    """What was taken before that turn for preparation."""
    return [one for one in match.preparations if one.turn == turn]


def prepared_seconds(match: Match, one: PreparationRecord) -> float:
    return one.clock.read(match.at)
