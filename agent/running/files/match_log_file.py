"""The match's own log: what is logged while it runs, with the traceback of what broke it."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.errors import RostrumError
from config.logs import LineFile, about, match_of, ours
from config.secrets import SECRETS

NAME = "match.log"
log = logging.getLogger("rostrum.match")


@contextmanager
def logging_to(folder: Path, match_id: str) -> Iterator[None]:
    """What is logged inside goes to `match.log` in that folder too, and belongs to the match.

    Inside is this coroutine, the tasks it starts, and the threads that `speech.offload` and `planning.loop_thread` work
    in; several matches of one process keep apart. What breaks the match is logged on its way out.

    Raises:
        LogError: the file cannot be opened.
    """
    if ours.level == logging.NOTSET:  # nobody has set the log up: a program that only borrows the match
        ours.setLevel(logging.INFO)
    SECRETS.hide_those_of(os.environ)
    handler = LineFile(folder / NAME)
    handler.addFilter(lambda record: match_of(record) == match_id)
    logging.getLogger().addHandler(handler)
    try:
        with about(match_id), _last_words():
            yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


@contextmanager
def _last_words() -> Iterator[None]:
    try:
        yield
    except RostrumError:  # whoever called is told in a line; here is where it arose
        log.info("the match could not go on", exc_info=True)
        raise
    except Exception:
        log.exception("the match broke")
        raise
    except BaseException as error:
        log.info("the match was stopped (%s)", type(error).__name__)
        raise
