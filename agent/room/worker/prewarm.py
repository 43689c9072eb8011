"""A process that waits for a job has loaded what the job will need: one that takes over is there seconds sooner.

A worker keeps one process idle. It loads the models that the last job of this worker asked for, or those of the
shipped settings before the first, when it has been idle for a moment: until then the job before it needs the machine.
"""

from __future__ import annotations

import logging
import threading

from livekit.agents import JobProcess

from agent.running.tasks import cause
from config.errors import RostrumError
from config.settings import Settings
from config.threads import start
from speech.models.ahead import forget

log = logging.getLogger("rostrum.worker")

IDLE_SECONDS = 3.0
_wanted = threading.Event()  # a job has come


class Warming:
    """Set up in each idle process; as it is when that process is started. `settings`: of the last job."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def __call__(self, process: JobProcess) -> None:
        start(self._load, "loading ahead")

    def _load(self) -> None:
        if _wanted.wait(IDLE_SECONDS):
            return
        from agent.components import Components  # the worker, which has one of us too, never needs them

        try:
            Components(self.settings).load_ahead(_wanted)
        except (RostrumError, OSError) as error:
            log.debug("nothing more is loaded ahead: %s", cause(error))


def job_came() -> None:
    """What is loaded by now is used, what is being loaded is waited for, and nothing else is begun."""
    _wanted.set()


def job_ready() -> None:
    """What it did not take is for nobody."""
    forget()
