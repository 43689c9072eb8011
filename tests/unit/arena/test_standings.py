"""How matches count: votes, margins, what is left out, agreement; and the tables that tell it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agent.arena.people import heard_by_people, read_people
from agent.arena.ratings import Ratings
from agent.arena.results import Held, Vote, pairs_of, scored, votes_of
from agent.arena.standings import ALL, left_out, standings, tally, withstood
from agent.arena.table import as_json, markdown, write_tables
from agent.match.afterwards.verdicts import Change, ModelBallot, Outcome, PanelVerdict, Result, Scores
from config.errors import ConfigError
from config.format import Side

PRO, CON = Result(outcome=Outcome.WON, winner="pro"), Result(outcome=Outcome.WON, winner="con")
TIE, NONE = Result(outcome=Outcome.TIE), Result(outcome=Outcome.NONE, why="the judges split (1 pro, 1 con)")


def held(motion: str, pro: str, con: str, *votes: Vote, kind: str = "fact", **more: object) -> Held:
    given = {"opened": Side.PRO, "words": (400, 500), "votes": votes} | more
    return Held.model_validate(
        {"id": f"{motion}.{pro}-{con}", "motion": motion, "kind": kind, "pro": pro, "con": con} | given
    )


def panel(result: Result, *judges: Result) -> list[Vote]:
    names = ("ann", "ben", "cal")
    return [
        Vote(result=result, points=(2.0, 1.0)),
        *(Vote(judge=n, result=r) for n, r in zip(names, judges, strict=False)),
    ]


MATCHES = [
    *(held(f"m{n}", "a", "b", *panel(PRO, PRO, PRO), kind="fact") for n in range(4)),
    *(held(f"m{n}", "b", "a", *panel(CON, CON, PRO), kind="fact") for n in range(4)),
    *(held(f"v{n}", "b", "a", *panel(PRO, PRO, TIE), kind="value") for n in range(2)),
    held("v0", "a", "b", *panel(TIE, TIE, TIE), kind="value"),
    held("v1", "a", "b", *panel(NONE, PRO, CON), kind="value"),
    held("v2", "a", "b", kind="value", invalid={Side.CON: ("working notes",)}),
]


def ballot(by: str, result: Result, pro: float, con: float) -> ModelBallot:
    changes = [Change(name="names", told="", result=result), Change(name="order", told="not tried")]
    scores = [Scores(dimension="overall", points={"pro": pro, "con": con})]
    return ModelBallot(by=by, result=result, runs=(result,), scores=tuple(scores), changes=tuple(changes))


def test_a_panel_s_points_are_the_mean_of_those_who_agree_with_it() -> None:
    ballots = (ballot("ann", PRO, 3, 0), ballot("ben", PRO, 2, 1), ballot("cal", CON, 0, 3))
    verdict = PanelVerdict(result=PRO, parties={}, ballots=ballots, rubric="", agreement="majority")
    whole, *own = votes_of(verdict)
    assert (whole.judge, whole.score, whole.points) == ("", 1.0, (2.5, 0.5))
    assert [(one.judge, one.score, one.points) for one in own] == [
        ("ann", 1.0, (3, 0)), ("ben", 1.0, (2, 1)), ("cal", 0.0, (0, 3)),
    ]  # fmt: skip
    assert own[0].held == {"names": True}, "what was not tried is not counted"


def test_what_was_not_decided_or_is_invalid_is_not_rated() -> None:
    found = scored(MATCHES)
    assert len(found) == 11 and {one.margin for one in found} == {1.0}
    assert [one.score for one in scored(MATCHES, "ben")].count(0.5) == 3
    assert tally(MATCHES, "a").undecided == tally(MATCHES, "b").undecided == 1
    assert (tally(MATCHES, "a").invalid, tally(MATCHES, "b").invalid) == (0, 1)
    assert (tally(MATCHES, "a").pro, tally(MATCHES, "a").con) == ((4.5, 5), (4.0, 6))
    assert left_out(MATCHES) == {"invalid: b: working notes": 1, "no verdict: the judges split (1 pro, 1 con)": 1}


def test_pairs_of_a_duel_are_motions_that_were_decided_in_both_stances() -> None:
    assert pairs_of(MATCHES, "a") == [1.0, 1.0, 1.0, 1.0, 0.25]


def test_ratings_are_told_in_all_by_kind_and_by_judge() -> None:
    found = standings(["a", "b", "nobody"], MATCHES, samples=50)
    assert found.order == ["a", "b", "nobody"] and found.judges == ["ann", "ben"]
    assert set(found.ratings) == {(kind, judge) for kind in (ALL, "fact", "value") for judge in ("", "ann", "ben")}
    value = found.ratings["value", ""]
    assert isinstance(value, Ratings) and value.of[0].name == "b"
    (agreement,) = found.agreements
    assert (agreement.same, agreement.both) == (5, 12)
    assert found.newcomer is not None
    text = "\n".join(markdown(found))
    assert "ann and ben: 5 of 12" in text and "(the paper: about 15)" in text and "contestant | Elo by Debatrix" in text
    assert "lower bounds of 520 to 550" in text.lower(), "theirs is marked where it contradicts itself"


def test_judges_who_always_split_leave_no_ratings_and_it_is_told() -> None:
    found = standings(["a", "b"], [held(f"m{n}", "a", "b", *panel(NONE, PRO, CON)) for n in range(3)])
    assert found.whole == "there are no judged debates to rate by"
    assert "There are no ratings" in "\n".join(markdown(found))
    json.dumps(as_json(found, {}), allow_nan=False)


def test_what_judges_withstand_is_counted() -> None:
    votes = [
        Vote(judge="ann", result=PRO, held={"names": True, "length": False}),
        Vote(judge="ben", result=PRO, held={"names": True}),
    ]
    assert withstood([held("m", "a", "b", *votes)]) == {"names": (2, 2), "length": (0, 1)}


@pytest.mark.parametrize("matches", [MATCHES, MATCHES[:2], []])
def test_all_files_are_written_and_numbers_are_json(tmp_path: Path, matches: list[Held]) -> None:
    motions = {"m0": ("Bees are </script> clever", "They count.")}
    page = write_tables(standings(["a", "b"], matches, samples=20), tmp_path, motions)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"table.md", "table.csv", "matches.csv", "arena.json", "index.html", "ratings.svg", "pairs.svg"}
    assert "NaN" not in (tmp_path / "arena.json").read_text()
    text = page.read_text()
    assert text.count("</script>") == 1 and "http" not in text.replace("http://www.w3.org/2000/svg", "")


# -- people ------------------------------------------------------------------------------------------------------------


def people(folder: Path, *rows: str) -> Path:
    (folder / "people.csv").write_text("\n".join(["match,person,winner", *rows]) + "\n")
    return folder / "people.csv"


def test_people_are_rated_by_beside_the_panel_and_how_far_both_agree_is_told(tmp_path: Path) -> None:
    rows = [f"m{n}.a-b,p{p},{'pro' if p else 'con'}" for n in range(4) for p in range(3)]
    rows += ["m0.b-a,p1,pro", "m0.b-a,p2,con", "v0.a-b,p1,tie"]
    heard = heard_by_people(MATCHES, read_people(people(tmp_path, *rows)))
    votes = {one.id: one.vote("people") for one in heard if one.vote("people") is not None}
    assert len(votes) == 6 and votes["m0.b-a"] is not None and votes["m0.b-a"].result.why == "people split"
    assert votes["m1.a-b"] is not None and votes["m1.a-b"].points == pytest.approx((2, 1))
    found = standings(["a", "b"], heard, samples=20)
    assert found.judges == ["ann", "ben", "people"]
    told = {(one.one, one.other): (one.same, one.both) for one in found.agreements}
    assert told["ann", "people"] == (5, 5)
    assert found.whole == standings(["a", "b"], MATCHES, samples=20).whole, "the panel is what it was"


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (["m,p,maybe"], "line 2: winner: 'maybe' is not pro, con or tie"),
        (["m,p,pro", "m,p,con"], "line 3: p has judged m before"),
    ],
)
def test_what_people_cannot_have_said_is_told_with_its_line(tmp_path: Path, rows: list[str], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        read_people(people(tmp_path, *rows))
