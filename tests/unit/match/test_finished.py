"""What a match was, as one value: the same for whoever tells of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.match.afterwards.finished import finished
from agent.match.state import Match
from agent.running.files.log import read_log
from config.errors import RuleError
from config.format import Side

LOGS = Path(__file__).parents[3] / "docs" / "examples"


@pytest.mark.parametrize("example", ["digital-dollar", "labor-unions"])
def test_it_holds_every_word_in_order_and_when_it_was_said(example: str) -> None:
    events = read_log(LOGS / example)
    was, match = finished(events), Match.replay(events)
    assert [speech.number - 1 for speech in was.speeches] == [record.index for record in match.turns]
    for speech, record in zip(was.speeches, match.turns, strict=True):
        parts = [part for said in speech.said for part in said.parts]
        assert [part for part in parts if part in record.spoken] == record.spoken
        assert [part.start for part in parts] == sorted(part.start for part in parts)
        assert speech.course.started == record.started
    assert was.ended == match.ended


def test_points_and_sources_are_those_of_each_debater() -> None:
    was = finished(read_log(LOGS / "digital-dollar"))
    assert {one.observer for one in was.points} == {Side.PRO, Side.CON}
    assert all(view.point.turn + 1 == turn.number for one in was.points for turn in one.turns for view in turn.points)
    assert all(one.origins or one.unsourced for one in was.figures)


def test_where_nothing_has_begun_there_is_no_match() -> None:
    with pytest.raises(RuleError, match="not been created"):
        finished([])
