"""Opponents that rise: a newcomer begins with the weakest AI, and meets a stronger one each round."""

from __future__ import annotations

import pytest

from agent.tournament.core.events import TournamentCreated
from agent.tournament.core.records import DebateRecord
from agent.tournament.core.state import Tournament
from agent.tournament.draw.contenders import Contender
from agent.tournament.draw.rising import Rising
from agent.tournament.files.mock import mock_plan, teams_of
from tests.unit.tournament.worlds import draw, first_wins, play, put


def mock(people: list[str], ais: int, together: int = 1) -> Tournament:
    plan, there = mock_plan(teams_of(people, together), ais)
    return put(Tournament(), TournamentCreated(plan=plan, seed="s"), *there.entries("Rostrum"))


def opponents(record: Tournament, person: str) -> list[str]:
    """Whom they met, round by round."""
    debates = [one.of(person) for one in record.rounds if one.debates]
    return [next(team for team in debate.teams if team != person) for debate in debates if debate is not None]


@pytest.mark.parametrize("wins", [True, False])
def test_a_newcomer_meets_the_weakest_first_whether_they_win_or_lose(wins: bool) -> None:
    record = mock(["You"], 7)

    def decide(debate: DebateRecord) -> str:
        if "You" in debate.teams:
            return next(team for team in debate.teams if (team == "You") is wins)
        return first_wins(debate)

    for number in range(3):
        play(record, number, decide)
    met = opponents(record, "You")
    levels = [record.teams[name].level[0] for name in met]
    assert met[0] == "Ash"
    assert levels == sorted(levels)
    assert len({*met}) == 3
    debate = record.rounds[0].of("You")
    assert debate is not None
    assert debate.drawn.why[0] == ("the opponents of You rise: Ash is number 1 of 7 from the weakest, whose turn it is")


def test_two_people_meet_the_two_weakest_and_not_each_other() -> None:
    record = mock(["Ann", "Bob"], 6)
    for number in range(3):
        play(record, number)
    first = {opponents(record, name)[0] for name in ("Ann", "Bob")}
    assert first == {"Ash", "Birch"}
    assert not {"Ann", "Bob"} & {*opponents(record, "Ann"), *opponents(record, "Bob")}
    why = [line for debate in record.rounds[0].debates.values() for line in debate.drawn.why]
    assert any("Birch is number 2 of 6 from the weakest, the nearest that is free to number 1" in line for line in why)


def test_people_meet_each_other_where_no_ai_is_left() -> None:
    record = mock(["Ann", "Bob", "Cy", "Di"], 2)
    draw(record, 0)
    met = {name: opponents(record, name)[0] for name in ("Ann", "Bob", "Cy", "Di")}
    assert sum(name in met for name in met.values()) == 2
    assert {"Ash", "Oak"} < {*met.values()}


@pytest.mark.parametrize(("people", "ais"), [(["Ann", "Bob", "Cy", "Di"], 0), ([], 8)])
def test_without_people_or_without_ais_a_rising_round_is_like_any_other(people: list[str], ais: int) -> None:
    record = mock(people, ais)
    for number in range(3):
        play(record, number)
    assert not any(
        "rise" in line for one in record.rounds for debate in one.debates.values() for line in debate.drawn.why
    )


def test_a_swing_team_neither_rises_nor_is_counted() -> None:
    field = [Contender("Ann"), Contender("Ash", seed=2), Contender("Oak", seed=1), Contender("Swing 1", swing=True)]
    rising = Rising.of(field, 0.5)
    assert rising is not None
    assert (rising.place, rising.climbing, rising.due) == ({1: 0, 2: 1}, frozenset({0}), 0.5)
    assert rising.between(0, 1)
    assert not rising.between(0, 3)
    assert not rising.between(1, 2)
