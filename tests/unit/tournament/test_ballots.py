"""What a ballot may say, and what ballots come to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent.tournament.core.ballots import Ballot, Contest, check, decided, winner
from agent.tournament.core.plan import BallotRules, Style
from config.errors import RuleError

TWO = Contest(("A", "B"), Style.TWO, chair="J1")
FOUR = Contest(("A", "B", "C", "D"), Style.BP)
SCORES = BallotRules(speeches=2, lowest=60, highest=80, step=0.5)
SPLIT = BallotRules(voting=True)


def ballot(one: tuple[float, ...], other: tuple[float, ...], judge: str = "", **more: Any) -> Ballot:
    sheets = [
        {"team": team, "speeches": [{"speaker": f"{team}{n}", "score": score} for n, score in enumerate(scores)]} | more
        for team, scores in (("A", one), ("B", other))
    ]
    return Ballot.model_validate({"adjudicator": judge, "sheets": sheets})


def voted(judge: str, team: str) -> Ballot:
    return Ballot.model_validate(
        {"adjudicator": judge, "sheets": [{"team": name, "win": name == team} for name in ("A", "B")]}
    )


def places(*ranks: int | None, totals: tuple[float, ...] | None = None) -> Ballot:
    sheets = [
        {"team": team, "rank": rank} | ({} if totals is None else {"total": totals[number]})
        for number, (team, rank) in enumerate(zip("ABCD", ranks, strict=True))
    ]
    return Ballot.model_validate({"sheets": sheets})


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (ballot((70, 71), (70, 72), total=141), "B: the sum is 142, not 141"),
        (ballot((70, 71), (70, 71)), "the teams are equal"),
        (ballot((70, 81), (70, 71)), "A: A1 has 81, and scores go from 60 to 80"),
        (ballot((70, 71.25), (70, 71)), "in steps of 0.5"),
        (ballot((70,), (70, 71)), "A: 1 speeches are scored where 2 are held"),
        (Ballot.model_validate({"sheets": [{"team": "B"}, {"team": "A"}]}), "are of B, A; this debate has A, B"),
        (ballot((70, 71), (70, 75)).model_copy(update={"tie": True}), "know no tie"),
    ],
)  # fmt: skip
def test_a_ballot_with_a_fault_is_refused_in_a_line(given: Ballot, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        check(given, TWO, SCORES)


def test_one_speaker_holds_two_speeches_only_as_iron() -> None:
    twice = {"team": "A", "speeches": [{"speaker": "A0", "score": 70}, {"speaker": "A0", "score": 71}]}
    other = {"team": "B", "speeches": [{"speaker": "B0", "score": 70}, {"speaker": "B1", "score": 70}]}
    with pytest.raises(RuleError, match="A0 has two speeches; mark the one"):
        check(Ballot.model_validate({"sheets": [twice, other]}), TWO, SCORES)
    twice["speeches"][1]["iron"] = True  # type: ignore[index]
    check(Ballot.model_validate({"sheets": [twice, other]}), TWO, SCORES)


def test_fewer_points_win_only_where_that_is_allowed() -> None:
    low = ballot((70, 71), (70, 75))
    low = low.model_copy(
        update={"sheets": tuple(one.model_copy(update={"win": one.team == "A"}) for one in low.sheets)}
    )
    with pytest.raises(RuleError, match="A is said to have won with fewer points than B"):
        check(low, TWO, SCORES)
    check(low, TWO, SCORES.model_copy(update={"low_points": True}))
    assert winner(low) == "A"


def test_a_knockout_has_no_tie() -> None:
    tie = Ballot.model_validate({"sheets": [{"team": "A"}, {"team": "B"}], "tie": True})
    check(tie, TWO, BallotRules(ties=True))
    with pytest.raises(RuleError, match="a knockout has no tie"):
        check(tie, Contest(("A", "B"), Style.TWO, elimination=True), BallotRules(ties=True))


def test_the_majority_decides_and_its_scores_count() -> None:
    panel = [
        ballot((70, 70), (71, 71), "J1"),
        ballot((75, 75), (70, 70), "J2"),
        ballot((77, 77), (72, 72), "J3"),
    ]
    result = decided(panel, TWO, SCORES)
    assert result is not None
    assert (result.wins, result.votes, result.totals) == ((1.0, 0.0), (2.0, 1.0), (152.0, 142.0))
    assert result.told == "A won, by 2 of 3 votes (margin 10)"
    everybody = decided(panel, TWO, SCORES.model_copy(update={"dissenters": True}))
    assert everybody is not None and everybody.totals == (148.0, 142.0)


def test_an_even_split_goes_as_the_chair_says() -> None:
    result = decided([voted("J1", "B"), voted("J2", "A")], TWO, SPLIT)
    assert result is not None and result.wins == (0.0, 1.0)
    assert decided([voted("J2", "A"), voted("J3", "B")], TWO, SPLIT) is None  # the chair's is not there


def test_four_places_come_from_ranks_or_totals_that_agree() -> None:
    rules = BallotRules(voting=False)
    check(places(2, 1, 4, 3), FOUR, rules)
    result = decided([places(2, 1, 4, 3)], FOUR, rules)
    assert result is not None and result.points == (2.0, 3.0, 0.0, 1.0)
    for given, told in (
        (places(1, 1, 3, 4), "each of 1 to 4 is given once"),
        (places(None, None, None, None), "neither ranks nor scores"),
        (places(1, 2, 3, 4, totals=(150, 151, 140, 139)), "not the order of the totals"),
        (places(None, None, None, None, totals=(150, 150, 140, 139)), "two teams have the same total"),
    ):
        with pytest.raises(RuleError, match=told):
            check(given, FOUR, rules)


def test_who_was_away_of_four_has_no_scores_and_gets_nothing() -> None:
    without = Contest(("A", "B", "C", "D"), Style.BP, absent=frozenset("C"))
    with pytest.raises(RuleError, match="C was not there"):
        check(places(1, 2, 3, 4), without, BallotRules())
    check(places(1, 2, 4, 3), without, BallotRules())
    result = decided([places(3, 2, 4, 1)], without, BallotRules())
    assert result is not None and result.points == (1.0, 2.0, 0.0, 3.0)


def test_a_knockout_of_four_sends_two_on() -> None:
    out = Contest(("A", "B", "C", "D"), Style.BP, elimination=True)
    two = Ballot.model_validate({"sheets": [{"team": team, "win": team in "BD"} for team in "ABCD"]})
    check(two, out, BallotRules())
    result = decided([two], out, BallotRules())
    assert result is not None and result.told == "B and D went on"
    for wrong in ("BCD", "B"):
        given = Ballot.model_validate({"sheets": [{"team": team, "win": team in wrong} for team in "ABCD"]})
        with pytest.raises(RuleError, match="which two go on"):
            check(given, out, BallotRules())


def test_places_say_who_goes_on_from_a_knockout_of_four_and_who_wins_its_final() -> None:
    semi = Contest(("A", "B", "C", "D"), Style.BP, elimination=True)
    result = decided([places(2, 4, 1, 3)], semi, BallotRules())
    assert result is not None and (result.places, result.told) == ((1, 4, 1, 3), "A and C went on")
    final = replace(semi, final=True)
    result = decided([places(2, 4, 1, 3)], final, BallotRules())
    assert result is not None and (result.places, result.told) == ((2, 4, 1, 3), "C won")
    with pytest.raises(RuleError, match="each of 1 to 4 is given once"):
        check(places(1, 1, 3, 4), semi, BallotRules())
    split = [Ballot.model_validate({"sheets": [{"team": team, "win": team == won} for team in "ABCD"]}) for won in "AB"]
    assert decided(split, replace(final, chair="nobody"), BallotRules()) is not None, "as the first has it"
