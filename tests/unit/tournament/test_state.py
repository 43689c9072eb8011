"""The log is the truth: replays equal, what is taken back is as if it had never been, what is not allowed changes
nothing."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.tournament.core import events
from agent.tournament.core.ballots import Ballot, TeamSheet
from agent.tournament.core.events import Event, decode, encode
from agent.tournament.core.people import Adjudicator, JudgeKind, Kind, TeamSpeaker, TournamentTeam
from agent.tournament.core.plan import Style
from agent.tournament.core.records import RoundPhase
from agent.tournament.core.rules import RULES
from agent.tournament.core.state import Tournament, effective
from agent.tournament.desk.drawing import draw_round
from agent.tournament.desk.panels import make_panels
from config.errors import LogError, RostrumError, RuleError
from tests.unit.tournament.worlds import draw, made, plan, play, put, scored, won


def begun(**more: object) -> Tournament:
    """Four teams, the first round started."""
    record = draw(made(4, of=plan(2, knockouts=1, breaks=[{"name": "Open", "slug": "open", "size": 2}], **more)), 0)
    return put(record, events.DrawReleased(round=0), events.RoundStarted(round=0))


def cast(record: Tournament, winner: str, id: str = "R1-1", **more: object) -> events.BallotCast:
    return events.BallotCast.model_validate(
        {"round": 0, "debate": id, "ballot": won(record.rounds[0].debates[id], winner)} | more
    )


def refused(record: Tournament, entry: Event, told: str) -> None:
    """It is, and nothing has changed."""
    before = copy.deepcopy(record)
    with pytest.raises(RostrumError, match=told):
        put(record, entry)
    assert record == before
    assert record.seq == before.seq


def whole() -> Tournament:
    """Three rounds and two knockouts of seven teams with judges."""
    record = made(7, institutions=3, judges=4, of=plan(3, knockouts=2, ballots={"voting": False}))
    for number in range(3):
        play(record, number)
    put(record, events.BreakMade(category="open", teams=("A", "B", "C", "D")))
    for number in (3, 4):
        play(record, number)
    return put(record, events.TournamentClosed(reason="over"))


def test_a_copy_stays_as_it_was_and_goes_its_own_way() -> None:
    """Of every moment of a tournament, while it goes on."""
    live = whole()
    record, moments = Tournament(), []
    for event in live.log:
        moments.append(record.copied())
        record.apply(event)
    for moment in moments:
        assert moment == Tournament.replay(moment.log)
    again = moments[5]
    for event in live.log[5:]:
        again.apply(event)
    assert (again, again.log) == (live, live.log)


def test_a_replayed_log_is_the_live_state() -> None:
    live = whole()
    written = [encode(event) for event in live.log]
    assert Tournament.replay(map(decode, written)) == live
    assert [encode(decode(line)) for line in written] == written
    alive = live.survivors("open", len(live.rounds))
    assert alive == {1: "A"}


def test_every_entry_has_a_row() -> None:
    kinds = {one for one in vars(events).values() if isinstance(one, type) and issubclass(one, events.LogEntry)}
    assert kinds - {events.LogEntry, events.Undone} == {*RULES}


@settings(max_examples=25, deadline=None)
@given(of=st.integers(1, 40))
def test_what_is_taken_back_is_as_if_it_had_never_been(of: int) -> None:
    """Or is refused, because something builds on it; taken back itself it is there again."""
    record = begun()
    put(record, cast(record, "A" if "A" in record.rounds[0].debates["R1-1"].teams else "B"))
    of = min(of, record.seq - 1)
    before = copy.deepcopy(record)
    rest = [event for event in record.log if event.seq != of]
    try:
        without = Tournament()
        for event in rest:
            without._take(event)
    except RostrumError:
        refused(record, events.Undone(of=of, reason="no"), f"entry {of} cannot be undone")
        return
    put(record, events.Undone(of=of, reason="a mistake"))
    assert record == without
    assert Tournament.replay(record.log) == record
    put(record, events.Undone(of=record.seq - 1, reason="it was right"))
    assert record == before
    assert [event.seq for event in effective(record.log)] == [event.seq for event in before.log]


def test_the_first_entry_and_what_is_gone_cannot_be_undone() -> None:
    record = begun()
    refused(record, events.Undone(of=0, reason="x"), "entry 0 cannot be undone")
    refused(record, events.Undone(of=record.seq, reason="x"), "cannot be undone; entries 1 to")
    refused(record, events.Undone(of=1, reason="x"), "builds on it: A does not take part in R1")


def test_a_second_ballot_is_refused_and_a_correction_takes_the_place_of_the_first() -> None:
    record = begun()
    one, other = record.rounds[0].debates["R1-1"].teams
    put(record, cast(record, one))
    first = record.seq - 1
    refused(record, cast(record, other), rf"is there already \(entry {first}\)")
    refused(record, cast(record, other, replaces=first), "a correction has a reason")
    refused(record, cast(record, other, replaces=first - 1, reason="x"), "is no ballot of the panel that counts")
    put(record, cast(record, other, replaces=first, reason="sides mixed up", by="Dee"))
    assert record.rounds[0].debates["R1-1"].result.told == f"{other} won"  # type: ignore[union-attr]
    put(record, events.Undone(of=record.seq - 1, reason="they were right"))
    assert record.rounds[0].debates["R1-1"].result.told == f"{one} won"  # type: ignore[union-attr]


def test_a_stranger_has_no_score() -> None:
    record = begun(ballots={"speeches": 1, "lowest": 0})
    debate = record.rounds[0].debates["R1-1"]
    ballot = scored(debate, dict(zip(debate.teams, (70, 71), strict=True)), speeches=1)
    wrong = ballot.model_dump()
    wrong["sheets"][0]["speeches"][0]["speaker"] = "Zoe"
    told = f"{debate.teams[0]}: Zoe is none of its speakers"
    refused(record, events.BallotCast(round=0, debate="R1-1", ballot=Ballot.model_validate(wrong)), told)
    put(record, events.BallotCast(round=0, debate="R1-1", ballot=ballot))


def test_a_round_waits_for_nobody_without_saying_for_whom() -> None:
    record = begun()
    refused(record, events.RoundClosed(round=0), "R1 waits for R1-1: the ballot of the panel; R1-2")
    with pytest.raises(RuleError, match="R1 has no result yet of R1-1, R1-2"):
        draw_round(record, 1)
    put(record, *draw_round(record, 1, incomplete=True))
    assert record.rounds[1].phase is RoundPhase.DRAWN
    drawn = record.log[-1]
    assert isinstance(drawn, events.DrawMade) and drawn.without == ("R1-1", "R1-2")


def test_a_team_that_leaves_after_the_release_leaves_a_walk_over() -> None:
    record = begun()
    away, stays = record.rounds[0].debates["R1-1"].teams
    put(record, events.TeamWithdrawn(team=away.lower(), reason="the bus"))
    result = record.rounds[0].debates["R1-1"].result
    assert result is not None
    assert result.told == f"a walk-over for {stays}: {away} withdrew: the bus"
    refused(record, events.TeamWithdrawn(team=away, reason="again"), "has left already")
    refused(record, cast(record, stays), "a walk-over for .*: undo that first")
    assert away not in record.drawable
    put(record, events.TeamReturned(team=away))
    assert away in record.drawable


def test_a_draw_with_a_team_that_has_left_is_not_released() -> None:
    record = draw(made(4), 0)
    put(record, events.TeamWithdrawn(team="B", reason="ill"))
    refused(record, events.DrawReleased(round=0), "B has left since the draw: draw R1 again")


def test_of_four_teams_three_go_on() -> None:
    record = made(4, of=plan(1, style="bp", breaks=[], team_metrics=["points"]))
    draw(record, 0)
    put(
        record, events.DrawReleased(round=0), events.RoundStarted(round=0), events.TeamWithdrawn(team="C", reason="ill")
    )
    debate = record.rounds[0].debates["R1-1"]
    assert record.rules.style is Style.BP and debate.result is None
    order = sorted(debate.teams, key=lambda name: (name == "C", name))
    sheets = tuple(TeamSheet(team=team, rank=order.index(team) + 1) for team in debate.teams)
    put(record, events.BallotCast(round=0, debate="R1-1", ballot=Ballot(sheets=sheets)))
    assert dict(zip(debate.teams, debate.result.points, strict=True)) == {"A": 3, "B": 2, "D": 1, "C": 0}  # type: ignore[union-attr]


def test_a_knockout_ends_with_a_winner_or_not_at_all() -> None:
    record = made(4, of=plan(1, knockouts=2, ballots={"ties": True}))
    play(record, 0)
    put(record, events.BreakMade(category="open", teams=("A", "B", "C", "D")))
    draw(record, 1)
    put(record, events.DrawReleased(round=1), events.RoundStarted(round=1))
    debate = record.rounds[1].debates["K1-1"]
    tie = Ballot(sheets=tuple(TeamSheet(team=team) for team in debate.teams), tie=True)
    refused(record, events.BallotCast(round=1, debate="K1-1", ballot=tie), "a knockout has no tie")


def test_a_knockout_is_not_corrected_behind_the_back_of_the_next_one() -> None:
    record = made(4, of=plan(1, knockouts=2))
    play(record, 0)
    put(record, events.BreakMade(category="open", teams=("A", "B", "C", "D")))
    play(record, 1)
    semi = record.rounds[1].debates["K1-1"]
    seq = semi.ballots[""].seq
    draw(record, 2)
    correction = events.BallotCast(
        round=1, debate="K1-1", ballot=won(semi, max(semi.teams)), replaces=seq, reason="mixed up"
    )
    refused(record, correction, "K2 has been drawn with A: undo that draw first")
    put(record, events.Undone(of=record.seq - 1, reason="the semi-final is corrected"))
    put(record, correction)
    put(record, *draw_round(record, 2))
    assert "D" in record.rounds[2].debates["K2-1"].teams


def test_a_late_ballot_is_kept_and_does_not_count() -> None:
    record = made(4, judges=6, of=plan(1))
    draw(record, 0)
    put(record, make_panels(record, 0))
    put(record, events.DrawReleased(round=0), events.RoundStarted(round=0))
    debate = record.rounds[0].debates["R1-1"]
    chair, second, third = debate.panel.voting
    one, other = debate.teams
    refused(record, cast(record, one), "is decided by")
    for name, team in ((chair, one), (second, one)):
        put(record, events.BallotCast(round=0, debate="R1-1", ballot=won(debate, team, name)))
    assert debate.result is None
    put(record, events.BallotsCounted(round=0, debate="R1-1", reason="the third is stuck"))
    counted = record.seq - 1
    put(record, events.BallotCast(round=0, debate="R1-1", ballot=won(debate, other, third)))
    assert record.rounds[0].debates["R1-1"].late and debate.result.voters == 2  # type: ignore[union-attr]
    put(record, events.Undone(of=counted, reason="it came"))
    found = record.rounds[0].debates["R1-1"]
    assert found.result is not None and found.result.voters == 3
    assert found.dissenters == (third,)


def test_a_debate_that_broke_is_held_again_under_another_name() -> None:
    record = begun()
    put(record, events.DebateStarted(round=0, debate="R1-1", match="R1-1"))
    refused(record, events.DebateStarted(round=0, debate="R1-1", match="again"), "is being held as R1-1")
    put(record, events.DebateBroke(round=0, debate="R1-1", match="R1-1", reason="killed"))
    refused(record, events.DebateStarted(round=0, debate="R1-1", match="R1-1"), "was held as R1-1 before")
    put(record, events.DebateStarted(round=0, debate="R1-1", match="again"))
    assert record.rounds[0].debates["R1-1"].matches == ["R1-1", "again"]


def test_a_released_draw_changes_by_a_decision_with_a_reason() -> None:
    record = begun()
    debate = record.rounds[0].debates["R1-1"]
    turned = tuple(reversed(debate.teams))
    refused(record, events.DrawMade(round=0, debates=()), "not allowed while R1 is started")
    put(record, events.DebateChanged(round=0, debate="R1-1", teams=turned, reason="sides were called wrongly"))
    assert (debate.teams, debate.changes) == (turned, ["sides were called wrongly"])
    taken = record.rounds[0].debates["R1-2"].teams[0]
    refused(
        record,
        events.DebateChanged(round=0, debate="R1-1", teams=(turned[0], taken), reason="x"),
        f"{taken} has another debate",
    )


def test_names_are_known_in_any_case_and_only_once() -> None:
    record = made(("Äpfel", "Birnen"))
    refused(record, events.TeamEntered(team=TournamentTeam(name="äpfel")), "there is a team äpfel already")
    assert record.name(Kind.TEAM, "BIRNEN") == "Birnen"
    refused(
        record, events.TeamEntered(team=TournamentTeam(name="C", institution="Nowhere")), "no institution 'Nowhere'"
    )
    changed = TournamentTeam(name="birnen", speakers=(TeamSpeaker(name="New"),))
    put(record, events.TeamChanged(team=changed, reason="a substitute"))
    assert record.teams["Birnen"].speakers[0].name == "New"


def test_nothing_is_entered_after_the_end() -> None:
    refused(whole(), events.TeamEntered(team=TournamentTeam(name="Late")), "not allowed while the tournament is closed")


def test_a_line_that_is_no_entry_is_told_with_its_place() -> None:
    with pytest.raises(LogError, match=r"team_entered\.team"):
        decode('{"type": "team_entered", "seq": 1}')


def test_what_judges_and_is_no_person_scores_no_speakers() -> None:
    record = made(2, of=plan(1, ballots={"speeches": 2, "lowest": 60}))
    put(record, events.AdjudicatorEntered(adjudicator=Adjudicator(name="Panel", kind=JudgeKind.MODEL)))
    draw(record, 0)
    put(record, make_panels(record, 0))
    put(record, events.DrawReleased(round=0), events.RoundStarted(round=0))
    debate = record.rounds[0].debates["R1-1"]
    put(record, events.BallotCast(round=0, debate="R1-1", ballot=won(debate, "B", "Panel")))
    assert debate.result is not None and debate.result.told == "B won"
