"""Threads for work that may be left behind: nobody has to wait for it but, for a moment, the end of the program."""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from weakref import WeakSet

ENDS_SECONDS = 10.0  # that the program waits at its end for what cannot be stopped at once
_threads: WeakSet[threading.Thread] = WeakSet()


def start(work: Callable[[], object], name: str) -> None:
    """Do this in a thread of its own, in the caller's context; what it raises is its own to tell."""
    thread = threading.Thread(target=copy_context().run, args=(work,), daemon=True, name=name)
    _threads.add(thread)
    thread.start()


@atexit.register
def _end() -> None:
    """A thread that the interpreter ends inside a model's native code takes the whole process down with it."""
    until = time.monotonic() + ENDS_SECONDS
    for thread in list(_threads):
        thread.join(max(0.0, until - time.monotonic()))
