"""What is left behind in a thread when the program ends: it is waited for, but not for ever."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

PROGRAM = """
import sys, threading, time
from config import threads
from speech.offload import within

def work():
    time.sleep(float(sys.argv[1]))
    print("worked off")

threads.ENDS_SECONDS = float(sys.argv[2])
try:
    within(0.01, work)
except TimeoutError:
    print("left behind")
"""


def ended(*arguments: float) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)], cwd=ROOT, capture_output=True, text=True, timeout=240
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_the_program_ends_when_what_it_left_behind_is_worked_off() -> None:
    assert ended(0.3, 30) == ["left behind", "worked off"]


def test_work_that_hangs_keeps_the_program_only_for_a_moment() -> None:
    assert ended(3600, 0.1) == ["left behind"]
