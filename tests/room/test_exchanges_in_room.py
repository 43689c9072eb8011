"""Two debaters in a real room: a point of information is put, heard and answered, and one examines the other."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from agent.components import Components
from agent.match.events import PoiOver
from agent.match.seats import Occupant
from agent.match.state import Match
from agent.room.chair.gathering import hold_in_room
from agent.running.files.log import read_log
from agent.running.observers import Observer
from agent.running.setup import MatchSetup, SeatSetup
from config.format import Asks, Format, OfferWindow, Side, Stage, Turn
from tests.quick import QUICK
from tests.room.table import loud

pytestmark = pytest.mark.room
ASKING = Format(
    name="asking",
    gap_seconds=2,
    warnings_seconds=(),
    turns=(
        Turn(side=Side.PRO, stage=Stage.OPENING, seconds=45, points_of_information=OfferWindow(start=5, end=40)),
        Turn(side=Side.CON, stage=Stage.REBUTTAL, seconds=30, cross_examination=Asks.SIDE),
    ),
)
IN_TIME_SECONDS = (
    3.0  # from a question's end to the first words of the answer, as two processes on this machine have it
)


class Lines(Observer):
    """What whoever holds the match should read."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_line(self, line: str) -> None:
        self.lines.append(line)


@pytest.mark.long
def test_questions_are_put_heard_and_answered_through_the_room(tmp_path: Path) -> None:
    seats = dict.fromkeys(Side, SeatSetup(Occupant.DEBATER))
    rehearsal = Components(QUICK).library().get("ai-tutor")
    setup = replace(MatchSetup(rehearsal.subject, ASKING, seats, QUICK, tmp_path / "match"))
    watching = Lines()
    match = asyncio.run(hold_in_room(setup, [watching]))
    assert match.ended == "all turns were held"
    assert Match.replay(read_log(tmp_path / "match")) == match
    assert not match.failed
    assert not [line for line in watching.lines if "opened its microphone" in line]

    speech, examination = match.turns
    put = [poi for poi in speech.pois if poi.accepted is not None]
    assert put and all(poi.ended is PoiOver.ASKED for poi in put)
    (question, *_) = speech.beside
    recorded = loud(tmp_path / "match" / "turn-1-pro-opening.wav")
    assert sum(question.start <= second <= question.end for second in recorded) * 0.02 > 0.5 * (
        question.end - question.start
    ), "the question is in the recording of the turn"
    assert speech.beside_heard, "the speaker heard it only through the room"
    answer = next(one for one in speech.spoken if one.start >= question.end)
    assert answer.start - question.end <= IN_TIME_SECONDS

    assert examination.spoken and examination.beside
    assert examination.heard and examination.beside_heard
    first, reply = examination.spoken[0], examination.beside[0]
    assert 0.0 < reply.start - first.end <= IN_TIME_SECONDS
