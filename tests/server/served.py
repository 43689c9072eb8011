"""A real `rostrum serve` in a process of its own, with a LiveKit server, a worker and a host."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from agent.running.files.log import read_log
from agent.server.supervise.state import ServerState, read_state
from config.errors import LogError
from tests.server.short_serve import PROGRAM

UP_SECONDS = 150.0
UP = "Rostrum is at "


@dataclass
class Serving:
    """Where its matches are, and what it told."""

    root: Path
    told: Path
    process: subprocess.Popen[bytes]

    @property
    def lines(self) -> list[str]:
        return self.told.read_text(errors="replace").splitlines()

    @property
    def address(self) -> str:
        return next(line.partition(UP)[2].split()[0] for line in self.lines if UP in line)

    @property
    def state(self) -> ServerState:
        state = read_state(self.root)
        assert state is not None
        return state

    @asynccontextmanager
    async def client(self) -> AsyncIterator[httpx.AsyncClient]:
        """Asks it, once LiveKit answers and a worker is registered."""
        async with httpx.AsyncClient(base_url=self.address, timeout=30) as client:
            await until_ready(client)
            yield client

    def events(self, id: str) -> list[Any]:
        try:
            return list(read_log(self.root / id))
        except LogError:
            return []

    async def has(self, id: str, kind: type, seconds: float = 150) -> None:
        async with asyncio.timeout(seconds):
            while not any(isinstance(event, kind) for event in self.events(id)):
                await asyncio.sleep(0.1)


async def create(client: httpx.AsyncClient, **asked: Any) -> str:
    answer = await client.post("/api/matches", json={**asked, "format": "even"})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"]["id"])


@contextmanager
def serving(root: Path, *arguments: str, program: tuple[str, ...] = PROGRAM, **environment: str) -> Iterator[Serving]:
    """Its matches, and what it tells, are under `root`."""
    data, told = root / "matches", root / "serve.log"
    data.mkdir(exist_ok=True)
    with told.open("wb") as out:
        process = subprocess.Popen(
            [*program, str(data), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=os.environ | environment,
        )
    served = Serving(data, told, process)
    try:
        come_up(served)
        yield served
    finally:
        process.terminate()
        try:
            process.wait(60)
        finally:
            process.kill()


def come_up(served: Serving) -> None:
    end = time.monotonic() + UP_SECONDS
    while not any(UP in line for line in served.lines):
        assert served.process.poll() is None and time.monotonic() < end, "\n".join(served.lines)
        time.sleep(0.1)


async def until_ready(client: httpx.AsyncClient) -> None:
    """LiveKit answers, and a worker is registered."""

    async def is_ready() -> bool:
        with contextlib.suppress(httpx.TransportError):
            return (await client.get("/ready")).status_code == 200
        return False

    async with asyncio.timeout(60):
        while not await is_ready():
            await asyncio.sleep(0.1)
