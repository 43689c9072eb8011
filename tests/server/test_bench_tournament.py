"""The benchmark of a tournament in rooms: a few of them, with its director's process killed."""

from __future__ import annotations

import pytest

from agent.match.commands import OpenFloor
from agent.match.events import Event
from bench.tournament.day import DayAsked, run
from bench.tournament.replayed_rooms import CaptionedVenue, passages
from config.format import Side
from tests.server.house import play


@pytest.mark.long
def test_a_few_rooms_go_on_after_the_kill() -> None:
    told: list[str] = []
    measured = run(DayAsked(rooms=3, seconds=10), told.append)
    assert measured.ok, measured
    assert told[0].startswith("3 rooms are held")


@play
async def test_what_was_said_before_an_interruption_is_not_said_again() -> None:
    posted: list[Event] = []
    venue = CaptionedVenue(posted.append)
    await venue.open_floor(OpenFloor(turn=0, side=Side.PRO, seconds=30, elapsed=6.4))
    assert not posted, "its clock stands"
    await venue.close()
    assert len(passages()) > 100 and len(passages()[0].split()) == 8
