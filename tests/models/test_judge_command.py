"""`rostrum judge` as people run it: over real HTTP, killed and gone on with, refused in a line."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from agent.judging.judges import JOURNAL
from tests.command_line import rostrum
from tests.model_server import Asked, ModelServer, after
from tests.models.conftest import KEY
from tests.models.judge_players import Player, called_pro
from tests.models.test_judges import BASE, CHANGED, LOG, con, only_openings

ROOT = Path(__file__).parents[2]


class Bench:
    """A match in a folder, and a panel's settings."""

    def __init__(self, server: ModelServer, folder: Path) -> None:
        self.match, self.settings = folder / "match", folder / "rostrum.json"
        self.match.mkdir()
        shutil.copyfile(LOG, self.match / LOG.name)
        endpoint = {"model": "test-model", "base_url": server.url, "in_flight": 8, "price_in": 1, "price_out": 2}
        self.settings.write_text(json.dumps({"models": {"default": endpoint}}))

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "agent.cli", "--config", str(self.settings), "judge", *arguments]
        return subprocess.Popen(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, *arguments: str, folder: Path | None = None) -> tuple[int, str, str]:
        done = rostrum("--config", self.settings, "judge", folder or self.match, *arguments)
        assert KEY not in done.stdout + done.stderr
        return done.returncode, done.stdout, done.stderr


@pytest.fixture
def bench(server: ModelServer, tmp_path: Path) -> Bench:
    return Bench(server, tmp_path)


@pytest.fixture
def openings(bench: Bench) -> Bench:
    """Of the match, both openings."""
    only_openings(bench.match)
    return bench


def test_who_is_killed_asks_nothing_twice_and_comes_to_the_same(server: ModelServer, bench: Bench) -> None:
    stuck = threading.Event()

    def breaks_off(asked: Asked) -> Any:
        if asked.number < 40:
            return Player(con)(asked)
        stuck.set()
        return after(600, "")

    server.plays(breaks_off)
    process = bench.start(str(bench.match))
    assert stuck.wait(120), process.communicate()
    process.send_signal(signal.SIGKILL)
    process.communicate()
    kept = sum(
        '"key"' in line for line in (bench.match / JOURNAL).read_text().splitlines(keepends=True) if line[-1] == "\n"
    )
    before = len(server.asked)
    server.plays(Player(con))
    code, out, _ = bench.run("--json")
    verdict = json.loads(out)
    assert code == 0 and verdict["verdict"]["side"] == "con"
    again = server.asked[before:]
    assert 32 <= kept <= 40 and len(again) == BASE + CHANGED - kept
    assert verdict["judged"]["usage"]["calls"] == len(again) and verdict["judged"]["usage"]["cost"] > 0


def test_it_says_what_each_judge_thought_and_what_that_withstands(server: ModelServer, openings: Bench) -> None:
    server.plays(Player(con))
    server.plays(Player(called_pro), model="biased")
    code, out, _ = openings.run("--panel", "test-model,biased", "--runs", "1")
    first, *lines = out.splitlines()
    assert code == 0 and first == "No verdict: the judges split (1 con, 1 no verdict)."
    assert "  names (the sides called by each other's names): Con won" in lines
    assert "  overall   Pro 0, Con 3" in lines and "  runs: Pro won (max_tokens 4096, structured json_schema)" in lines
    assert "at unknown prices" in lines[-2] and lines[-1].startswith("rubric ")


def test_a_judge_who_goes_by_names_passes_no_probe(server: ModelServer, openings: Bench) -> None:
    server.plays(Player(called_pro))
    _, out, _ = openings.run("--runs", "1", "--probe")
    assert "probes: passed 0 of 6 [0.00, 0.39]; failed: substance (" in out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--panel", "a,a"), 2, "name each model once"),
        (("--runs", "0"), 2, "--runs"),
        (("--max-calls", "3"), 1, "all 3 calls are spent"),
    ],
)
def test_wrong_use_is_one_line(
    server: ModelServer, bench: Bench, arguments: tuple[str, ...], code: int, told: str
) -> None:
    server.plays(Player(con))
    came, out, error = bench.run(*arguments)
    assert (came, out) == (code, "") and told in error.splitlines()[-1] and "Traceback" not in error


def test_a_folder_without_a_match_is_one_line(bench: Bench, tmp_path: Path) -> None:
    code, _, error = bench.run(folder=tmp_path / "nowhere")
    assert code == 1 and len(error.splitlines()) == 1


def test_nonsense_is_no_verdict_and_no_error(server: ModelServer, openings: Bench) -> None:
    def nonsense(asked: Asked) -> str:
        return "I am a teapot."

    server.plays(nonsense)
    code, out, _ = openings.run("--runs", "1")
    assert code == 0 and out.startswith("No verdict: ") and "no JSON object" in out
