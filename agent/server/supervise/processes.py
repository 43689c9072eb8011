"""The processes of a server: found again, taken over, started again, and what they print kept small.

Those of a server that was killed, in which matches go on, are taken over by the next one as they are.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it ships no types
from pydantic import BaseModel, ConfigDict

from config.errors import LogError

END_SECONDS = 10.0  # for a process of an earlier server
LOOK_SECONDS = 0.25
CREDENTIALS = ("_KEY", "_SECRET", "_TOKEN", "_URL")  # how variables end that say how others are reached, and as whom
AGAIN_SECONDS = (0.1, 1.0, 2.0, 5.0, 15.0, 30.0)  # the first time, the second in a row, ...
WELL_SECONDS = 15.0  # what ran for so long begins with the first of them: a fault of its own ends it at once, or seldom
MOST_BYTES = 10_000_000
ROTATE_SECONDS = 5.0
log = logging.getLogger("rostrum.server")


class Process(BaseModel):
    """One of ours: another process may be given the same number later, but did not begin at the same time."""

    model_config = ConfigDict(frozen=True)

    pid: int
    began: float

    @classmethod
    def of(cls, pid: int) -> Process:
        """Raises LogError: it has ended."""
        try:
            return cls(pid=pid, began=psutil.Process(pid).create_time())
        except psutil.Error as error:
            raise LogError(f"process {pid} has ended") from error

    def found(self) -> psutil.Process | None:
        """The process, if it is still there."""
        with contextlib.suppress(psutil.Error):
            found = psutil.Process(self.pid)
            if abs(found.create_time() - self.began) < 1.0 and found.status() != psutil.STATUS_ZOMBIE:
                return found
        return None

    def end(self, seconds: float = END_SECONDS) -> None:
        """Ask it to end; make it, with those it started, when it does not."""
        if (found := self.found()) is None:
            return
        family = [found]
        with contextlib.suppress(psutil.Error):
            family += found.children(recursive=True)
            found.terminate()
        _, left = psutil.wait_procs(family[:1], timeout=seconds)
        for process in [*left, *family[1:]]:
            with contextlib.suppress(psutil.Error):
                process.kill()


class Adopted:
    """A process that another server has started, and that is ours from now on."""

    def __init__(self, process: Process, log: Path) -> None:
        self._process, self._log = process, log
        self.pid = process.pid

    async def wait(self) -> None:
        """Returns when it has ended: nobody tells whoever is not its parent."""
        while self._process.found() is not None:
            await asyncio.sleep(LOOK_SECONDS)

    async def died(self) -> str:
        await self.wait()
        return f"it ended; see {self._log}"

    async def end(self, seconds: float) -> None:
        """In order, within so many seconds; then anyhow."""
        await asyncio.to_thread(self._process.end, seconds)


@asynccontextmanager
async def adopted(process: Process, log: Path, end_seconds: float) -> AsyncIterator[Adopted]:
    """Ours inside; ended afterwards."""
    found = Adopted(process, log)
    try:
        yield found
    finally:
        await found.end(end_seconds)


def fingerprint(signing: str, environment: Mapping[str, str], what: Mapping[str, object]) -> str:
    """Of what processes were started with: only with the same are they taken over. Nothing can be read from it."""
    reached = sorted((name, value) for name, value in environment.items() if name.endswith(CREDENTIALS))
    told = json.dumps([dict(what), reached], sort_keys=True, default=str)
    return hmac.new(signing.encode(), told.encode(), hashlib.sha256).hexdigest()


class Restarting:
    """Of one process."""

    def __init__(self) -> None:
        self._again = 0

    def wait(self, lived: float) -> float:
        """Seconds until it is started again, now that it has died after so many seconds."""
        if lived > WELL_SECONDS:
            self._again = 0
        wait = AGAIN_SECONDS[min(self._again, len(AGAIN_SECONDS) - 1)]
        self._again += 1
        return wait


async def rotating(paths: Callable[[], Iterable[Path]]) -> None:
    """Look after those files until cancelled. Whoever writes to them appends, and notices nothing."""
    while True:
        for path in paths():
            await asyncio.to_thread(rotate, path)
        await asyncio.sleep(ROTATE_SECONDS)


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
