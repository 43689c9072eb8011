"""Rooms, panels and people changed by hand, before the release and after."""

from __future__ import annotations

import pytest

from agent.tournament.core.events import DebateChanged, DrawMade, DrawReleased, Panel, PanelsMade, RoomEntered
from agent.tournament.core.people import DebateRoom, TeamSpeaker
from agent.tournament.core.state import Tournament
from agent.tournament.desk.moving import moved, replaced, seated
from config.errors import RuleError, UnknownName
from tests.unit.tournament.worlds import draw, made, put


def drawn() -> Tournament:
    record = made(6, judges=4)
    for name in ("Hall", "Attic", "Yard", "Cellar"):
        put(record, RoomEntered(room=DebateRoom(name=name, priority=len(name))))
    return draw(record, 0)


def test_whoever_is_in_the_other_room_takes_the_one_that_is_left() -> None:
    record = drawn()
    rooms = [one.drawn.room for one in record.round(0).debates.values()]
    entries = moved(record, 0, "R1-1", rooms[1].lower())
    assert isinstance(entries[0], DrawMade)
    put(record, *entries)
    assert [one.drawn.room for one in record.round(0).debates.values()] == [rooms[1], rooms[0], rooms[2]]
    with pytest.raises(RuleError, match="already"):
        moved(record, 0, "R1-1", rooms[1])
    put(record, DrawReleased(round=0))
    with pytest.raises(RuleError, match="a change has a reason"):
        moved(record, 0, "R1-1", "Yard")
    free = next(name for name in record.rooms if name not in rooms)
    put(record, *moved(record, 0, "R1-1", free, reason="the roof leaks"))
    changed = record.round(0).debate("R1-1")
    assert changed.drawn.room == free and changed.changes == [f"the roof leaks (R1-1: now in {free})"]


def test_a_panel_is_an_entry_of_the_draw_before_the_release_and_a_decision_after_it() -> None:
    record = drawn()
    entry = seated(record, 0, "R1-1", Panel(chair="j1", wings=("J2",), trainees=("j3",)))
    assert isinstance(entry, PanelsMade)
    assert entry.panels["R1-1"].everybody == ("J1", "J2", "J3") and entry.panels["R1-1"].trainees == ("J3",)
    put(record, entry, DrawReleased(round=0))
    later = seated(record, 0, "R1-1", Panel(chair="J0"), reason="J1 is ill")
    assert isinstance(later, DebateChanged)
    with pytest.raises(UnknownName, match="adjudicator"):
        seated(record, 0, "R1-1", Panel(chair="J9"))


def test_a_person_is_replaced_by_another_or_joined() -> None:
    record = made(2)
    put(record, replaced(record, "a", "A2", TeamSpeaker(name="Vic"), reason="A2 is ill"))
    assert [one.name for one in record.teams["A"].speakers] == ["A1", "Vic", "A3"]
    put(record, replaced(record, "A", "", TeamSpeaker(name="Wim"), reason="a fourth has come"))
    assert record.teams["A"].speakers[-1].name == "Wim"
    with pytest.raises(RuleError, match="speaks for A already"):
        replaced(record, "A", "A1", TeamSpeaker(name="vic"))
    with pytest.raises(UnknownName, match="speaker of A"):
        replaced(record, "A", "A2", TeamSpeaker(name="Xia"))
