"""Models that are loaded before anybody asks for them, each handed out once: for a process that waits for work."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

Model = TypeVar("Model")
log = logging.getLogger("rostrum.models")
_loading: dict[Hashable, Future[Any]] = {}
_lock = threading.Lock()


def load_ahead(key: Hashable, make: Callable[[], Any]) -> None:
    """Make it in this thread, for the first who asks for it by that key; a failure is theirs to meet again."""
    future: Future[Any] = Future()
    with _lock:
        if key in _loading:
            return
        _loading[key] = future
    try:
        future.set_result(make())
    except Exception as error:  # each library raises its own kinds
        log.debug("%s was not loaded ahead: %s", key, error)
        future.set_exception(error)


def loaded(key: Hashable, make: Callable[[], Model]) -> Model:
    """The one that was, or is being, loaded ahead; otherwise it is made now."""
    with _lock:
        future = _loading.pop(key, None)
    if future is not None and future.exception() is None:
        found: Model = future.result()
        return found
    return make()


def forget() -> None:
    """Nobody asks for the rest any more."""
    with _lock:
        _loading.clear()
