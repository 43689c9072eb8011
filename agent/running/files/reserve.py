"""Space put aside for the log of a match: a full disk can be told of, and waited for."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

NAME = ".reserve"
RESERVE_BYTES = 1 << 20  # a whole match has about half of it in events
MARGIN_BYTES = 8 << 20  # that must be free beside it before a match goes on: others wait for space too
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


class Reserve:
    """A file that takes the space. Where there is none to be had it is not `there`.

    Where space cannot be put aside at all (a limit of the process, a file system that has no such call), the log goes
    without: it is `there`, and empty.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
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
