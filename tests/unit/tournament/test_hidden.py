"""Names that are hidden: the public has codes, everywhere and always the same; nothing else is otherwise."""

from __future__ import annotations

import pytest

from agent.tournament.core.events import (
    AdjudicatorEntered,
    BallotCast,
    CheckedIn,
    DrawReleased,
    FeedbackGiven,
    NameHidden,
    ResultsPublished,
    RoundClosed,
    RoundStarted,
    TeamChanged,
    TeamWithdrawn,
    Undone,
    encode,
)
from agent.tournament.core.people import Adjudicator, Kind, TeamSpeaker, TournamentTeam
from agent.tournament.core.state import Tournament
from agent.tournament.desk import told
from agent.tournament.desk.hidden import HiddenNames, PublicRecord
from agent.tournament.desk.panels import make_panels
from agent.tournament.standings.tally import published
from agent.tournament.standings.teams import team_standings
from config.errors import RuleError, UnknownName
from tests.unit.tournament.worlds import draw, made, plan, put, scored

TEAMS = ("Quokkas", "Bilbies", "Numbats", "Wombats")


def day() -> Tournament:
    """A round with scores, feedback and words that people wrote; published."""
    of = plan(2, ballots={"speeches": 2, "voting": False}, team_metrics=["wins", "speaks_sum"])
    record = draw(made(TEAMS, institutions=2, of=of), 0)
    put(record, *(AdjudicatorEntered(adjudicator=Adjudicator(name=name)) for name in ("Jo", "Kim")))
    put(record, make_panels(record, 0), DrawReleased(round=0), RoundStarted(round=0))
    put(record, CheckedIn(by="Quokkas", kind=Kind.TEAM, name="Quokkas"))
    for debate in [*record.rounds[0].debates.values()]:
        scores = {team: 70.0 + place for place, team in enumerate(debate.teams)}
        ballot = scored(debate, scores).model_copy(update={"note": "Quokkas1 was quick, the Quokkasaurus was not."})
        put(record, BallotCast(round=0, debate=debate.id, ballot=ballot))
        judge = debate.panel.chair
        put(record, FeedbackGiven(round=0, debate=debate.id, adjudicator=judge, source=debate.teams[0], score=5))
    return put(record, RoundClosed(round=0), ResultsPublished(round=0))


def hide(record: Tournament, team: str, speaker: str = "", hidden: bool = True) -> Tournament:
    return put(record, NameHidden(team=team, speaker=speaker, hidden=hidden))


def words(record: Tournament) -> str:
    """All that can be said of it."""
    lines = [*told.status(record), *told.standings_told(record), *told.speakers_told(record), *told.log_told(record)]
    return "\n".join([*lines, *(encode(event) for event in record.log), repr(record)])


def test_a_hidden_team_is_nowhere_and_all_else_is_as_it_was() -> None:
    record = hide(day(), "Quokkas")
    shown = PublicRecord().of(record)
    code = HiddenNames.of(record).team("Quokkas")
    assert code.startswith("Team ")
    assert "Quokkas1" not in words(shown).replace("Quokkasaurus", "")
    assert "Quokkas" not in words(shown).replace("Quokkasaurus", "")
    assert "Quokkasaurus" in words(shown)  # another word
    assert (shown.teams[code].institution, record.teams["Quokkas"].institution) == ("", "I0")
    places = [[row.one.name for row in team_standings(one, published)] for one in (record, shown)]
    assert [code if name == "Quokkas" else name for name in places[0]] == places[1]
    assert record.teams["Quokkas"].name == "Quokkas"  # the director's record is untouched


def test_a_speaker_is_hidden_alone() -> None:
    record = hide(day(), "Bilbies", "Bilbies2")
    shown = PublicRecord().of(record)
    assert "Bilbies2" not in words(shown)
    assert {"Bilbies1", "Bilbies3"} < {speaker.name for speaker in shown.teams["Bilbies"].speakers}
    assert any(line.split()[1].startswith("Speaker") for line in told.speakers_told(shown))


def test_a_team_that_is_named_after_a_hidden_speaker_is_hidden_too() -> None:
    record = made(["Ann and Bob", "Cy"], of=plan(1))
    two = TournamentTeam(name="Ann and Bob", speakers=(TeamSpeaker(name="Ann", email="a@b"), TeamSpeaker(name="Bob")))
    put(record, TeamChanged(team=two, reason="names"))
    shown = PublicRecord().of(hide(record, "Ann and Bob", "Ann"))
    assert not {"Ann and Bob", "Ann", "a@b"} & {*words(shown).replace("'", '"').split('"')}


def test_it_goes_on_while_the_tournament_does_and_is_taken_back() -> None:
    record, public = day(), PublicRecord()
    assert public.of(record) is record  # nothing is made where nothing is hidden
    hide(record, "Quokkas")
    code = HiddenNames.of(record).team("Quokkas")
    assert code in public.of(record).teams
    put(record, TeamWithdrawn(team="Quokkas", reason="Quokkas must catch a train"))
    assert public.of(record).away == {code: f"{code} must catch a train"}
    hide(record, "Wombats")
    assert HiddenNames.of(record).team("Quokkas") == code
    assert not {"Quokkas", "Wombats"} & {*public.of(record).teams}
    hide(record, "Quokkas", hidden=False)
    assert "Quokkas" in public.of(record).teams
    put(record, Undone(of=record.seq - 1, reason="no"))
    assert "Quokkas" not in public.of(record).teams


def test_a_code_is_like_no_name_there_is() -> None:
    record = hide(made(["Quokkas", "B"], of=plan(1)), "Quokkas")
    code = HiddenNames.of(record).team("Quokkas")
    other = hide(made(["Quokkas", code], of=plan(1)), "Quokkas")
    assert HiddenNames.of(other).team("Quokkas") != code
    assert len(PublicRecord().of(other).teams) == 2


def test_what_makes_no_sense_is_refused() -> None:
    record = day()
    with pytest.raises(UnknownName, match="no speaker of Quokkas 'Zed'"):
        hide(record, "Quokkas", "Zed")
    with pytest.raises(RuleError, match="Quokkas is shown already"):
        hide(record, "Quokkas", hidden=False)
    with pytest.raises(RuleError, match="Quokkas is hidden already"):
        hide(hide(record, "Quokkas"), "Quokkas")
