"""The process's log for a test to set up as it likes, put back afterwards; and its lines taken apart."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.logs import ours, prompt_log

LINE = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (?P<level>[A-Z]+) (?P<logger>\S+)(?: \[(?P<match>.*?)\])? .*"
)


@contextmanager
def borrowed_log() -> Iterator[None]:
    """Levels, handlers and the making of records are afterwards as they were.

    Inside, LiveKit's are as in a new process, whatever a match that was held in this one had them keep to themselves.
    """
    rooms = [logging.getLogger(name) for name in ("livekit", "livekit.agents")]
    loggers = [logging.getLogger(), ours, prompt_log, *rooms]
    before = [(one, one.level, list(one.handlers)) for one in loggers]
    for one in rooms:
        one.setLevel(logging.NOTSET)
    factory = logging.getLogRecordFactory()
    try:
        yield
    finally:
        for one, level, handlers in before:
            for handler in set(one.handlers) - set(handlers):
                handler.close()
            one.setLevel(level)
            one.handlers[:] = handlers
        logging.setLogRecordFactory(factory)


def lines(path: Path) -> list[str]:
    """The lines of a log, each checked to be a record of its own."""
    found = path.read_text(encoding="utf-8").split("\n")
    assert found.pop() == ""  # the last one has its end
    for line in found:
        assert LINE.fullmatch(line) and line.isprintable(), line
    return found
