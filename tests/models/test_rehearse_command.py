"""`rostrum rehearse` as people run it: killed and gone on with, refused in a line, and a match held from its trees."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planning.methods.treedebater.library.library import load
from tests.command_line import Done, rostrum
from tests.model_faults import faults
from tests.model_server import Asked, ModelServer, after
from tests.models.conftest import KEY
from tests.models.rehearsing import ID, MOTION, SMALL_CALLS, SMALL_NODES, Coach
from tests.unit.verify.scripted import Player as Verifier
from tests.unit.verify.scripted import leaf_of

ROOT = Path(__file__).parents[2]
DASH = """
name: dash
gap_seconds: 1
warnings_seconds: [5]
turns:
  - {side: pro, stage: opening, seconds: 30}
  - {side: con, stage: opening, seconds: 30}
"""
SIZES = ("--scoring", "together", "--claims", "1", "--depth", "2", "--branch", "2")


class Desk:
    """The command line with a server for its model and a library of its own."""

    def __init__(self, server: ModelServer, folder: Path) -> None:
        self.server, self.coach, self.folder = server, Coach(server), folder
        self.library = folder / "library"
        self.settings = folder / "rostrum.json"
        endpoint = {"model": "test-model", "base_url": server.url, "in_flight": 1, "backoff_seconds": 0.01}
        self.settings.write_text(json.dumps({"models": {"default": endpoint}}))

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "agent.cli", "--config", str(self.settings), *arguments]
        environment = {**os.environ, **self._data()}
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def _data(self) -> dict[str, str]:
        return {"ROSTRUM_LIBRARY": str(self.library), "XDG_DATA_HOME": str(self.folder / "data")}

    def done(self, *arguments: str) -> Done:
        """In this process."""
        done = rostrum("--config", self.settings, *arguments, environment=self._data())
        assert KEY not in done.stdout + done.stderr
        return done

    def run(self, *arguments: str) -> tuple[int, Any, str]:
        """Exit code, what was printed as JSON, and what was said besides."""
        done = self.done(*arguments)
        return done.returncode, json.loads(done.stdout) if done.stdout.strip() else None, done.stderr

    def rehearse(self, *arguments: str) -> tuple[int, Any, str]:
        return self.run("rehearse", "--motion", MOTION, *SIZES, "--json", *arguments)


@pytest.fixture
def desk(server: ModelServer, tmp_path: Path) -> Desk:
    return Desk(server, tmp_path)


def ended_at(desk: Desk, number: int, sign: signal.Signals) -> tuple[int, str]:
    """Run until the server is asked question `number`, and end the program there."""
    running: list[subprocess.Popen[str]] = []

    def play(asked: Asked) -> Any:
        if asked.number == number:
            running[0].send_signal(sign)
            return after(1.0, desk.coach.answer(asked)) if sign is signal.SIGINT else faults.hung_up
        return desk.coach.answer(asked)

    desk.server.plays(play)
    desk.server.over.clear()
    running.append(desk.start("rehearse", "--motion", MOTION, *SIZES))
    _, told = running[0].communicate(timeout=240)
    desk.server.over.set()
    return running[0].returncode, told


@pytest.mark.long
@pytest.mark.speech
def test_a_killed_run_goes_on_and_a_match_is_held_from_it(desk: Desk) -> None:
    """One long test, for each program it starts takes seconds to load."""
    assert ended_at(desk, 4, signal.SIGKILL)[0] == -signal.SIGKILL
    assert not (desk.library / f"{ID}.json").exists()
    code, told = ended_at(desk, SMALL_CALLS - 2, signal.SIGINT)
    assert code == 1 and "run the same command again to go on" in told and len(told.strip().splitlines()) == 1
    assert 2 <= len(load(desk.library / f"{ID}.json").nodes) < SMALL_NODES
    code, numbers, told = desk.rehearse()
    assert code == 0, told
    assert numbers["complete"] and numbers["nodes"] == SMALL_NODES
    assert numbers["claims"] == {"pro": 1, "con": 1} and numbers["file"] == str(desk.library / f"{ID}.json")
    assert numbers["answers"]["asked"] + numbers["answers"]["remembered"] == SMALL_CALLS
    assert len(desk.server.asked) == SMALL_CALLS + 1  # the one that was under way when it was killed
    without_model = desk.folder / "none.json"
    without_model.write_text("{}")
    desk.settings = without_model
    code, motions, _ = desk.run("motions", "--json")
    assert code == 0 and {ID: SMALL_NODES}.items() <= {one["id"]: one["nodes"] for one in motions}.items()
    dash = desk.folder / "dash.yaml"
    dash.write_text(DASH)
    match_folder = ("--out", str(desk.folder / "m"))
    code, match, told = desk.run(
        "debate", "--motion", MOTION, "--format", str(dash), "--pace", "text", "--json", *match_folder
    )
    assert code == 0, told
    assert [turn["overrun"] for turn in match["turns"]] == [0, 0]
    assert all(turn["spoken"] > turn["allotted"] * 0.8 for turn in match["turns"])
    spoken = (desk.folder / "m" / "events.jsonl").read_text()
    assert load(desk.library / f"{ID}.json").nodes["p1"].claim in spoken


def test_wrong_use_and_a_spent_budget_are_told_in_one_line(desk: Desk) -> None:
    code, _, told = desk.rehearse("--evidence", "/no/such/folder")
    assert code == 2 and "there is no such folder" in told
    code, numbers, told = desk.rehearse("--max-calls", "6")
    assert code == 1 and "raise max_calls to go on" in told and len(told.strip().splitlines()) == 1
    assert numbers["calls"] == 6 and not numbers["complete"] and numbers["missing"]
    desk.settings.write_text("{}")
    code, _, told = desk.rehearse()
    assert code == 2 and "set models.default.model" in told


FIGHTS = "A survey of 400 schools counted 9 percent fewer fights after uniforms came in for lessons."
FINLAND = "Finland has school uniforms in every school, for lessons, parents, teasing and money."


def cites(asked: Asked, coach: Coach) -> Any:
    """As the coach, leaning on all the evidence that it is shown."""
    given = coach.answer(asked)
    shown = re.findall(r"^(e\d+): (.*?) \(Ann Bee", asked.user, re.M)
    for grounds in given.get("counters", [given] if "cites" in given else []):
        grounds["cites"] = [{"id": key, "sentence": f"Ann Bee says: {text}"} for key, text in shown]
    return given


def test_facts_are_verified_once_the_trees_have_grown(desk: Desk) -> None:
    """What is refuted is told with its reason, a spent budget goes on from there, and nothing speaks for itself."""
    notes = desk.folder / "notes"
    notes.mkdir()
    for name, text in (("fights.md", FIGHTS), ("finland.md", FINLAND)):
        (notes / name).write_text(f"---\nauthor: Ann Bee\ndate: 2021-05-02\n---\n# What was found\n{text}\n")
    verifier = Verifier(levels=0)

    def judged(asked: Asked, given: Any) -> Any:
        a_denies, wrong = "A argues: ⟦data⟧\nNo." in asked.user, "Finland" in leaf_of(asked)
        return given | {"winner": "A" if a_denies == wrong else "B", "answer": "Few there do." if wrong else "It is."}

    verifier.changes["LeafJudgement"] = judged

    def play(asked: Asked) -> Any:
        return verifier(asked) if hasattr(verifier, f"_{asked.schema_name}") else cites(asked, desk.coach)

    for shape in ("MainCase", "Counters"):
        desk.server.plays(play, schema=shape)
    desk.server.plays(play)
    command = ("rehearse", "--motion", MOTION, *SIZES, "--evidence", str(notes), "--verify")
    done = desk.done(*command, "--max-calls", str(SMALL_CALLS + 2))
    assert done.returncode == 1 and "0 of 2 facts verified\n" in done.stdout
    assert "2 facts were not verified; run the same command again to go on" in done.stderr.splitlines()[-1]
    done = desk.done(*command)
    assert done.returncode == 0 and "2 of 2 facts verified: 1 confirmed, 1 refuted\n" in done.stdout, done.stderr
    assert "refuted (0.90): e" in done.stdout
    assert "\n  Few there do. (kept with reliability 0; its debates are in " in done.stdout
    kept = load(desk.library / f"{ID}.json").file.evidence.values()
    assert {item.source: item.reliability == 0 for item in kept} == {"fights.md": False, "finland.md": True}
    debates = [
        asked for asked in desk.server.asked if asked.schema_name == "DebaterTurn" and "Finland" in leaf_of(asked)
    ]
    assert debates and not any("finland.md" in asked.user for asked in debates)
