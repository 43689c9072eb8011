"""The process that a worker's jobs are forked from: started beside the worker, with all loaded that a job needs."""

from __future__ import annotations

import signal
from multiprocessing import forkserver

OURS = ("agent.room.worker.left_alone", "agent.room.worker.warm")
THEIRS = ("livekit.agents.ipc._preload", "livekit.agents.ipc._preload_freeze")  # as the library has it: freezing last


def load_beside() -> None:
    """Start it now, in the main thread of a process that has imported nothing heavy yet; what is set up stays.

    Ctrl-C is for the worker: it ends its jobs in order.
    """
    forkserver.set_forkserver_preload([*OURS, *THEIRS])
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        forkserver.ensure_running()
    finally:
        signal.signal(signal.SIGINT, before)
