"""One process at a time at something that is done in a tournament's folder."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.errors import LogError, UsageError


@contextmanager
def alone(folder: Path, lock: str, told: str) -> Iterator[None]:
    """Hold the file `lock` in the folder. Raises UsageError: another process does, which is `told`. LogError."""
    try:
        file = (folder / lock).open("a")
    except OSError as error:
        raise LogError(f"{folder}: cannot be written: {error.strerror}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"{folder}: {told}") from None
        yield
