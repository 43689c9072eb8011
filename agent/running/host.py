"""Holds a match: the same way in this process and in a room on a server, from its beginning or from its log.

What is logged meanwhile goes to the match's own log too, with the traceback of what broke it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from agent.match.state import Match
from agent.running.decisions import Decisions
from agent.running.files.log import MatchLog, read_log
from agent.running.files.whole_match import whole_match_of
from agent.running.inbox import Inbox
from agent.running.observers import Observer, Observers
from agent.running.ports import Room
from agent.running.runner import Runner
from agent.running.setup import MatchSetup
from config.errors import LogError, RostrumError
from config.logs import LineFile, about, match_of, ours
from config.secrets import SECRETS

LOG = "match.log"
log = logging.getLogger("rostrum.match")


@contextmanager
def logging_to(folder: Path, match_id: str) -> Iterator[None]:
    """What is logged inside goes to `match.log` in that folder too, and belongs to the match.

    Inside is this coroutine, the tasks it starts, and the threads that `speech.offload` and `planning.loop_thread` work
    in; several matches of one process keep apart. What breaks the match is logged on its way out. Raises LogError: the
    file cannot be opened.
    """
    if ours.level == logging.NOTSET:  # nobody has set the log up: a program that only borrows the match
        ours.setLevel(logging.INFO)
    SECRETS.hide_those_of(os.environ)
    handler = LineFile(folder / LOG)
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


async def host_match(
    room: Room, setup: MatchSetup, observers: Sequence[Observer] = (), inbox: Inbox | None = None
) -> Match:
    """Hold one match to its end; many may be held side by side. Its folder then has the log and the recordings.

    `inbox`: the chair's way into the match, for pauses; one of its own if left out. Raises LogError: the folder already
    holds a match, or the log cannot be written. RostrumError: the room could not be had, or was lost; what was heard
    until then is in the folder.
    """
    watching = Observers([Decisions(), *observers])
    inbox = inbox or Inbox()
    inbox.on_refused = watching.on_refused
    match_log = MatchLog(setup.folder)
    with closing(match_log), logging_to(setup.folder, setup.id), watching.to_the_end():
        async with (
            whole_match_of(setup, watching),
            room.gather(setup, inbox, watching, lambda: match_log.events, None) as gathered,
        ):
            runner = Runner(match_log, gathered.venue, inbox, watching)
            return await runner.run(setup.created(gathered.seats), held=gathered.held)


async def resume_match(
    room: Room, setup: MatchSetup, observers: Sequence[Observer] = (), inbox: Inbox | None = None
) -> Match:
    """Go on with the match in `setup.folder` from its log; arguments and errors as of `host_match`.

    Raises LogError: there is no log, or it is damaged. RuleError: the match has ended.
    """
    watching = Observers([Decisions(), *observers])
    inbox = inbox or Inbox()
    inbox.on_refused = watching.on_refused
    if not (events := read_log(setup.folder)):
        raise LogError(f"{setup.folder}: the log is empty")
    match_log = MatchLog(setup.folder, resumed=True)
    with closing(match_log), logging_to(setup.folder, setup.id), watching.to_the_end():
        past = Match.replay(events)
        watching.on_past(events, past)
        async with (
            whole_match_of(setup, watching),
            room.gather(setup, inbox, watching, lambda: match_log.events, past) as gathered,
        ):
            return await Runner(match_log, gathered.venue, inbox, watching).resume(
                events, gathered.seats, gathered.replaced
            )
