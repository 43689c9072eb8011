"""An arena on a real cluster of Ray: two machines, each some processes on this one, and what becomes of a dead one."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bench.arena.machines import Machines
from tests.model_server import Asked, ModelServer
from tests.models.arena_players import judge, speaker
from tests.models.test_arena import JUDGED, Desk, contestants
from tests.packages import needs

pytestmark = [pytest.mark.timeout(300), needs("ray")]

PLAN = contestants("gold", "tin") + "motions: [arena66]\nfirst: 3\n"
TABLES = ("arena.json", "table.csv", "matches.csv", "table.md", "ratings.svg", "pairs.svg", "index.html")
UNDER_WAY = 8  # calls of a match at a time, at most


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with Machines(2) as machines:
        yield machines


@pytest.fixture
def desk(tmp_path: Path, server: ModelServer) -> Desk:
    return Desk(tmp_path, server)


def at(desk: Desk, number: int, happens: Callable[[], None]) -> None:
    """What happens while the server answers its question of that number."""

    def first(player: Callable[[Asked], Any]) -> Callable[[Asked], Any]:
        def answer(asked: Asked) -> Any:
            if asked.number == number:
                happens()
            return player(asked)

        return answer

    desk.server.plays(first(speaker))
    for schema in JUDGED:
        desk.server.plays(first(judge()), schema=schema)


def test_stopped_by_its_budget_or_by_ctrl_c_it_goes_on_without_asking_twice(desk: Desk, machines: Machines) -> None:
    spent = desk.run(PLAN + "budget: {calls: 60}", "--until-spent", "--on", machines.address)
    assert spent.returncode == 1 and "all 60 calls are spent" in spent.stderr, spent.stderr
    assert len(desk.server.asked) == 60, "by all machines together"
    at(desk, 100, lambda: os.kill(os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        stopped = desk.run(PLAN, "--on", machines.address)
    finally:
        signal.signal(signal.SIGINT, before)
    assert stopped.returncode == 1 and "run the same command again to go on" in stopped.stderr, stopped.stderr
    done = desk.run(PLAN, "--on", machines.address)
    assert done.returncode == 0, done.stderr
    assert len(desk.server.asked) - desk.answers() <= 2 * UNDER_WAY, "but what was under way"
    threads = {thread.name for thread in threading.enumerate()}
    assert not any(name.startswith("ray") for name in threads)


def test_a_machine_that_dies_changes_nothing(desk: Desk, machines: Machines) -> None:
    assert desk.run(PLAN, out="here").returncode == 0
    whole = len(desk.server.asked)
    at(desk, whole + 70, machines.kill_one)
    done = desk.run(PLAN, "--on", machines.address)
    assert done.returncode == 0, done.stderr
    for name in TABLES:
        assert (desk.folder / "arena" / name).read_bytes() == (desk.folder / "here" / name).read_bytes(), name
    assert desk.answers() == desk.answers("here")
    lost = len(desk.server.asked) - whole - desk.answers()
    assert 0 <= lost <= UNDER_WAY, "what the dead machine had under way"
    there, here = (
        sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.name != "arena.json")
        for folder in (desk.folder / "arena", desk.folder / "here")
    )
    assert there == here, "the matches are at home, and nothing else"


def test_a_cluster_that_is_not_there_is_told(desk: Desk) -> None:
    done = desk.run(PLAN, "--on", "127.0.0.1:9")
    assert done.returncode == 1 and "no Ray cluster could be used there" in done.stderr, done.stderr
    assert not desk.server.asked
