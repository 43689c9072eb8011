"""How runs become a vote, and votes a verdict; what is a quotation, and how sure a share is."""

from __future__ import annotations

import pytest

from agent.judging.interval import wilson
from agent.judging.verdict import Opinion, no_verdict, of_panel, points, said_in, vote, was_said
from agent.match.afterwards.verdicts import ModelBallot, Outcome, Result
from tests.unit.judging.views import ORDER, debate

PRO, CON = (Result(outcome=Outcome.WON, winner=one) for one in ("pro", "con"))
TIE, NONE = Result(outcome=Outcome.TIE), no_verdict("no answer")
SIDES, TEAMS = ("pro", "con"), tuple(dict.fromkeys(ORDER))


def voted(*runs: Result) -> ModelBallot:
    return vote("m", [Opinion(one, {} if one is NONE else {"argument": one}) for one in runs], SIDES)


@pytest.mark.parametrize(
    ("runs", "came"),
    [
        ((PRO, PRO, CON), PRO),
        ((PRO, TIE, TIE), TIE),
        ((TIE, TIE, TIE), TIE),
        ((PRO, PRO, NONE), PRO),
        ((PRO,), PRO),
    ],
)
def test_a_vote_is_what_more_than_half_of_the_runs_came_to(runs: tuple[Result, ...], came: Result) -> None:
    assert voted(*runs).result == came


@pytest.mark.parametrize("runs", [(PRO, CON, TIE), (PRO, NONE, NONE), (PRO, CON), (NONE, NONE, NONE)])
def test_what_runs_do_not_agree_on_is_no_verdict(runs: tuple[Result, ...]) -> None:
    result = voted(*runs).result
    assert result.outcome is Outcome.NONE and result.why and not result.winner


def test_scores_are_what_the_runs_decided_and_add_up_to_three() -> None:
    argument, overall = voted(PRO, TIE, CON, PRO).scores
    assert argument.points == overall.points == {"pro": 1.875, "con": 1.125}
    assert voted(PRO, PRO, PRO).scores[0].points == {"pro": 3.0, "con": 0.0}


def ranked(*order: str) -> Result:
    return Result(outcome=Outcome.WON, winner=order[0], ranking=order)


def test_teams_are_ranked_by_all_runs_and_the_first_place_by_most() -> None:
    runs = [ranked("CG", "OG", "OO", "CO"), ranked("CG", "OO", "OG", "CO"), ranked("OO", "OG", "CG", "CO")]
    ballot = vote("m", [Opinion(one) for one in runs], TEAMS)
    assert ballot.result.ranking == ("CG", "OO", "OG", "CO")
    assert [points(runs[0], key, TEAMS) for key in ("CG", "OG", "OO", "CO")] == [3, 2, 1, 0]
    both = of_panel([ballot, vote("n", [Opinion(runs[0])], TEAMS)], "all")
    assert both.ranking == ("CG", "OG", "OO", "CO")


@pytest.mark.parametrize(
    ("votes", "all_agree", "majority"),
    [
        ((PRO, PRO, PRO), PRO, PRO),
        ((PRO, PRO, CON), None, PRO),
        ((PRO, CON, TIE), None, None),
        ((PRO, CON), None, None),
        ((PRO, PRO, NONE), PRO, PRO),
        ((PRO, NONE, NONE), None, None),
        ((TIE, TIE), TIE, TIE),
        ((NONE, NONE), None, None),
    ],
)
def test_a_split_panel_names_no_winner(
    votes: tuple[Result, ...], all_agree: Result | None, majority: Result | None
) -> None:
    ballots = [voted(one) for one in votes]
    for agreement, wanted in (("all", all_agree), ("majority", majority)):
        came = of_panel(ballots, agreement)
        assert came == wanted if wanted else (came.outcome is Outcome.NONE and "the judges split (" in came.why)
    if votes == (PRO, PRO, CON):
        assert of_panel(ballots, "all").why == "the judges split (2 pro, 1 con)"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Speech 2 of pro", True),
        ("“speech 2 of PRO opens, with a reason!”", True),
        ("[0:00] Speech 2 of pro opens with a reason. [0:05] It ends", True),
        ("of pro", False),
        ("Speech 2 of con opens", False),
        ("Speech 2 of pro ... a reason", False),
        ("", False),
    ],
)
def test_a_quotation_is_words_that_were_said_one_after_the_other(quote: str, found: bool) -> None:
    assert was_said(quote, debate().speeches[2].text) is found


def test_a_quotation_is_looked_for_where_it_is_said_to_be_and_then_everywhere() -> None:
    view = debate()
    assert said_in(view, "It ends with an example", 4) == view.speeches[3]
    assert said_in(view, "Speech 2 of pro opens", 5) == view.speeches[2]
    assert said_in(view, "Nobody said this at all", 1) is None


@pytest.mark.parametrize(("hits", "of"), [(0, 6), (5, 6), (6, 6), (32, 62), (1, 1)])
def test_intervals_are_those_of_scipy(hits: int, of: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    theirs = stats.binomtest(hits, of).proportion_ci(method="wilson")
    assert wilson(hits, of) == pytest.approx((theirs.low, theirs.high), abs=1e-6)


def test_nothing_is_known_of_what_was_never_tried() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
