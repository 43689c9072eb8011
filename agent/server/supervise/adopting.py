"""Processes of a server that was killed, in which matches go on: the next server takes them over as they are."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from agent.server.supervise.state import Process

LOOK_SECONDS = 0.25
CREDENTIALS = ("_KEY", "_SECRET", "_TOKEN", "_URL")  # how variables end that say how others are reached, and as whom


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
