"""`rostrum judge --ballot`: people's ballots beside a match's log, one of each judge, in its report and on the page."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from agent.running.files.folder import verdicts_of
from config.format import Side
from tests.command_line import rostrum

EXAMPLE = Path(__file__).parents[3] / "docs/examples/labor-unions"


@pytest.fixture
def match(tmp_path: Path) -> Path:
    folder = tmp_path / "match"
    folder.mkdir()
    shutil.copyfile(EXAMPLE / "events.jsonl", folder / "events.jsonl")
    return folder


def ballot(folder: Path, judge: str, winner: str, *scores: int, **more: object) -> Path:
    path = folder.parent / f"{judge}.yaml"
    given = [{"speech": number, "score": score} for number, score in enumerate(scores, 1)]
    path.write_text(json.dumps({"judge": judge, "winner": winner, "scores": given} | more))
    return path


PRO, CON = (76, 74, 76, 74, 76, 74), (74, 76, 74, 76, 74, 76)


def test_three_people_are_a_panel_and_a_judge_may_think_again(match: Path) -> None:
    done = rostrum("judge", match, "--ballot", ballot(match, "Ada", "con", *CON))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0,
        "1 of 3 ballots of a panel, of which the majority decides",
    )
    rostrum("judge", match, "--ballot", ballot(match, "Ben", "pro", *CON, low_point_win=True, reasons="It answered."))
    rostrum("judge", match, "--ballot", ballot(match, "Ada", "pro", *PRO))
    told = rostrum("judge", match, "--ballot", ballot(match, "Cleo", "con", *CON)).stdout
    assert "the panel of 3, by majority: Pro won" in told
    assert "Ben: Pro won. Speaker points: Pro 222, Con 228, a low-point win. It answered." in told
    people = verdicts_of(match).people
    assert [one.side for one in people] == [Side.PRO, Side.PRO, Side.CON]
    assert "Ada" not in (match / "report.html").read_text() and "a low-point win" in (match / "report.html").read_text()
    as_json = json.loads(rostrum("judge", match, "--ballot", ballot(match, "Cleo", "pro", *PRO), "--json").stdout)
    assert as_json["panel"]["result"]["winner"] == "pro" and len(as_json["ballots"]) == 3


def test_a_ballot_that_contradicts_itself_leaves_nothing(match: Path) -> None:
    done = rostrum("judge", match, "--ballot", ballot(match, "Ada", "pro", *CON))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "state low_point_win" in done.stderr
    assert not (match / "votes.jsonl").exists()


def test_the_form_names_every_speech(match: Path) -> None:
    form = rostrum("judge", match, "--ballot-form").stdout
    assert "equal burden of proof" in form and form.count("score: }") == 6
