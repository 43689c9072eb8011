"""What was said where both sides were heard, in order, and what became of points of information. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from agent.match.clock import face
from agent.match.events import Declined, PoiOver, SentenceSpoken, TranscriptSegment
from agent.match.records.exchange import PoiRecord, PreparationRecord
from agent.match.records.transcript_lines import lines
from agent.match.state import Match, TurnRecord
from config.format import Side

HOW = {
    Declined.REFUSED: "refused",
    Declined.LAPSED: "not taken in time",
    Declined.WITHDRAWN: "withdrawn",
}
OVER = {PoiOver.ASKED: "", PoiOver.TIME: ", to the end of its time", PoiOver.CUT: ", until the speaker went on"}


@dataclass(frozen=True)
class Said:
    """A run of one side's words; `exact`: as they were spoken, else as they were heard."""

    side: Side
    start: float
    exact: bool
    parts: tuple[SentenceSpoken | TranscriptSegment, ...]

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts)

    @property
    def cut(self) -> bool:
        """Whether the bell, or the end of its time, cut the last words."""
        last = self.parts[-1]
        return isinstance(last, SentenceSpoken) and last.cut


def in_order(record: TurnRecord) -> list[Said]:
    """All that was said in a turn, each side's words as exactly as they are known, in the order of their times."""
    parts: list[SentenceSpoken | TranscriptSegment] = [
        *(record.spoken or lines(record.heard)),
        *(record.beside or lines(record.beside_heard)),
    ]
    parts.sort(key=lambda part: (part.start, part.end))
    return [
        Said(side, run[0].start, isinstance(run[0], SentenceSpoken), tuple(run))
        for side, group in groupby(parts, key=lambda part: part.side)
        if (run := list(group))
    ]


def points_of_information(record: TurnRecord, name: str) -> Iterator[str]:
    """A line for each that was offered: 'at 1:20 Con offered a point of information: refused'.

    Args:
        name: of the side that offered them.
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
