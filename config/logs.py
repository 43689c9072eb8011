r"""The log: one line a record, without secrets, with the match it belongs to.

    2026-11-20T18:30:00.123Z INFO rostrum.llm [2026-11-20-183000-ai-tutor] writer of pro: ...

Everything of ours is logged below the logger `rostrum`: decisions with their cause as info, their details as debug,
and as a warning only what is told in no other way. A program sets the log up once, when it starts; a match has a file
of its own besides (`agent.running.host`). What is no printable character is escaped, so that whatever
an opponent or a server says stays within its line; `sed 's/\\n/\n/g'` shows a traceback as it was.
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path

from config.errors import LogError
from config.secrets import SECRETS

LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)  # by how often -v is given
LEVEL_VARIABLE, PROMPTS_VARIABLE = "ROSTRUM_LOG", "ROSTRUM_LOG_PROMPTS"  # for the processes we start
MOST_BYTES = 20_000_000  # of a log file, and as much before it
AGAIN_SECONDS = 10.0  # after a log file could not be written
HELD = 200  # of the lines that wait while a picture is on the terminal: the newest

ours = logging.getLogger("rostrum")
prompt_log = logging.getLogger("rostrum.prompts")  # whole prompts and answers: only where they are asked for
NEVER = logging.CRITICAL + 1
prompt_log.setLevel(NEVER)
_match: ContextVar[str] = ContextVar("match", default="")


@dataclass(frozen=True)
class LogSetup:
    """How much is logged. `file`: where to, instead of stderr; a file gets no less than info."""

    level: int = logging.WARNING
    file: Path | None = None
    prompts: bool = False

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> LogSetup:
        """What the process that started this one has chosen; a worker, whose stderr is a file, logs from info on."""
        level = logging.getLevelNamesMapping().get(environment.get(LEVEL_VARIABLE, ""), logging.INFO)
        return cls(min(level, logging.INFO), prompts=bool(environment.get(PROMPTS_VARIABLE)))

    def environment(self) -> dict[str, str]:
        """For the processes that this one starts."""
        chosen = {LEVEL_VARIABLE: logging.getLevelName(self.level)}
        return chosen | ({PROMPTS_VARIABLE: "1"} if self.prompts else {})


def set_up(setup: LogSetup, *, libraries: int = logging.WARNING) -> None:
    """Log as told from now on, in this process; what was set up before is replaced.

    Args:
        libraries: the least level of records that are not ours.

    Raises:
        LogError: the file cannot be written.
    """
    handler: logging.Handler = StderrLines() if setup.file is None else LineFile(setup.file)
    handler.setLevel(setup.level if setup.file is None else min(setup.level, logging.INFO))
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one, StderrLines | LineFile)]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(libraries)
    ours.setLevel(min(setup.level, logging.INFO))  # the file of a match gets no less
    prompt_log.setLevel(logging.INFO if setup.prompts else NEVER)
    SECRETS.hide_those_of(os.environ)
    _know_matches()


def set_up_worker() -> None:
    """The log of a process that another of ours has started: as much as there, and what its libraries tell."""
    set_up(LogSetup.from_environment(), libraries=logging.INFO)


@contextlib.contextmanager
def about(match_id: str) -> Iterator[None]:
    """What is logged inside, and by the tasks and threads begun there, belongs to this match."""
    _know_matches()
    before = _match.get()
    _match.set(match_id)
    try:
        yield
    finally:
        _match.set(before)


def match_of(record: logging.LogRecord) -> str:
    """The id of the match that a record belongs to; "" for none."""
    return str(getattr(record, "match", ""))


# -- lines -------------------------------------------------------------------------------------------


class Lines(logging.Formatter):
    """Time in UTC, level, logger, match, message and traceback: one printable line without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
        match = f" [{match_of(record)}]" if match_of(record) else ""
        message = record.getMessage()
        trace = self.formatException(record.exc_info) if record.exc_info else record.exc_text or ""
        if trace and trace not in message:  # a record that another process has sent holds it already
            message += f"\n{trace}"
        return on_one_line(SECRETS.masked(f"{at}Z {record.levelname} {record.name}{match} {message}"))


def on_one_line(text: str) -> str:
    """The text with everything unprintable escaped, and the backslash itself, so that nothing is ambiguous."""
    if text.isprintable() and "\\" not in text:
        return text
    escaped = text.replace("\\", "\\\\")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in escaped)


class StderrLines(logging.Handler):
    """Lines on stderr, whatever that is when they come."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self._held: deque[str] | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = self.format(record)
            if self._held is None:
                sys.stderr.write(f"{line}\n")
            else:
                self._held.append(line)
        except Exception:  # what a handler must not do is to break who logs
            self.handleError(record)

    def keep(self) -> None:
        """Keep the lines, the newest of them, until they may be told."""
        self._held = deque(maxlen=HELD)

    def tell_kept(self) -> None:
        held, self._held = self._held or (), None
        sys.stderr.writelines(f"{line}\n" for line in held)


def quiet() -> None:
    """Nothing on stderr unless more than the usual was asked for: a program reads what this one prints."""
    for handler in _on_stderr():
        if handler.level >= logging.WARNING:
            handler.setLevel(NEVER)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """While a picture is on the terminal that stderr goes to, lines wait for its end."""
    handlers = _on_stderr() if sys.stderr.isatty() else []
    for handler in handlers:
        handler.keep()
    try:
        yield
    finally:
        for handler in handlers:
            handler.tell_kept()


def _on_stderr() -> list[StderrLines]:
    return [one for one in logging.getLogger().handlers if isinstance(one, StderrLines)]


class LineFile(RotatingFileHandler):
    """Lines at the end of a file, and in PATH.1 those before them: MOST_BYTES each.

    Where it can no longer be written that is told once, and tried again AGAIN_SECONDS later; the program goes on.

    Raises:
        LogError: from the beginning it cannot.
    """

    def __init__(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            super().__init__(path, encoding="utf-8", errors="backslashreplace", maxBytes=MOST_BYTES, backupCount=1)
        except OSError as error:
            raise LogError(f"{path}: cannot be opened: {error.strerror}") from error
        self.setFormatter(Lines())
        self._broken: float | None = None  # since when
        self._told = False

    def emit(self, record: logging.LogRecord) -> None:
        if self._broken is not None and record.created - self._broken < AGAIN_SECONDS:
            return
        self._broken = None
        super().emit(record)
        if self._told and self._broken is None:
            self._told = False
            ours.warning("%s: is written again; some of what was to be logged is missing", self.baseFilename)

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        else:
            self._broken = record.created
            if not self._told:
                self._told = True
                ours.warning("%s: cannot be written: %s; no more is logged there", self.baseFilename, error.strerror)

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what could not be written cannot be written now either
            super().close()


# -- the match a record belongs to -------------------------------------------------------------------


class _Records:
    """Makes records that know their match: where they are made is known only then, and not when they are handled."""

    def __init__(self) -> None:
        self._make = logging.getLogRecordFactory()

    def __call__(self, *arguments: object, **more: object) -> logging.LogRecord:
        record: logging.LogRecord = self._make(*arguments, **more)
        record.match = _match.get()
        return record


def _know_matches() -> None:
    if not isinstance(logging.getLogRecordFactory(), _Records):
        logging.setLogRecordFactory(_Records())
