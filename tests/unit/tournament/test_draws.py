"""What a draw always keeps to, over whole tournaments."""

from __future__ import annotations

import random
from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.tournament.core import events
from agent.tournament.core.events import DrawMade
from agent.tournament.core.people import DebateRoom
from agent.tournament.core.plan import TournamentPlan
from agent.tournament.core.records import DebateRecord
from agent.tournament.core.state import Tournament
from agent.tournament.desk.drawing import contenders, draw_round
from agent.tournament.desk.panels import make_panels
from agent.tournament.standings.tally import tallies
from config.errors import RuleError
from tests.unit.tournament.worlds import draw, made, plan, play, put

DUE = {"sides": "due", "penalties": {"side": 1_000_000, "rematch": 1_000_000, "bracket": 10_000}}


def meetings(record: Tournament) -> list[frozenset[str]]:
    return [frozenset(debate.teams) for one in record.rounds for debate in one.debates.values()]


@settings(max_examples=12, deadline=None)
@given(teams=st.integers(6, 12), seed=st.integers(0, 10**6), how=st.sampled_from(["power", "swiss"]))
def test_nobody_meets_twice_where_it_can_be_avoided(teams: int, seed: int, how: str) -> None:
    """In fewer rounds than half of the field there is always another opponent."""
    lot = random.Random(seed)

    def decide(debate: DebateRecord) -> str:
        return lot.choice(debate.teams)

    rounds = (teams - 1) // 2
    record = made(teams, of=plan(rounds, how=how), seed=str(seed))
    for number in range(rounds):
        play(record, number, decide)
    met = meetings(record)
    assert len(set(met)) == len(met)
    byes = [name for one in record.rounds for name in one.byes]
    assert len(byes) == rounds * (teams % 2)
    assert len(set(byes)) == len(byes)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6), rounds=st.integers(2, 5))
def test_nobody_leads_in_sides_by_more_than_one_where_sides_are_due(seed: int, rounds: int) -> None:
    lot = random.Random(seed)
    record = made(12, of=plan(rounds, draw=DUE), seed=str(seed))
    for number in range(rounds):
        play(record, number, lambda debate: lot.choice(debate.teams))
        for tally in tallies(record).values():
            assert abs(tally.sides[0] - tally.sides[1]) <= 1
    assert len(set(meetings(record))) == len(meetings(record))


def test_own_institution_is_kept_apart_unless_a_rematch_were_the_price() -> None:
    record = made(8, institutions=4, of=plan(3))
    for number in range(3):
        play(record, number)
        for debate in record.rounds[number].debates.values():
            one, other = (record.teams[name].institution for name in debate.teams)
            assert one != other
    both = made(("A", "B"), institutions=1, of=plan(1))
    draw(both, 0)
    (debate,) = both.rounds[0].debates.values()
    assert "accepted: A and B should be kept apart (institution)" in debate.drawn.why


def test_brackets_hold_and_a_pull_up_is_told() -> None:
    record = made(6, of=plan(2, draw={"order": "fold"}))
    play(record, 0)
    draw(record, 1)
    points = {one.name: one.points for one in contenders(record, 1)}
    across = [one for one in record.rounds[1].debates.values() if len({points[name] for name in one.teams}) > 1]
    assert len(across) == 1
    (pulled,) = across[0].drawn.pulled
    assert f"{pulled} is pulled up" in across[0].drawn.why


def test_the_same_seed_draws_the_same_and_drawing_again_draws_anew() -> None:
    one, other = (draw(made(16, of=plan(1)), 0) for _ in range(2))
    assert one == other
    (again,) = draw_round(one, 0)
    assert isinstance(again, DrawMade)
    assert [debate.teams for debate in again.debates] != [debate.teams for debate in one.rounds[0].debates.values()]


def test_everybody_meets_everybody_once_in_a_round_robin() -> None:
    record = made(7, of=plan(7, how="round robin"))
    for number in range(7):
        play(record, number)
    met = meetings(record)
    assert len(met) == len(set(met)) == 21
    assert sorted(name for one in record.rounds for name in one.byes) == list("ABCDEFG")
    even = made(6, of=plan(6, how="round robin"))
    for number in range(5):
        play(even, number)
    assert all(abs(tally.sides[0] - tally.sides[1]) <= 1 for tally in tallies(even).values())
    with pytest.raises(RuleError, match="meet in 5 rounds"):
        draw(even, 5)


def test_an_odd_field_is_filled_by_a_swing_team_or_refused() -> None:
    swing = draw(made(5, of=plan(1, draw={"odd": "swing"})), 0)
    assert swing.teams["Swing 1"].swing
    assert len(swing.rounds[0].debates) == 3
    assert "Swing 1 fills the field and does not break" in swing.rounds[0].remarks
    with pytest.raises(RuleError, match="1 more are needed"):
        draw(made(5, of=plan(1, draw={"odd": "refuse"})), 0)


def test_33_teams_of_british_parliamentary_are_filled_to_36_or_refused() -> None:
    rules: dict[str, Any] = {"preset": "bp", "breaks": [], "ballots": {"speeches": 0}}
    record = draw(made(33, of=plan(2, **rules)), 0)
    debates = record.rounds[0].debates.values()
    swings = [name for name, team in record.teams.items() if team.swing]
    assert (len(debates), swings) == (9, ["Swing 1", "Swing 2", "Swing 3"])
    assert sorted(team for debate in debates for team in debate.teams) == sorted(record.teams)
    assert record.rounds[0].remarks[0] == "Swing 1 fills the field and does not break"
    play(made(33, of=plan(2, **rules)), 0)
    refusing = made(33, of=plan(2, **rules, draw={"odd": "refuse"}))
    with pytest.raises(RuleError, match="33 teams do not fill debates of 4: 3 more are needed"):
        draw(refusing, 0)


def test_knockouts_of_two_categories_are_held_at_once() -> None:
    """In other rooms and before other people."""
    rounds = [
        {"name": "R1", "how": "random"},
        {"name": "Open final", "how": "knockout", "category": "open"},
        {"name": "Novice final", "how": "knockout", "category": "novice"},
    ]
    breaks = [{"name": "Open", "slug": "open", "size": 2}, {"name": "Novice", "slug": "novice", "size": 2}]
    of = TournamentPlan.model_validate({"name": "T", "rounds": rounds, "breaks": breaks, "team_metrics": ["wins"]})
    record = made(4, judges=2, of=of)
    for name in ("Hall", "Attic"):
        put(record, events.RoomEntered(room=DebateRoom(name=name)))
    play(record, 0)
    put(record, events.BreakMade(category="open", teams=("A", "B")))
    put(record, events.BreakMade(category="novice", teams=("C", "D")))
    for number in (1, 2):
        with pytest.raises(RuleError, match="has no result yet") if number == 2 else nullcontext():
            draw_round(record, number)
        put(record, *draw_round(record, number, incomplete=number == 2))
        put(record, make_panels(record, number), events.DrawReleased(round=number))
    first, second = (next(iter(record.rounds[number].debates.values())) for number in (1, 2))
    assert {first.drawn.room, second.drawn.room} == {"Hall", "Attic"}
    assert {first.panel.chair, second.panel.chair} == {"J0", "J1"}
