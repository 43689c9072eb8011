"""A process that a supervisor has started: told by it what else runs, and notices when it is gone.

The supervisor holds the other end of a named pipe and writes a JSON object a line: {"workers": 1}. The system closes
that end however the supervisor goes; another that takes its place opens it again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import aiohttp

from agent.running.tasks import end_all

VARIABLE = "ROSTRUM_SUPERVISED"
SIGNING_VARIABLE = "ROSTRUM_SIGNING_SECRET"
LEAVE_SECONDS = 15.0  # for a host to leave off all its matches
ANSWER_SECONDS = 2.0  # for a server to answer
LOOK_SECONDS = 0.25
MOST_BYTES = 65_536  # that a pipe holds
Found = TypeVar("Found")


def pipe_of(data: Path) -> Path:
    return data / "host.pipe"


class Link:
    """`workers`: of this machine, as far as was told; `gone`, `here`: set while the supervisor is."""

    def __init__(self) -> None:
        self.workers: int | None = None
        self.gone, self.here = asyncio.Event(), asyncio.Event()
        self.here.set()
        self._rest = b""

    async def follow(self, pipe: int) -> None:
        """Our end of the pipe, until cancelled."""
        while True:
            self.look(pipe)
            await asyncio.sleep(LOOK_SECONDS)

    def look(self, pipe: int) -> None:
        """What has been said by now."""
        try:
            told = os.read(pipe, MOST_BYTES)
        except BlockingIOError:  # somebody holds the other end, and has nothing to say
            self._is_here(True)
        else:
            self._is_here(bool(told))
            self._take(told)

    def _is_here(self, here: bool) -> None:
        for event, now in ((self.here, here), (self.gone, not here)):
            event.set() if now else event.clear()

    def _take(self, told: bytes) -> None:
        *lines, self._rest = (self._rest + told).split(b"\n")
        for line in lines:
            with contextlib.suppress(ValueError, TypeError, KeyError):
                self.workers = int(json.loads(line)["workers"])


@asynccontextmanager
async def linked(link: Link, data: Path, supervised: bool) -> AsyncIterator[None]:
    """The link to our supervisor, with what it had said before; it is never told anything where there is none."""
    if not supervised:
        yield
        return
    pipe = os.open(pipe_of(data), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    link.look(pipe)  # nobody is told that nothing is known meanwhile
    following = asyncio.create_task(link.follow(pipe))
    try:
        yield
    finally:
        await end_all(following)
        os.close(pipe)


class Shared(Generic[Found]):
    """What takes a while to find out, found out once for all who ask within some seconds."""

    def __init__(
        self, find: Callable[[], Coroutine[Any, Any, Found]], seconds: float, clock: Callable[[], float]
    ) -> None:
        self._find, self._seconds, self._clock = find, seconds, clock
        self._finding: asyncio.Task[Found] | None = None
        self._at = 0.0

    async def now(self) -> Found:
        if self._finding is None or (self._finding.done() and self._clock() - self._at >= self._seconds):
            self._finding, self._at = asyncio.create_task(self._find()), self._clock()
        return await asyncio.shield(self._finding)


class Reaching:
    """Asks a server, a LiveKit server or one of ours, whether it is there: over one connection, which is kept.

    Use as an async context manager.
    """

    def __init__(self, url: str) -> None:
        self._address = f"http{url[2:]}" if url.startswith("ws") else url
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
        self._session = aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=1))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def there(self) -> bool:
        assert self._session is not None, "used outside of its context"
        try:
            async with self._session.get(self._address, allow_redirects=False) as answer:
                await answer.content.read(MOST_BYTES)  # to its end: only then the connection is of use again
                return answer.status == 200
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
            return False
