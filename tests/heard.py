"""A match in which somebody was heard, as its log."""

from __future__ import annotations

from pathlib import Path

from agent.match.events import MatchCreated, TranscriptSegment
from agent.match.seats import Occupant, SeatInfo
from agent.running.files.log import MatchLog
from config.format import Side
from config.shipped import load_format

PRO, CON = Side


def match_heard(folder: Path, **passages: str) -> None:
    """A match in which the con side was heard, one passage a stage."""
    turns = load_format("oxford").turns
    log = MatchLog(folder)
    seats = {side: SeatInfo(occupant=Occupant.TEXT, name="text") for side in Side}
    log.append(
        MatchCreated(
            seq=0, at=0.0, match_id="m", motion_id="fat-tax", motion="m", format=load_format("oxford"), seats=seats
        )
    )
    for number, (stage, text) in enumerate(passages.items(), 1):
        turn = next(i for i, turn in enumerate(turns) if turn.side is CON and turn.stage == stage)
        log.append(
            TranscriptSegment(
                seq=number, at=1.0, turn=turn, side=CON, listener=PRO, text=text, start=0.0, end=1.0, recognizer="test"
            )
        )
    log.close()
