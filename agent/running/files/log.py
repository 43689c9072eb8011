"""The match log: append-only JSON lines, handed to the system before anyone acts on them."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ValidationError

from agent.match.events import SCHEMA_VERSION, Event, decode, encode
from agent.running.files.folder import write_whole
from config.errors import LogError

RESERVE = ".reserve"
RESERVE_BYTES = 1 << 20  # a whole match has about half of it in events
MARGIN_BYTES = 8 << 20  # that must be free beside it before a match goes on: others wait for space too
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
NAME = "events.jsonl"
BEGUN = ".begun"  # there from the first event on: a log that is empty beside it was emptied
log = logging.getLogger("rostrum.match")


class Reserve:
    """A file that takes the space. Where there is none to be had it is not `there`.

    Where space cannot be put aside at all (a limit of the process, a file system that has no such call), the log goes
    without: it is `there`, and empty.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / RESERVE
        self.there = self._taken()

    def again(self) -> bool:
        """Put the space aside once more; whether that is done, and some is left for others."""
        if not self.there and free_bytes(self._path.parent) >= RESERVE_BYTES + MARGIN_BYTES:
            self.there = self._taken()
        return self.there

    def give(self) -> bool:
        """Let go of the space, for what has to be written now; whether there was any."""
        was, self.there = self.there, False
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
        return was

    def _taken(self) -> bool:
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT, 0o600)
            try:
                os.posix_fallocate(descriptor, 0, RESERVE_BYTES)
            finally:
                os.close(descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                self._path.unlink()
            return error.errno not in NO_SPACE
        return True


def free_bytes(folder: Path) -> int:
    """What may still be written there; 0 where that cannot be known."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


class _Opening(BaseModel):
    type: Literal["match_created"]
    schema_version: int = 1  # no version was written at first


class DiskFull(LogError):
    """There is no space, and what was put aside for the log is used up as well."""


class MatchLog:
    """Writes the events of one match; a line is either whole on disk or not there.

    Where the disk is full, lines go into space that was put aside for them: then the log is `short`. `resumed`: the
    match goes on after what the log holds; otherwise a folder that holds a match is refused. Raises LogError: the
    folder already holds a match; also from `append`, when the file cannot be written. The log then ends with the last
    whole line. One that somebody else has cut or removed meanwhile is written anew from what was said.
    """

    def __init__(self, folder: Path, *, resumed: bool = False) -> None:
        self.path = folder / NAME
        if emptied(folder):
            raise LogError(EMPTIED.format(self.path))
        if not resumed and self.path.is_file() and self.path.stat().st_size:
            raise LogError(f"{folder} already holds a match: choose another folder")
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = open(self.path, "ab", buffering=0, opener=_for_us_alone)  # noqa: SIM115  (closed by close())
            self._drop_torn_line()
        except OSError as error:
            raise LogError(f"{self.path}: cannot be opened: {error.strerror}") from error
        self._size = self._file.tell()
        self._reserve = Reserve(folder)
        self.events: list[Event] = read_log(folder) if self._size else []  # all that the log holds

    def _drop_torn_line(self) -> None:
        """What a crash left of a line would spoil the next one."""
        content = self.path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            self._file.truncate(whole)
            self._file.seek(whole)

    @property
    def short(self) -> bool:
        """Whether nothing is put aside for what comes next."""
        return not self._reserve.there

    def replenish(self) -> bool:
        """Put space aside again; whether there is enough."""
        return self._reserve.again()

    def append(self, event: Event) -> None:
        """Raises DiskFull, or another LogError."""
        line = encode(event).encode() + b"\n"
        self._as_we_left_it()
        try:
            self._write(line)
        except DiskFull:
            if not self._reserve.give():
                raise
            self._write(line)
        if not self._size:  # not before: a disk that is full, or a kill, has emptied nothing
            self._note_begun()
        self._size += len(line)
        self.events.append(event)

    def _as_we_left_it(self) -> None:
        """Raises LogError: somebody else has changed it, and it cannot be written anew."""
        found = os.fstat(self._file.fileno())
        if found.st_nlink and found.st_size == self._size:
            return
        log.error("%s was cut or removed by somebody else: it is written anew", self.path.name)
        write_whole(self.path, "".join(encode(one) + "\n" for one in self.events))
        self._file.close()
        try:
            self._file = open(self.path, "ab", buffering=0, opener=_for_us_alone)  # noqa: SIM115  (closed by close())
        except OSError as error:
            raise LogError(f"{self.path}: cannot be opened: {error.strerror}") from error
        self._size = self._file.tell()

    def _note_begun(self) -> None:
        with contextlib.suppress(OSError):  # the log itself tells what is wrong with the disk
            os.close(os.open(self.path.with_name(BEGUN), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600))

    def _write(self, line: bytes) -> None:
        try:
            view = memoryview(line)
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file.fileno(), self._size)
            kind = DiskFull if error.errno in NO_SPACE else LogError
            raise kind(f"{self.path}: cannot be written: {error.strerror}; the match stops here") from error

    def close(self) -> None:
        """A log in which nothing was written leaves no file."""
        self._reserve.give()
        self._file.close()
        if not self._size:
            with contextlib.suppress(OSError):
                self.path.unlink()


EMPTIED = "{} is empty, and the match had begun: put a copy of it back, or remove .begun beside it to begin anew"


def emptied(folder: Path) -> bool:
    """Whether a match had begun there, of whose log nothing is left."""
    try:
        return (folder / BEGUN).exists() and not ((folder / NAME).exists() and (folder / NAME).stat().st_size)
    except OSError:
        return False


def _for_us_alone(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def read_log(folder: Path) -> list[Event]:
    """All events of a match; a last line without an end (a crash while writing) is left out.

    `folder`: the match folder, or the log itself. Raises LogError: there is no log, it is of another version, or a
    whole line in it is damaged: with the line's number.
    """
    path = log_of(folder)
    lines = read_lines(path)
    if lines and (refused := _refusal(lines[0])):
        raise LogError(f"{path}: {refused}")
    events: list[Event] = []
    for number, line in enumerate(lines, 1):
        try:
            events.append(_logged(line))
        except LogError as error:
            raise LogError(f"{path}: line {number}: {error}") from error
    return events


def _refusal(line: bytes) -> str:
    """Why a log with that first line cannot be read, in one line; empty where it is of our version.

    Of what begins no match nothing is said here.
    """
    try:
        version = _Opening.model_validate_json(line, extra="ignore").schema_version
    except ValidationError:
        return ""
    if version == SCHEMA_VERSION:
        return ""
    better = "a newer Rostrum" if version > SCHEMA_VERSION else "the Rostrum that wrote it"
    return f"the log is of version {version}, and this Rostrum reads version {SCHEMA_VERSION}; take {better}"


def _logged(line: bytes) -> Event:
    event = decode(line)
    if event.seq < 0:
        raise LogError("seq: the event has no number")
    return event


def log_of(folder: Path) -> Path:
    """The log of a match folder; a path that is no folder is the log itself."""
    return folder / NAME if folder.is_dir() else folder


def read_lines(path: Path) -> list[bytes]:
    """The whole lines of a log, without their ends. Raises LogError: it cannot be read."""
    try:
        return path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise LogError(f"{path}: cannot be read: {error.strerror}") from error
