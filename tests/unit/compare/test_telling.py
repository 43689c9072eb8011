"""What a comparison says is shown as text, whatever others wrote into it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs

from planning.compare.records import Comparison
from planning.compare.telling import escaped, lines, markdown
from tests.command_line import rostrum
from tests.model_server import Asked, ModelServer
from tests.unit.compare.scripted import HARNLEY, WESTMARK, Player, compared, kind

EVIL = "\x1b[2J<img src=x onerror=alert(1)> | [a](javascript:1) `x` *wins*"


def spoilt(folder: Path) -> Comparison:
    def bends(asked: Asked, answer: Any) -> Any:
        return answer | {"argument": EVIL} if kind(asked) == "TurnAnswer" else answer

    with ModelServer() as server:
        server.plays(Player(bends=bends))
        return compared(server, folder)


def test_markup_and_escape_sequences_are_shown_and_do_nothing(tmp_path: Path) -> None:
    found = spoilt(tmp_path)
    written = markdown(found)
    assert "\\<img src=x onerror=alert(1)\\> \\| \\[a\\](javascript:1) \\`x\\` \\*wins\\*" in written
    assert "<img" not in written.replace("\\<img", "") and "\x1b" not in written + "\n".join(lines(found))
    assert escaped("a_b #1") == "a\\_b \\#1"


def test_the_command_prints_one_document_that_its_schema_describes(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("ROSTRUM_CACHE", str(tmp_path / "cache"))
    settings = tmp_path / "settings.yaml"
    with ModelServer() as server:
        server.plays(Player())
        settings.write_text(json.dumps({"models": {"default": {"base_url": server.url, "model": "test-model"}}}))
        run = ("--config", settings, "compare", HARNLEY, WESTMARK, "--depth", 1, "--out", tmp_path / "out", "--json")
        done = rostrum(*run)
        again = rostrum(*run[:-1], "--ask", "1.1=Who slept longer?")
    assert (done.returncode, again.returncode) == (0, 0), done.stderr + again.stderr
    told = json.loads(done.stdout)
    schema = json.loads(rostrum("schema", "compare").stdout)
    jsonschema_rs.validate(schema, told)
    assert Comparison.model_validate(told).focus == "later school hours"
    assert "1.1.1  ? Who slept longer?" in again.stdout and "answers from before" in again.stderr
    kept = Comparison.model_validate_json((tmp_path / "out" / "comparison.json").read_bytes())
    assert [one.what for one in kept.steering] == ["ask"]
    assert (tmp_path / "out" / "comparison.md").read_text().startswith("# later school hours\n")
