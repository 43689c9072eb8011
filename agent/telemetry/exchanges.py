"""Exchanges as they are counted: what became of points of information, how soon replies came, why it stood. Pure."""

from __future__ import annotations

from agent.match.events import INTERRUPTED, LEFT_OFF, REPLACED, ClockPaused, Degraded, PoiOver, SentenceSpoken
from agent.match.records.turn import PoiRecord, TurnRecord
from config.format import Side

TURN_OVER = "turn over"  # what becomes of a point of information that is open at the end of its turn
TOGETHER_SECONDS = 0.5  # of two who are heard at once, by which a reply may begin before the question is over
POINT, EXAMINATION = "point", "examination"  # what is replied to


def became(poi: PoiRecord) -> str:
    """Of one that is over."""
    if poi.ended is not None:
        return poi.ended.value
    return poi.declined.value if poi.declined is not None else TURN_OVER


def replied(event: SentenceSpoken, record: TurnRecord) -> tuple[str, float] | None:
    """What that sentence is the first reply to, and how many seconds after it; None where it is none.

    `record`: its turn, the sentence included.
    """
    own = [one.end for one in spoken_by(record, event.side) if one.start < event.start]
    if record.examined:
        until = event.start + TOGETHER_SECONDS
        other = [end for end in _ends(record, event.side.other) if end <= until]
        if other and max(other) > max(own, default=0.0):
            return EXAMINATION, max(0.0, event.start - max(other))
        return None
    put = [poi for poi in record.pois if poi.side is event.side.other and poi.ended in (PoiOver.ASKED, PoiOver.TIME)]
    if not put or put[-1].over is None or event.start < put[-1].over or max(own, default=0.0) > put[-1].over:
        return None
    return POINT, event.start - put[-1].over


def spoken_by(record: TurnRecord, side: Side) -> list[SentenceSpoken]:
    """What that side reports of itself in the turn, whosever it is."""
    return record.spoken if side is record.side else record.beside


def _ends(record: TurnRecord, side: Side) -> list[float]:
    """When words of that side ended: by its own report, or as they were heard where it gives none."""
    heard = record.heard if side is record.side else record.beside_heard
    return [one.end for one in spoken_by(record, side) or heard]


def cause_of(event: ClockPaused) -> str:
    """Why the clock stands: asked, replaced (an agent), moved (to another process), interrupted or away (somebody)."""
    if event.asked:
        return "asked"
    if event.reason.endswith(REPLACED):
        return "replaced"
    return {LEFT_OFF: "moved", INTERRUPTED: "interrupted"}.get(event.reason, "away")


def replaced(event: ClockPaused | Degraded) -> str | None:
    """The identity of the agent that is being replaced; None where none is."""
    told = event.reason
    return told.removesuffix(REPLACED).strip() if told.endswith(REPLACED) else None
