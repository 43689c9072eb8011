"""Judges held against people: debates and speeches invented here, in the shape of the public ones."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

from agent.match.afterwards.verdicts import Outcome, Result
from bench.judging import judge, speeches
from bench.judging.accuracy import accuracy_of, floors, held_floors, share
from bench.judging.debates import read_debates
from config.errors import UsageError
from config.settings import Judging, Settings
from tests.model_server import Asked, Chances, ModelServer
from tests.models.judge_players import Player, Worth, longer

TEAMS = ("Opening_Government_(OG)", "Opening_Opposition_(OO)", "Closing_Government_(CG)", "Closing_Opposition_(CO)")
WON = {key: Result(outcome=Outcome.WON, winner=key) for key in ("pro", "con", "OO")}
TIE, NONE = Result(outcome=Outcome.TIE), Result(outcome=Outcome.NONE, why="split")


def two_sides(number: int, winner: str, pro: int = 12, con: int = 12) -> dict[str, Any]:
    said = {"pro": f"Motion {number} is good. " * (pro // 4), "con": f"Motion {number} is bad. " * (con // 4)}
    spoken = [{"side": side, "speaker": side, "text": said[side]} for side in ("pro", "con", "pro", "con")]
    return {
        "id": f"d{number}",
        "source": "Invented",
        "motion": "Zoos",
        "info": "",
        "winner": winner,
        "speeches": spoken,
    }


def four_teams(winner: str) -> dict[str, Any]:
    order = (0, 1, 0, 1, 2, 3, 2, 3)
    spoken = [
        {
            "side": ("pro", "con")[team % 2],
            "speaker": TEAMS[team],
            "text": f"Team {team} says so. " * (9 if team == 1 else 6),
        }
        for team in order
    ]
    return {"id": "bp", "source": "Benches", "motion": "Zoos", "info": "Slide.", "winner": winner, "speeches": spoken}


def written(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "debates.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_sides_and_teams_are_read_with_who_people_named(tmp_path: Path) -> None:
    sides, tie, teams = read_debates(written(tmp_path, two_sides(1, "con"), two_sides(2, "tie"), four_teams("OG,OO")))
    assert (sides.winners, tie.winners, teams.winners) == ({"con"}, set(), {"OG", "OO"})
    assert [one.label for one in teams.view.parties] == [name.rpartition("_")[0].replace("_", " ") for name in TEAMS]
    assert [one.party for one in teams.view.speeches] == ["OG", "OO", "OG", "OO", "CG", "CO", "CG", "CO"]
    assert [one.closing for one in teams.view.speeches] == [False] * 6 + [True] * 2


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"winner": "somebody"}, "line 1: winner: somebody did not speak; there are pro, con"),
        ({"speeches": []}, "line 1: speeches"),
        ({"motion": 7}, "line 1: motion"),
    ],
)
def test_a_line_that_is_no_debate_is_named(tmp_path: Path, row: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        read_debates(written(tmp_path, two_sides(1, "con") | row))


def test_a_line_that_is_not_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("not json\n")
    with pytest.raises(UsageError, match="line 1: Invalid JSON"):
        read_debates(path)


def test_floors_are_counted_on_the_same_debates(tmp_path: Path) -> None:
    debates = read_debates(
        written(
            tmp_path, two_sides(1, "con", con=40), two_sides(2, "con"), two_sides(3, "pro", pro=40), two_sides(4, "tie")
        )
    )
    found = {one.name: one for one in floors(debates)}
    assert {name: one.hits for name, one in found.items()} == {
        "longer by words": 3, "last speaker": 2, "always pro": 1, "always con": 2, "always a tie": 1,
    }  # fmt: skip
    assert found["always a tie"].rmse == pytest.approx((43.3, 25.0, 50.0), abs=0.1)
    assert all(one.coverage == 1 for one in found.values())
    teams = {one.name: one.hits for one in floors(read_debates(written(tmp_path, four_teams("OG,OO"))))}
    assert teams["longer by words"] == teams["always OG"] == 1 and "always a tie" not in teams


def test_want_of_a_verdict_is_neither_a_hit_nor_a_miss_unless_it_is_to_count_as_a_tie(tmp_path: Path) -> None:
    debates = read_debates(written(tmp_path, *(two_sides(number, "con") for number in range(4))))
    one = accuracy_of("judge", debates, [WON["con"], WON["pro"], NONE, TIE])
    assert (one.decided, one.hits, one.coverage) == (3, 1, 0.75)
    assert one.accuracy == pytest.approx((1 / 3, *share(1, 3)[1:]))
    assert accuracy_of("judge", debates, [NONE] * 4).accuracy[1:] == (0.0, 1.0)


def test_a_judge_is_better_than_floors_under_its_interval_only(tmp_path: Path) -> None:
    debates = read_debates(written(tmp_path, *(two_sides(n, ("pro", "con")[n % 2]) for n in range(40))))
    right = accuracy_of("judge", debates, [WON[("pro", "con")[n % 2]] for n in range(40)])
    assert held_floors(right, floors(debates)) == []
    weak = accuracy_of("judge", debates, [WON["pro"]] * 40)
    assert {one.name for one in held_floors(weak, floors(debates))} >= {"always pro", "last speaker"}


def measured(server: ModelServer, tmp_path: Path, worth: Worth, *rows: dict[str, Any]) -> list[str]:
    server.plays(Player(worth))
    settings = Settings(models=server.models(in_flight=16, price_in=1.0, price_out=1.0), judging=Judging(runs=1))
    return list(judge.lines(judge.run(settings, read_debates(written(tmp_path, *rows)), tmp_path / "j.jsonl")))


def test_a_judge_is_held_against_people_over_http(server: ModelServer, tmp_path: Path) -> None:
    first, *table = measured(
        server, tmp_path, lambda heard: int("bad" in heard.text), two_sides(1, "con", con=40), two_sides(2, "pro")
    )
    assert first.startswith("Invented: NOT shown to be better than longer by words (0.50), last speaker (0.50)")
    assert any("test-model" in line and " 2       2     0.50" in line for line in table)
    assert "kept when changed: names 2 of 2, length 1 of 1, wording 2 of 2" in table
    assert table[-1].startswith("a debate, in this run: calls ") and "unknown" not in table[-1]


def test_who_goes_by_length_loses_its_verdicts_to_the_cut(server: ModelServer, tmp_path: Path) -> None:
    _, *table = measured(server, tmp_path, longer, two_sides(1, "con", con=40), two_sides(2, "pro", pro=40))
    assert "kept when changed: names 2 of 2, length 0 of 2, wording 2 of 2" in table
    assert any("test-model  " in line and " 2       0        -" in line for line in table)
    assert any("test-model, unchanged" in line and " 2       2     1.00" in line for line in table)


def test_the_ledger_names_nobody(tmp_path: Path) -> None:
    outcome = judge.run(
        Settings(), read_debates(written(tmp_path, two_sides(1, "con"), four_teams("OO"))), tmp_path / "j"
    )
    first, *_ = judge.lines(outcome)
    assert first.count("came to no verdict on any of 1 debates") == 2 and not (tmp_path / "j").exists()


# -- rated speeches --------------------------------------------------------------------------------


def rated(tmp_path: Path, **changed: Any) -> Path:
    """Thirty speeches of two sources; people like what is said with reasons, and one source is longer."""
    path, chance = tmp_path / "speeches.csv", random.Random(1)
    with path.open("w", newline="") as file:
        table = csv.DictWriter(file, ["topic", "source", "text", "goodopeningspeech"])
        table.writeheader()
        for number in range(30):
            good = number % 5 + 1
            text = f"Speech {number} gives {good} reasons. " + "And more words follow. " * chance.randrange(3, 30)
            row = {
                "topic": "Zoos",
                "source": ("a", "b")[number % 2],
                "text": text,
                "goodopeningspeech": str([good] * 3),
            }
            table.writerow(row | changed)
    return path


@pytest.mark.long
def test_speeches_are_put_in_the_order_of_people(server: ModelServer, tmp_path: Path) -> None:
    def reasons(asked: Asked) -> Any:
        return Chances({asked.user.rpartition("gives ")[2][0]: 0.9, "3": 0.1})

    server.plays(reasons)
    settings = Settings(models=server.models(in_flight=16))
    first, own, *rest = speeches.lines(speeches.run(settings, speeches.read_speeches(rated(tmp_path)), tmp_path / "j"))
    assert first == "The judge agrees with people once length is held constant"
    assert "spearman 1.00 [1.00, 1.00]  length held constant 1.00" in own
    assert [line.split("  ")[0].strip() for line in rest] == [
        "words (floor)",
        "source (floor)",
        "judge within a",
        "judge within b",
    ]


def test_without_a_model_there_are_the_floors(tmp_path: Path) -> None:
    first, words, source = speeches.lines(
        speeches.run(Settings(), speeches.read_speeches(rated(tmp_path)), tmp_path / "j")
    )
    assert first == "No language model is set for judging: floors only" and "words" in words and "source" in source


def test_a_row_without_ratings_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="row 1: no rated speech"):
        speeches.read_speeches(rated(tmp_path, goodopeningspeech="good"))


def test_length_is_held_constant_as_by_residuals_of_ranks() -> None:
    stats, numpy = pytest.importorskip("scipy.stats"), pytest.importorskip("numpy")
    rng = numpy.random.default_rng(3)
    length = rng.normal(size=200)
    one, other = length + rng.normal(size=200), length + rng.normal(size=200)
    r = {pair: stats.spearmanr(*pair_).statistic for pair, pair_ in
         {"ab": (one, other), "ac": (one, length), "bc": (other, length)}.items()}  # fmt: skip
    known = (r["ab"] - r["ac"] * r["bc"]) / ((1 - r["ac"] ** 2) * (1 - r["bc"] ** 2)) ** 0.5
    assert speeches._spearman_given(one, other, length) == pytest.approx(known)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    with ModelServer() as server:
        yield server
