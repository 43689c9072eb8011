"""Brackets as they are told: of two teams in a debate, and of the four of British Parliamentary."""

from __future__ import annotations

from typing import Any

import pytest

from agent.server.contracts.tournament_standings import Bracket
from agent.server.tournaments.telling.scene import Scene
from agent.server.tournaments.telling.standings import brackets_told
from agent.tournament.core.events import BreakMade, ResultsPublished
from agent.tournament.core.state import Tournament
from tests.unit.tournament.worlds import draw, made, plan, play, put

BP: dict[str, Any] = {
    "preset": "bp",
    "team_metrics": ["points"],
    "ballots": {"speeches": 0},
    "breaks": [{"name": "Open", "slug": "open", "size": 16}],
}


def broken(teams: int, knockouts: int) -> Tournament:
    """A field that has broken whole, in the order of its names."""
    record = play(made(teams, of=plan(1, knockouts=knockouts, **BP)), 0)
    return put(record, ResultsPublished(round=0), BreakMade(category="open", teams=tuple(record.teams)))


def bracket(record: Tournament, *, all: bool = False) -> Bracket:
    (found,) = brackets_told(Scene("abc", record, all=all))
    return found


def test_of_sixteen_in_rooms_of_four_two_go_on_from_each_to_one_winner() -> None:
    record = broken(16, 3)
    for number in (1, 2, 3):
        play(record, number)
        put(record, ResultsPublished(round=number))
    told = bracket(record)
    assert [[slot.seat for slot in one.slots] for one in told.rounds] == [[1, 2, 3, 4], [1, 2], [1]]
    first = told.rounds[0].slots[0]
    assert (sorted(first.teams), sorted(first.winners)) == (["A", "H", "I", "P"], ["A", "H"])
    for earlier, later in zip(told.rounds, told.rounds[1:], strict=False):
        through = sorted(team for slot in earlier.slots for team in slot.winners)
        assert sorted(team for slot in later.slots for team in slot.teams) == through
    final = told.rounds[2].slots[0]
    assert (len(final.teams), final.winners, told.winner) == (4, ("A",), "A")


def test_who_went_on_is_told_once_it_is_published() -> None:
    record = play(broken(16, 3), 1)
    assert {slot.winners for slot in bracket(record).rounds[0].slots} == {()}
    assert {len(slot.winners) for slot in bracket(record, all=True).rounds[0].slots} == {2}
    put(record, ResultsPublished(round=1))
    draw(record, 2)
    assert bracket(record).rounds[1].slots == (), "a draw that is not released is not told"
    assert bracket(record).winner == ""


@pytest.mark.parametrize("published", [True, False])
def test_of_twelve_the_best_four_go_on_without_a_debate(published: bool) -> None:
    record = play(broken(12, 3), 1)
    if published:
        put(record, ResultsPublished(round=1))
    slots = bracket(record).rounds[0].slots
    alone = [slot for slot in slots if not slot.debate]
    assert [(slot.seat, slot.teams, slot.winners) for slot in alone] == [
        (seat, (team,), (team,)) for seat, team in enumerate("ABCD", 1)
    ]
    held = [slot for slot in slots if slot.debate]
    assert [(len(slot.teams), len(slot.winners)) for slot in held] == [(4, 2 * published)] * 2
