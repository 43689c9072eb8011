"""Evidence looked for while the other side speaks: for what nothing is prepared, from real documents, once a point."""

from __future__ import annotations

import asyncio
from pathlib import Path

from config.errors import ProviderError
from config.format import Side
from planning.debate.argument import Evidence
from planning.debate.points import Point
from planning.debate.standing import Standing, Status
from planning.evidence.folder import FolderSource
from planning.methods.treedebater.choosing.open_points import Owed
from planning.methods.treedebater.searching import Searching
from speech.offload import compute
from tests.fakes import BagEmbedder

LAUNDRY = "Laundry costs families money every week."


def owed(claim: str = LAUNDRY) -> Owed:
    point = Point(id="con2.1", words=claim, claim=claim)
    assert point.side is Side.CON
    return Owed(point, None, Standing(Status.OPEN, 1))


def looked(searching: Searching, *points: Owed) -> None:
    asyncio.run(searching.look(points, 20.0))


def test_an_open_point_for_which_nothing_is_prepared_is_searched_for(tmp_path: Path) -> None:
    (tmp_path / "laundry.txt").write_text("Laundry costs families money: about four pounds every week, a survey found.")
    told: list[str] = []
    searching = Searching(FolderSource(tmp_path, BagEmbedder(), tmp_path / "cache"), compute, told.append)
    looked(searching, owed())
    assert told == []
    assert searching.near[LAUNDRY] == ("f1",)
    assert "four pounds" in searching.found["f1"].words


class Broken:
    name = "broken"

    def __init__(self) -> None:
        self.asked = 0

    async def search(self, query: str, limit: int, deadline: float) -> list[Evidence]:
        self.asked += 1
        raise ProviderError("broken", "is not there")


def test_a_source_that_fails_is_told_of_and_not_asked_for_the_same_point_again() -> None:
    source, told = Broken(), list[str]()
    searching = Searching(source, compute, told.append)
    looked(searching, owed())
    looked(searching, owed())
    assert (source.asked, len(told), searching.found) == (1, 1, {})
    assert "is not there" in told[0]
