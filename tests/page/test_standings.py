"""Points stand on the page as the match itself tells it: on invented matches of every format, and on real ones."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.match.afterwards.finished import standings_in
from agent.match.events import Event, encode
from agent.match.state import Match
from agent.running.files.log import read_log
from config.shipped import FORMATS, load_format
from planning.debate.points import speech_of
from planning.debate.standing import MEANING, Status
from tests.page.conftest import WEB
from tests.page.invented import invented

NAMES = sorted(path.stem for path in FORMATS.glob("*.yaml"))
MATCHES = 50  # of each format
REAL = sorted((Path(__file__).parent / "logs").glob("*/events.jsonl"))


def logs() -> Iterator[tuple[str, list[Event]]]:
    for name in NAMES:
        for seed in range(MATCHES):
            yield f"{name} {seed}", invented(load_format(name), seed)
    for path in REAL:
        events = read_log(path.parent)
        yield f"{path.parent.name}, half of it", events[: len(events) // 2]
        yield path.parent.name, events


def told(events: list[Event]) -> dict[str, dict[str, list[object]]]:
    """By observer, by point: how it stands in words, and by what; of those who have understood anything."""
    match = Match.replay(events)
    found = {observer: standings_in(match, observer) for observer in match.flows}
    return {
        observer.value: {id: [one.told, list(one.by)] for id, one in some.items()} for observer, some in found.items()
    }


@pytest.fixture(scope="module")
def held() -> dict[str, list[Event]]:
    return dict(logs())


def test_the_page_tells_how_points_stand_as_the_match_does(
    built: Path, held: dict[str, list[Event]], tmp_path: Path
) -> None:
    asked, answer = tmp_path / "logs.jsonl", tmp_path / "told.jsonl"
    lines = ("[" + ",".join(map(encode, events)) + "]" for events in held.values())
    asked.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = ["node", "--import", "tsx", "test/parity.ts", str(asked), str(answer)]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    meaning, *page = map(json.loads, answer.read_text(encoding="utf-8").splitlines())
    assert meaning == dict(MEANING)
    for (name, events), seen in zip(held.items(), page, strict=True):
        truth = {observer: some for observer, some in told(events).items() if some or observer in seen}
        assert seen == truth, name


def test_in_every_format_every_way_in_which_a_point_can_stand_occurs(held: dict[str, list[Event]]) -> None:
    """What is held against the page is worth it."""
    for name in NAMES:
        ways: Counter[str] = Counter()
        for seed in range(MATCHES):
            match = Match.replay(held[f"{name} {seed}"])
            for observer in match.flows:
                for id, one in standings_in(match, observer).items():
                    ways[one.status] += 1
                    ways["let stand"] += one.let_stand is not None
                    ways["within its turn"] += any(speech_of(by)[1] == speech_of(id)[1] for by in one.by)
        both = any(turn.cross_examination or turn.points_of_information for turn in load_format(name).turns)
        assert {*Status, "let stand"} <= {way for way, count in ways.items() if count >= 10}, (name, ways)
        assert bool(ways["within its turn"]) is both, name
