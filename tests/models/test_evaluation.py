"""Evaluations from plan to report, by a model over HTTP: killed, stopped, gone on with, and nothing asked twice."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from planning.asking.journal import Journal
from tests.command_line import Done, rostrum
from tests.model_server import Asked, ModelServer
from tests.models.evaluation_players import Audience, debaters, plain_is_better

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
BLITZ = """
name: blitz
gap_seconds: 1
warnings_seconds: [5]
turns:
  - {side: pro, stage: opening, seconds: 20}
  - {side: con, stage: opening, seconds: 20}
  - {side: pro, stage: rebuttal, seconds: 25}
  - {side: con, stage: rebuttal, seconds: 25}
  - {side: pro, stage: closing, seconds: 20}
  - {side: con, stage: closing, seconds: 20}
"""
TWO = "motions: [fat-tax]\ncontestants: [treedebater, plain]\nlisteners: [{name: m, opinions: [0]}]\n"
FIVE = """
motions: [ai-tutor, book-bans, debt-ceiling, fat-tax, labor-unions, college-degree]
contestants:
  - treedebater
  - plain
  - {name: no-rehearsal, without: [rehearsal]}
  - {name: no-flow, without: [flow]}
  - {name: no-audience, without: [audience]}
listeners: [{name: m, opinions: [-1, 1]}]
stages: [rebuttal]
sides: [con]
debates: false
"""


class Desk:
    """A folder with settings, a format and a plan, and a server whose model plays everybody."""

    def __init__(self, folder: Path, server: ModelServer) -> None:
        self.folder, self.server = folder, server
        server.plays(debaters)
        for schema in ("Compared", "StageHeard"):
            server.plays(Audience(plain_is_better), schema=schema)
        models = json.loads(server.models().model_dump_json())
        (folder / "settings.json").write_text(json.dumps({"models": models}))
        (folder / "blitz.yaml").write_text(BLITZ)

    def plan(self, text: str) -> None:
        (self.folder / "plan.yaml").write_text(f"format: {self.folder / 'blitz.yaml'}\n{text}")

    def words(self, out: str, *more: str) -> list[str]:
        start = ["--config", str(self.folder / "settings.json"), "evaluate", "--plan", str(self.folder / "plan.yaml")]
        return [*start, "--out", str(self.folder / out), *more]

    def evaluate(self, text: str, *more: str, out: str = "run") -> Done:
        self.plan(text)
        return rostrum(*self.words(out, *more))

    def report(self, out: str = "run") -> dict[str, Any]:
        return dict(json.loads((self.folder / out / "report.json").read_text()))

    def answers(self, out: str = "run") -> int:
        """In the journal."""
        lines = (self.folder / out / "journal.jsonl").read_text().splitlines()[1:]
        keys = Counter(one["key"] for line in lines if line.strip() if (one := json.loads(line))["asked"] != "spent")
        assert set(keys.values()) <= {1}, "no answer is there twice"
        return len(keys)


@pytest.fixture
def desk(tmp_path: Path, server: ModelServer) -> Desk:
    return Desk(tmp_path, server)


def test_stopped_by_its_budget_again_and_again_it_comes_to_the_same_report(desk: Desk) -> None:
    whole = desk.evaluate(TWO, out="whole")
    assert whole.returncode == 0, whole.stderr
    asked = len(desk.server.asked)
    for calls in (17, 40):
        stopped = desk.evaluate(f"{TWO}budget: {{calls: {calls}}}", "--until-spent")
        assert stopped.returncode == 1
        assert f"all {calls} calls of the budget are spent; raise budget.calls to go on" in stopped.stderr
        assert len(desk.server.asked) - asked == calls
        assert "Not finished" in (desk.folder / "run" / "report.md").read_text()
    assert desk.evaluate(TWO).returncode == 0
    assert len(desk.server.asked) == 2 * asked, "all was asked once for each of the two folders"
    assert desk.report() == desk.report("whole")
    assert desk.evaluate(TWO).returncode == 0
    assert len(desk.server.asked) == 2 * asked, "and nothing more when there is nothing left to do"


def test_killed_in_the_middle_it_goes_on_and_asks_nothing_twice(desk: Desk) -> None:
    """Treedebater, plain and three ablations on six motions."""
    desk.plan(FIVE)

    def kill(asked: Asked) -> Any:
        if asked.number == 120:
            os.kill(process.pid, signal.SIGKILL)
        return debaters(asked)

    desk.server.plays(kill)
    for schema in ("Compared", "StageHeard"):
        desk.server.plays(Audience(plain_is_better), schema=schema)
    process = subprocess.Popen([sys.executable, "-m", "agent.cli", *desk.words("run")], stderr=subprocess.PIPE)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    lost = len(desk.server.asked) - desk.answers()
    assert 0 < lost <= 8, "what was under way when it was killed"
    done = desk.evaluate(FIVE)
    assert done.returncode == 0, done.stderr
    assert len(desk.server.asked) == desk.answers() + lost
    found = desk.report()
    whole = {one["other"]: one for one in found["cells"] if one["stage"] is None}
    assert {name: (one["won"], one["tied"], one["lost"]) for name, one in whole.items()} == {
        "plain": (0, 0, 6), "no-rehearsal": (0, 6, 0), "no-flow": (0, 6, 0), "no-audience": (0, 6, 0),
    }  # fmt: skip
    assert whole["plain"]["chance"] == 2 / 64 and whole["no-flow"]["chance"] == 1.0
    report = (desk.folder / "run" / "report.md").read_text()
    assert "no-flow: treedebater, without flow" in report


def test_what_takes_away_flow_or_rehearsal_is_seen_in_what_is_asked(desk: Desk) -> None:
    assert desk.evaluate(FIVE.replace("[ai-tutor, book-bans, debt-ceiling, fat-tax, labor-unions, college-degree]", "[fat-tax]").replace("rebuttal", "opening").replace("[con]", "[pro]")).returncode == 0
    written = {path.name.split(".")[2]: json.loads(path.read_text()) for path in (desk.folder / "run/speeches").iterdir()}
    assert set(written) == {"treedebater", "plain", "no-rehearsal", "no-flow", "no-audience"}
    assert "as in point" in " ".join(written["plain"]["sentences"])
