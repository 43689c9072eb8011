"""Standings by metrics in any order, speakers, and who breaks."""

from __future__ import annotations

import pytest

from agent.tournament.core import events
from agent.tournament.core.plan import BreakCategory
from agent.tournament.core.state import Tournament
from agent.tournament.standings.breaking import broken
from agent.tournament.standings.ranking import Metric, ranked
from agent.tournament.standings.speakers import adjudicator_scores, speaker_standings
from agent.tournament.standings.tally import published
from agent.tournament.standings.teams import team_standings
from config.errors import RuleError, UnknownName
from tests.unit.tournament.worlds import draw, made, plan, play, put, scored

SPEECHES = {"speeches": 2, "lowest": 50, "highest": 90, "step": 1}


def after_one_round() -> Tournament:
    """A beats its opponent by 10 a speech, and so on."""
    record = draw(made(4, of=plan(2, ballots=SPEECHES, team_metrics=["wins", "speaks_sum"])), 0)
    put(record, events.DrawReleased(round=0), events.RoundStarted(round=0))
    worth = {"A": 80.0, "B": 75.0, "C": 70.0, "D": 60.0}
    for debate in list(record.rounds[0].debates.values()):
        put(record, events.BallotCast(round=0, debate=debate.id, ballot=scored(debate, worth)))
    return put(record, events.RoundClosed(round=0))


def order(record: Tournament, *metrics: str) -> str:
    return "".join(row.one.name for row in team_standings(record, order=metrics))


def test_metrics_rank_in_any_order_and_it_is_told_which_one_did() -> None:
    record = after_one_round()
    rows = team_standings(record)
    assert rows[0].values == {"wins": 1.0, "speaks_sum": 160.0}
    assert rows[0].one.name == "A"
    assert rows[2].by == "wins" and rows[1].by == "speaks_sum"
    assert order(record, "speaks_sum") == "ABCD"
    with pytest.raises(UnknownName, match="no metric 'speeks_sum'; the nearest: speaks_sum"):
        order(record, "speeks_sum")


def test_equals_share_a_rank_and_the_next_one_is_counted_on() -> None:
    points = {"a": 3, "b": 2, "c": 2, "d": 1}
    rows = ranked(list(points), {"points": Metric("points", lambda one, _: points[one])}, ["points"])
    assert [(row.one, row.place) for row in rows] == [("a", "1"), ("b", "2="), ("c", "2="), ("d", "4")]


def test_what_has_no_figure_comes_last_and_low_is_better_where_it_is() -> None:
    spread = {"a": 2.0, "b": None, "c": 1.0}
    metric: Metric[str] = Metric("spread", lambda one, _: spread[one], low=True)
    assert [row.one for row in ranked(list(spread), {"spread": metric}, ["spread"])] == ["c", "a", "b"]


def test_who_beat_whom_counts_between_two_and_head_to_head_among_all_equals() -> None:
    """A beats B, B beats C, C beats A, all of them beat D."""
    record = made(4, of=plan(3, how="round robin"))
    beats = {"A": "BD", "B": "CD", "C": "AD", "D": ""}
    for number in range(3):
        play(record, number, lambda debate: next(one for one in debate.teams if {*debate.teams} & {*beats[one]}))
    rows = team_standings(record, order=["wins", "who_beat_whom", "head_to_head"])
    assert [row.place for row in rows] == ["1=", "1=", "1=", "4"]
    assert rows[0].values == {"wins": 2.0, "who_beat_whom": None, "head_to_head": 1.0}


def test_a_bye_wins_without_scores_unless_it_counts_nothing() -> None:
    for counts, wins in (("win", 1.0), ("nothing", 0.0)):
        record = play(made(3, of=plan(1, draw={"bye_counts": counts})), 0)
        (bye,) = record.rounds[0].byes
        assert next(row for row in team_standings(record) if row.one.name == bye).values["wins"] == wins


def test_a_bye_may_count_as_a_teams_average() -> None:
    record = made(
        3, of=plan(2, draw={"bye_counts": "average"}, ballots={"speeches": 2}, team_metrics=["wins", "speaks_sum"])
    )
    for number, points in enumerate((60.0, 70.0)):
        draw(record, number)
        put(record, events.DrawReleased(round=number), events.RoundStarted(round=number))
        (debate,) = record.rounds[number].debates.values()
        scores = {team: points + place for place, team in enumerate(sorted(debate.teams))}
        put(record, events.BallotCast(round=number, debate=debate.id, ballot=scored(debate, scores)))
        put(record, events.RoundClosed(round=number))
    byes = [record.rounds[number].byes[0] for number in (0, 1)]
    rows = {row.one.name: row for row in team_standings(record)}
    for name in byes:
        total = sum(row for row in rows[name].one.scores[:1])
        assert rows[name].one.scores == [total, total] and rows[name].values["speaks_sum"] == 2 * total
    (always,) = {*record.teams} - {*byes}
    assert len(rows[always].one.scores) == 2 and rows[always].one.scores[0] != rows[always].one.scores[1]


def test_the_public_sees_what_was_published() -> None:
    record = after_one_round()
    assert {row.values["wins"] for row in team_standings(record, published)} == {0.0}
    put(record, events.ResultsPublished(round=0))
    assert {row.values["wins"] for row in team_standings(record, published)} == {0.0, 1.0}


def test_speakers_have_their_own_scores() -> None:
    rows = speaker_standings(after_one_round())
    assert [(row.place, row.one.name) for row in rows[:3]] == [("1=", "A1"), ("1=", "A2"), ("3=", "B1")]
    assert all(row.one.name[-1] != "3" for row in rows)  # the third has not spoken


def test_feedback_weighs_as_much_as_the_round_says() -> None:
    rounds = [{"name": "R1", "how": "random"}, {"name": "R2", "feedback_weight": 0.5}]
    record = made(2, judges=1, of=plan(rounds=1).model_validate({"name": "T", "rounds": rounds}))
    draw(record, 0)
    team = record.rounds[0].debates["R1-1"].teams[0]
    panel = events.Panel(chair="J0")
    put(record, events.PanelsMade(round=0, panels={"R1-1": panel}))
    put(record, events.DrawReleased(round=0), events.RoundStarted(round=0))
    put(record, events.FeedbackGiven(round=0, debate="R1-1", adjudicator="J0", source=team, score=6))
    (score,) = adjudicator_scores(record, 1)
    assert (score.base, score.score) == (0.0, 3.0)
    with pytest.raises(RuleError, match="J0 cannot give feedback on J0"):
        put(record, events.FeedbackGiven(round=0, debate="R1-1", adjudicator="J0", source="J0", score=6))


def test_a_cap_leaves_the_place_to_the_next_and_says_so() -> None:
    record = play(made(6, institutions=2, of=plan(1)), 0)
    found = broken(record, BreakCategory(name="Open", slug="open", size=4, cap=2))
    schools = [record.teams[name].institution for name in found.teams]
    assert schools.count("I0") == schools.count("I1") == 2
    assert any("capped: 2 teams of" in remark for remark in found.remarks) or len({*schools}) == 2


def test_ties_at_the_last_place_are_told_and_go_by_lot_or_all_break() -> None:
    record = play(made(8, of=plan(1)), 0)
    by_lot = broken(record, BreakCategory(name="Open", slug="open", size=2))
    assert len(by_lot.teams) == 2
    assert any(remark.startswith("2 places are left for them") for remark in by_lot.remarks)
    everybody = broken(record, BreakCategory(name="Open", slug="open", size=2, ties="all"))
    assert len(everybody.teams) == 4
    assert broken(record, BreakCategory(name="Open", slug="open", size=2)) == by_lot


def test_a_team_breaks_in_one_category() -> None:
    record = made(6, of=plan(1, breaks=[{"name": "Open", "slug": "open", "size": 2}, NOVICE]))
    for name in "ABC":
        old = record.teams[name]
        put(record, events.TeamChanged(team=old.model_copy(update={"categories": ("novice",)}), reason="x"))
    play(record, 0)
    put(record, events.BreakMade(category="open", teams=("A", "D")))
    found = broken(record, record.category("novice"))
    assert {*found.teams} == {"B", "C"}
    assert "A breaks in Open" in found.remarks


NOVICE = {"name": "Novice", "slug": "novice", "size": 2, "general": False}
