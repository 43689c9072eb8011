"""How files of tests are handed out to several processes: what waits, what computes, and to whom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.remote import Producer

from tests.lanes import LONG, LONGEST, REAL_TIME, Lanes

ROOT = Path(__file__).parents[2]
WAITING = ["tests/room/test_a.py", "tests/page/test_b.py", "tests/server/test_c.py", LONGEST[0]]
COMPUTING = ["tests/unit/test_d.py", "tests/unit/test_e.py", "tests/speech/test_f.py"]


class Process:
    """A process that runs tests, as its scheduler sees it: it is sent the places of tests, and told to end."""

    def __init__(self, number: int, tests: Sequence[str]) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.tests, self.waiting, self.shutting_down = list(tests), list[int](), False
        self.files: list[str] = []

    def send_runtest_some(self, places: list[int]) -> None:
        self.waiting += places

    def shutdown(self) -> None:
        self.shutting_down = True


def run(files: Sequence[str], count: int, slow: Sequence[int] = ()) -> list[Process]:
    """Every process runs one test after the other, the slow ones none before the others are done; returns them."""
    tests = [f"{file}::test_{number}" for file in files for number in range(3)]
    config: Any = SimpleNamespace(
        getvalue=lambda name: [f"{count}*popen"], option=SimpleNamespace(loadscopereorder=True), hook=None
    )
    lanes: Any = Lanes(config, Producer("lanes", enabled=False))
    processes = [Process(number, tests) for number in range(count)]
    for one in processes:
        lanes.add_node(one)
    for one in processes:
        lanes.add_node_collection(one, tests)
    lanes.schedule()
    while ready := [one for one in processes if one.waiting]:
        quick = [one for one in ready if processes.index(one) not in slow] or ready
        for one in quick:
            done = one.waiting.pop(0)
            one.files.append(tests[done].split("::")[0])
            lanes.mark_test_complete(one, done)
    assert lanes.tests_finished
    assert sorted(file for one in processes for file in one.files) == sorted(test.split("::")[0] for test in tests)
    return processes


def test_the_last_process_computes_while_the_others_wait() -> None:
    first, second, last = run([*WAITING, *COMPUTING], 3)
    assert set(last.files) <= set(COMPUTING)
    assert LONGEST[0] in (first.files[0], second.files[0]), "the longest is begun first"
    assert last.files[0] == "tests/speech/test_f.py"
    assert last.shutting_down, "it is not left for what waits"


def test_those_that_have_nothing_more_to_wait_for_help_to_compute() -> None:
    first, second, _ = run([*WAITING, *COMPUTING], 3, slow={2})
    assert set(first.files + second.files) > set(WAITING)


@pytest.mark.parametrize("files", [WAITING, COMPUTING], ids=["waiting", "computing"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_are_run_where_there_is_but_one_kind(files: list[str], count: int) -> None:
    run(files, count)


def test_what_is_named_is_there() -> None:
    assert [one for one in (*LONGEST, *LONG, *REAL_TIME) if not (ROOT / one).exists()] == []
    assert all(one.startswith(REAL_TIME) for one in LONGEST)
