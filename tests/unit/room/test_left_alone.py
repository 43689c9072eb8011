"""What a worker that was killed leaves behind ends by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[3]
WORKER = """
import multiprocessing, sys, time

jobs = multiprocessing.get_context("forkserver")
jobs.set_forkserver_preload(["tests.unit.room.impatient"])
job = jobs.Process(target=time.sleep, args=(600,))
job.start()
print(job.pid, flush=True)
time.sleep(600)
"""


def test_a_job_of_a_killed_worker_and_what_it_was_forked_from_end_by_themselves() -> None:
    with subprocess.Popen([sys.executable, "-c", WORKER], cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        job = psutil.Process(int(worker.stdout.readline()))
        forking = job.parent()
        assert forking is not None and forking.ppid() == worker.pid
        time.sleep(0.3)
        assert job.is_running(), "while the worker lives it stays"
        os.kill(worker.pid, signal.SIGKILL)
    gone, left = psutil.wait_procs([job, forking], timeout=20)
    for one in left:
        one.kill()
    assert not left and len(gone) == 2
