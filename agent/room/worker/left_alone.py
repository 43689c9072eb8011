"""A job ends soon after its worker, whatever it was doing: imported in the process that jobs are forked from.

A worker that was killed ends nobody. Its jobs leave their rooms, but one that was just getting ready would wait for it
for ever, and the process that it was forked from with it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time

import psutil  # type: ignore[import-untyped]  # it brings no types

LOOK_SECONDS = 1.0
LEAVE_SECONDS = 10.0  # to leave a room in order
FORKING, WORKER = os.getpid(), os.getppid()


def _watch() -> None:
    if os.getppid() == FORKING:  # and no process that a job has forked itself
        threading.Thread(target=_end_after_it, name="watching the worker", daemon=True).start()


def _end_after_it() -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(FORKING)
        while parent.ppid() == WORKER:
            time.sleep(LOOK_SECONDS)
    time.sleep(LEAVE_SECONDS)
    os.kill(os.getpid(), signal.SIGKILL)


os.register_at_fork(after_in_child=_watch)
