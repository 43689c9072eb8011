"""Lists from spreadsheets and Tabbycat: read whole, written back, every wrong line told."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.tournament.core import events
from agent.tournament.core.people import Adjudicator, DebateRoom, Institution, MotionEntry, TeamSpeaker, TournamentTeam
from agent.tournament.core.plan import TournamentPlan
from agent.tournament.core.state import Tournament
from agent.tournament.files.importing import preview, sheets_in
from agent.tournament.files.results import write_results
from agent.tournament.files.sheets import kind_of
from agent.tournament.files.tabbycat import plan_of, write_csv
from config.errors import UsageError
from tests.unit.tournament.worlds import made, plan, play, put


def entered(*sheets: tuple[str, str], of: TournamentPlan | None = None) -> Tournament:
    record = made(0, of=of)
    found = preview(record, list(sheets))
    assert found.faults == ()
    return put(record, *found.entries)


def told(kind: str, text: str) -> list[str]:
    return [str(fault) for fault in preview(made(0), [(kind, text)]).faults]


def test_teams_are_pasted_from_a_sheet() -> None:
    """Tabs, blank lines, German commas, a byte order mark."""
    pasted = "\ufeffTeam\tInstitution\tSpeaker1\tSpeaker2\tSeat\n\nAlpha\tOne\tAda\tBo\t\nBeta\tOne\t\t\ttreedebater\n"
    record = entered(("teams", pasted))
    assert [one.name for one in record.teams["Alpha"].speakers] == ["Ada", "Bo"]
    assert record.teams["Beta"].seat == "treedebater"
    assert [*record.institutions] == ["One"]
    scores = entered(("adjudicators", "name;base_score\nJo;7,5\n"))
    assert scores.adjudicators["Jo"].score == 7.5


def test_each_wrong_line_is_told_with_its_number() -> None:
    text = (
        "name,institution,base_score,adj_core\nJo,One,7,yes\n,One,5,no\nCy,One,strong,no\nDi,One,5,perhaps\nJO,,5,no\n"
    )
    assert told("adjudicators", text) == [
        "adjudicators, line 3: name is missing",
        "adjudicators, line 4: base_score: 'strong' is no number",
        "adjudicators, line 5: adj_core: 'perhaps' is neither yes nor no",
        "adjudicators, line 6: adjudicator JO is there twice",
    ]
    assert told("teams", "reference,colour\nA,red\n")[0].startswith("teams, line 1: no column 'colour' is known")
    assert told("venues", "name,priority\nHall,1,2\n") == ["venues, line 2: it has 3 cells for 2 columns"]
    assert told("motions", "") == ["motions: it is empty"]
    assert told("scores", "adjudicator,score\nNobody,5\n") == ["scores, line 2: there is no adjudicator Nobody"]
    conflict = "name,team_conflicts\nJo,Alpha\n"
    assert told("adjudicators", conflict) == ["adjudicators: Jo has a conflict with team Alpha, which there is not"]
    with pytest.raises(UsageError, match="say with --as"):
        kind_of("people")


def test_what_is_there_already_is_entered_once() -> None:
    text = "name,priority\nHall,1\n"
    record = entered(("venues", text))
    again = preview(record, [("venues", text)])
    assert (again.entries, again.faults, again.known) == ((), (), 1)
    other = preview(record, [("venues", "name,priority\nHall,2\n")])
    assert [str(one) for one in other.faults] == ["venues: Hall is there already, otherwise than here"]


def full(style: str) -> Tournament:
    """As much as Tabbycat's files can say of that kind."""
    breaks = [{"name": "Open", "slug": "open", "size": 2, "ties": "all"}]
    preset = "bp" if style == "bp" else "australs"
    rounds = [
        {"name": "Round 1", "short": "R1", "how": "random"},
        {"name": "Round 2", "short": "R2", "how": "power", "silent": True, "weight": 2.0, "feedback_weight": 0.5},
        {"name": "Final", "short": "F", "how": "knockout", "category": "open"},
    ]
    raw = {"name": "T", "preset": preset, "rounds": rounds, "breaks": breaks}
    record = made(0, of=TournamentPlan.model_validate(raw))
    put(record, events.InstitutionEntered(institution=Institution(name="One, Ltd", code="1", region="North")))
    put(record, events.InstitutionEntered(institution=Institution(name="Zwei “ü”")))
    bp = style == "bp"
    for name, institution in (("Alpha", "One, Ltd"), ("Béta", "Zwei “ü”"), ("Gamma", "")):
        speakers = tuple(
            TeamSpeaker(name=f"{name} {n}", email=f"{n}@x.org", gender="female", categories=("esl",) if bp else ())
            for n in (1, 2)
        )
        more = {"categories": ("open",), "institution_conflicts": ("One, Ltd",)} if bp and name == "Gamma" else {}
        team = TournamentTeam(name=name, institution=institution, prefix=name == "Alpha", speakers=speakers, **more)  # type: ignore[arg-type]
        put(record, events.TeamEntered(team=team))
    own = Adjudicator(
        name="Jo",
        institution="Zwei “ü”",
        score=7.5,
        core=True,
        email="jo@x.org",
        team_conflicts=("Alpha",),
        institution_conflicts=() if not bp else ("One, Ltd",),
        adjudicator_conflicts=("Cy",),
    )
    for one in (own, Adjudicator(name="Cy", independent=True, gender="male")):
        put(record, events.AdjudicatorEntered(adjudicator=one))
    put(record, events.RoomEntered(room=DebateRoom(name="Hall", priority=10, site="Main")))
    motion = MotionEntry(reference="Trees", text="This house, would plant trees", info_slide="A\nslide", rounds=("R1",))
    return put(record, events.MotionEntered(motion=motion))


@pytest.mark.parametrize("style", ["two", "bp"])
def test_a_round_trip_by_tabbycats_files_loses_nothing(style: str, tmp_path: Path) -> None:
    record = full(style)
    assert write_csv(record, tmp_path) == []
    assert (tmp_path / ".importer").read_text().strip() == ("boots" if style == "bp" else "anorak")
    back = entered(
        *[one for one in sheets_in(tmp_path) if one[0] not in ("rounds", "break_categories")],
        of=plan_of(tmp_path, "T"),
    )
    for what in ("institutions", "teams", "adjudicators", "rooms", "motions"):
        assert getattr(back, what) == getattr(record, what), what
    assert back.plan == record.plan


def test_formulas_are_texts_in_files_and_themselves_again_when_read(tmp_path: Path) -> None:
    names = ("=1+1", "'=2", "''-3", "@4", "it's", "'quoted'")
    record = made(names, of=plan(1))
    put(record, events.RoomEntered(room=DebateRoom(name="Hall\x1b[31m")))
    write_csv(record, tmp_path)
    text = (tmp_path / "speakers.csv").read_text()
    assert ",'=1+1," in text and ",''=2," in text and ",it's," in text
    assert "\x1b" not in (tmp_path / "venues.csv").read_text()
    back = entered(*[one for one in sheets_in(tmp_path) if one[0] == "speakers"])
    assert [*back.teams] == [*names]


def test_what_the_files_cannot_say_is_named(tmp_path: Path) -> None:
    record = made(("A",), of=plan(1))
    put(record, events.TeamEntered(team=TournamentTeam(name="Robot", seat="treedebater")))
    assert write_csv(record, tmp_path) == [
        "not in these files: seats and levels of AI teams (Robot)",
        "not in these files: teams without speakers (Robot)",
    ]


def test_results_are_written_for_a_spreadsheet(tmp_path: Path) -> None:
    record = play(made(("=A()", "B"), of=plan(1)), 0)
    write_results(record, tmp_path)
    lines = (tmp_path / "results.csv").read_text().splitlines()
    assert lines[0].startswith("round,debate,team,side,place,wins")
    assert any(",'=A()," in line for line in lines[1:])  # no formula
    assert (tmp_path / "team-standings.csv").read_text().splitlines()[1].startswith("1,")
