"""Each side's calls are booked to that side, by the server's own count; and the log of the run gives nothing away."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agent.match.afterwards.model_use import summary
from agent.match.state import Match
from agent.running.files.log import read_log
from config.format import Side
from tests.command_line import rostrum, spoken_in_tones
from tests.logbook import lines
from tests.model_faults import status
from tests.model_server import Asked, ModelServer, Said
from tests.models.conftest import KEY
from tests.models.players import Play

ROOT = Path(__file__).parents[2]
FORMAT = """
name: blitz
gap_seconds: 1
warnings_seconds: [5]
turns:
  - {side: con, stage: opening, seconds: 12}
  - {side: pro, stage: opening, seconds: 15}
  - {side: con, stage: rebuttal, seconds: 10}
  - {side: pro, stage: closing, seconds: 12}
"""
TOKENS_IN, TOKENS_OUT = 100, 10  # of every answer, as the server counts


class Books:
    """What the server was asked by each side, and plays for both."""

    def __init__(self) -> None:
        self.calls: Counter[Side] = Counter()
        self._plays = {side: Play(side.value) for side in Side}

    def __call__(self, asked: Asked) -> Any:
        side = asking(asked)
        self.calls[side] += 1
        return Said(json.dumps(self._plays[side](asked)), usage=(TOKENS_IN, TOKENS_OUT))


def asking(asked: Asked) -> Side:
    """The side whose debater wrote this prompt: it speaks for it, or it reads what the other one said."""
    (side,) = [
        side for side in Side if f"the {side} side" in asked.user or f"The speaker is {side.other};" in asked.user
    ]
    return side


def debate(server: ModelServer, folder: Path, *arguments: object, **limits: int) -> tuple[Any, Match, Path]:
    """What `rostrum debate --json` says, the match by its log, and the log of the run."""
    (folder / "blitz.yaml").write_text(FORMAT)
    models = json.loads(server.models(price_in=1000, price_out=0, **limits).model_dump_json())
    (folder / "settings.json").write_text(json.dumps({"models": models, "hearing": {"engine": "pocketsphinx"}}))
    command = [
        "--config",
        folder / "settings.json",
        "-vv",
        "--log-file",
        folder / "rostrum.log",
        "debate",
        "--motion",
        "fat-tax",
        "--pace",
        "fast",
    ]
    command += ["--format", folder / "blitz.yaml", "--out", folder / "match", "--json", *arguments]
    with spoken_in_tones():
        done = rostrum(*command)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), Match.replay(read_log(folder / "match")), folder / "rostrum.log"


def adds_up(counted: Any) -> bool:
    """Whether the sums are those of the rows."""
    before = sum(row["calls"] for row in counted["rows"] if row["preparation"])
    calls = sum(row["calls"] for row in counted["rows"])
    return (counted["calls"], counted["preparation"]["calls"]) == (calls, before)


def paid(counted: Any, calls: int) -> bool:
    """Whether exactly so many calls were booked, with the tokens that the server counted and their price."""
    tokens = [sum(row[name] for row in counted["rows"]) for name in ("prompt_tokens", "completion_tokens")]
    cost = pytest.approx(calls * TOKENS_IN * 1000 / 1e6)
    return (counted["calls"], counted["cost"], tokens) == (calls, cost, [calls * TOKENS_IN, calls * TOKENS_OUT])


def test_two_sides_that_think_are_charged_each_for_its_own_calls(server: ModelServer, tmp_path: Path) -> None:
    books = Books()
    server.plays(books)
    told, match, log = debate(server, tmp_path)
    models = told["models"]
    assert paid(models, len(server.asked)) and adds_up(models)
    assert {Side(name) for name in models["sides"]} == set(Side)
    for side in Side:
        own = models["sides"][side]
        assert paid(own, books.calls[side]) and adds_up(own)
        assert 0 < own["preparation"]["calls"] < own["calls"]
        assert {row["role"] for row in own["rows"] if not row["preparation"]} >= {"extractor", "writer"}
        assert {row["role"] for row in own["rows"] if row["preparation"]} >= {"writer", "audience"}
    assert models == summary(match.used)
    used = [event for event in read_log(tmp_path / "match") if event.type == "model_used"]
    assert all(row.preparation for event in used[:2] for row in event.rows)  # before the first turn

    logged = [line for line in lines(log) if " rostrum.llm " in line]
    assert sum(" of pro (" in line for line in logged) == books.calls[Side.PRO]
    assert sum(" of con (" in line for line in logged) == books.calls[Side.CON]
    assert lines(tmp_path / "match" / "match.log")
    whole = log.read_text() + (tmp_path / "match" / "match.log").read_text()
    assert KEY not in whole
    assert "You speak for the" not in whole  # no prompt


def test_a_side_without_a_model_has_spent_nothing(server: ModelServer, tmp_path: Path) -> None:
    books = Books()
    server.plays(books)
    pro = f"text:{ROOT / 'config/opponents/fat-tax-con'}"
    told, match, _ = debate(server, tmp_path, "--pro", pro, max_calls=7)
    models = told["models"]
    assert set(books.calls) == {Side.CON} and set(models["sides"]) == {"con"} and set(match.used) == {Side.CON}
    assert paid(models, 7) and paid(models["sides"]["con"], 7) and len(server.asked) == 7
    assert models["preparation"] == models["sides"]["con"]["preparation"]
    assert any("all 7 calls are spent" in one["reason"] for one in told["degraded"])


def test_a_refused_key_is_in_no_line_of_any_log(server: ModelServer, tmp_path: Path) -> None:
    server.plays(lambda asked: status(401, f"Incorrect API key provided: {KEY}"))
    (tmp_path / "settings.json").write_text(json.dumps({"models": json.loads(server.models().model_dump_json())}))
    settings = tmp_path / "settings.json"
    for where in ([], ["--log-file", tmp_path / "rostrum.log"]):
        with spoken_in_tones():
            done = rostrum("--config", settings, "-vv", "--log-prompts", *where, "doctor", "--try", "--json")
        told = (tmp_path / "rostrum.log").read_text() if where else done.stderr
        assert "failed: the key was refused (401)" in told and "debate" in told  # the prompt, which was asked for
        assert KEY not in done.stdout + done.stderr + told
        assert json.loads(done.stdout)
    assert lines(tmp_path / "rostrum.log")
