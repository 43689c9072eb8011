"""What processes print goes to files that do not grow without end: the newest is kept, twice as much at most."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 10_000_000
LOOK_SECONDS = 5.0
log = logging.getLogger("rostrum.server")


async def rotating(paths: Callable[[], Iterable[Path]]) -> None:
    """Look after those files until cancelled. Whoever writes to them appends, and notices nothing."""
    while True:
        for path in paths():
            await asyncio.to_thread(rotate, path)
        await asyncio.sleep(LOOK_SECONDS)


def rotate(path: Path, most: int = MOST_BYTES) -> None:
    """Where it has grown too large its end goes to PATH.1, in place of what was there, and it begins anew."""
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        return
    if size <= most:
        return
    with suppress(OSError):  # a full disk: then there is room all the more
        _keep_the_end(path, size - most, path.with_name(f"{path.name}.1"))
    try:
        os.truncate(path, 0)
    except OSError as error:
        log.warning("%s: cannot be cut: %s", path, error.strerror)


def _keep_the_end(path: Path, start: int, to: Path) -> None:
    with path.open("rb") as file, os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as kept:
        file.seek(start)
        file.readline()  # of which the beginning is missing
        while piece := file.read(1 << 20):
            kept.write(piece)
