"""A recogniser over the network on the command line: what doctor says of it, and a match in which it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import command_line
from tests import hearing_server as serving
from tests.cli.test_commands import BLITZ, CON
from tests.command_line import Done
from tests.hearing_server import KEY, HearingServer, fails


@pytest.fixture
def server() -> Iterator[HearingServer]:
    with serving.running() as server:
        yield server


def rostrum(server: HearingServer, tmp_path: Path, *arguments: object) -> Done:
    settings = tmp_path / "rostrum.yaml"
    hearing = {"model": "openai:small-stt", "remote": {"base_url": server.url}}
    settings.write_text(json.dumps({"hearing": hearing, "speaking": {"voices": {"pro": "flite", "con": "flite"}}}))
    environment = {"OPENAI_API_KEY": KEY, "NO_PROXY": "127.0.0.1"}
    return command_line.rostrum("-vv", "--config", settings, *arguments, environment=environment)


def found(server: HearingServer, tmp_path: Path) -> dict[str, dict[str, Any]]:
    done = rostrum(server, tmp_path, "doctor", "--try", "--json")
    assert done.returncode == 0, done.stderr
    assert KEY not in done.stdout + done.stderr
    return {line["part"]: line for line in json.loads(done.stdout)}


def test_doctor_says_who_hears_who_stands_in_and_whether_it_answers(server: HearingServer, tmp_path: Path) -> None:
    lines = found(server, tmp_path)
    assert lines["recogniser"]["detail"].startswith("small-stt at 127.0.0.1:")
    assert "named in the settings" in lines["recogniser"]["detail"]
    assert lines["recogniser"]["detail"].endswith(" stands in")
    assert lines["answer of the recogniser"]["ok"]
    assert len(server.asked) == 1


def test_doctor_says_why_it_does_not_answer(server: HearingServer, tmp_path: Path) -> None:
    server.answer = fails(401, KEY)
    lines = found(server, tmp_path)
    assert lines["recogniser"]["ok"]  # a match can be held without it
    assert not lines["answer of the recogniser"]["ok"]
    assert "refused the key (401); set OPENAI_API_KEY" in lines["answer of the recogniser"]["detail"]


@pytest.mark.long
def test_a_match_in_which_it_refuses_is_heard_all_the_same_and_says_so(server: HearingServer, tmp_path: Path) -> None:
    server.answer = fails(401, KEY)
    blitz, folder = tmp_path / "blitz.yaml", tmp_path / "match"
    blitz.write_text(BLITZ)
    match = ("--format", blitz, "--con", f"text:{CON}", "--pace", "fast", "--out", folder)
    done = rostrum(server, tmp_path, "debate", *match, "--json")
    assert done.returncode == 0, done.stderr
    log = (folder / "events.jsonl").read_text()
    events = [json.loads(line) for line in log.splitlines()]
    degraded = [event for event in events if event["type"] == "degraded" and event["part"] == "recogniser"]
    assert degraded and "refused the key (401)" in degraded[0]["reason"] and " goes on" in degraded[0]["reason"]
    assert any(event["type"] == "transcript_segment" for event in events)
    assert KEY not in log + done.stdout + done.stderr + (folder / "match.log").read_text()
