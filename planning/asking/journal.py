"""What has been answered already, so that growth or judging that was interrupted goes on without asking twice.

An append-only file of JSON lines beside the library file: one for each finished answer, under a key made of everything
that was asked, and flushed before the answer is used. A line that a crash cut short is passed over. One program at a
time writes to it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from pydantic import JsonValue

from config.errors import LibraryError

HEAD = {"schema": "rostrum.rehearsal-journal", "version": 1}


def key_of(*parts: object) -> str:
    """A key that is the same for the same parts, in every run."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False, sort_keys=True, default=str).encode()).hexdigest()


class Journal:
    """Answers by key, in memory and on disk. Use as a context.

    Raises:
        LibraryError: the file cannot be written, is something else, or another program is writing to it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: dict[str, JsonValue] = {}
        self._file: IO[str] | None = None

    def __enter__(self) -> Journal:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a+", encoding="utf-8", errors="replace")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._close()
            raise LibraryError(self.path, "", "another run is writing to it; wait for it or end it") from None
        except OSError as error:
            self._close()
            raise LibraryError(self.path, "", f"cannot be written: {error.strerror}") from error
        self._read(self._file)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: str) -> JsonValue:
        """What was answered; None if nothing was."""
        return self._known.get(key)

    def put(self, key: str, asked: str, value: JsonValue) -> None:
        """Keep an answer. `asked` says in a word what the question was, for people who read the file.

        Raises:
            LibraryError: it cannot be written.
        """
        self._write({"key": key, "asked": asked, "value": value})
        self._known[key] = value

    def _read(self, file: IO[str]) -> None:
        file.seek(0)
        text = file.read()
        lines = list(_objects(text))
        if text.strip() and (not lines or lines[0].get("schema") != HEAD["schema"]):
            raise LibraryError(self.path, "line 1", "not a journal of answers; name another place for it")
        self._known = {line["key"]: line.get("value") for line in lines if isinstance(line.get("key"), str)}
        if text and not text.endswith("\n"):
            file.write("\n")  # what a crash cut short ends here
        if not text:
            self._write(HEAD)

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None, "the journal is used outside its context"
        try:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:
            raise LibraryError(self.path, "", f"cannot be written: {error.strerror}") from error

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _objects(text: str) -> Iterator[dict[str, Any]]:
    for line in text.split("\n"):
        try:
            found = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found
