"""A real `rostrum serve` in this process, with a LiveKit server, a worker and a host of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from agent.running.files.log import read_log
from agent.server.supervise.state import ServerState, read_state
from agent.server.supervise.supervisor import Serve, Supervisor
from config.errors import LogError
from config.settings import Settings


@dataclass
class Serving:
    root: Path
    supervisor: Supervisor
    lines: list[str]
    client: httpx.AsyncClient

    @property
    def state(self) -> ServerState:
        state = read_state(self.root)
        assert state is not None
        return state

    def events(self, id: str) -> list[Any]:
        try:
            return list(read_log(self.root / id))
        except LogError:
            return []

    async def has(self, id: str, kind: type, seconds: float = 150) -> None:
        async with asyncio.timeout(seconds):
            while not any(isinstance(event, kind) for event in self.events(id)):
                await asyncio.sleep(0.1)

    async def create(self, **asked: Any) -> str:
        answer = await self.client.post("/api/matches", json={**asked, "format": "even"})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["match"]["id"])


@asynccontextmanager
async def serving(root: Path) -> AsyncIterator[Serving]:
    lines: list[str] = []
    program = (sys.executable, "-m", "tests.server.short_host")
    supervisor = Supervisor(Serve(data=root, settings=Settings(), port=0, program=program), lines.append)
    running = asyncio.create_task(supervisor.run())
    try:
        await come_up(running, lines)
        async with httpx.AsyncClient(base_url=supervisor.address, timeout=30) as client:
            await until_ready(client)
            yield Serving(root, supervisor, lines, client)
    finally:
        supervisor.stop()
        await running


async def come_up(serving: asyncio.Task[None], lines: list[str]) -> None:
    async with asyncio.timeout(150):
        while not any("Rostrum is at" in line for line in lines):
            if serving.done():
                serving.result()
            await asyncio.sleep(0.1)


async def until_ready(client: httpx.AsyncClient) -> None:
    """LiveKit answers, and a worker is registered."""

    async def is_ready() -> bool:
        with contextlib.suppress(httpx.TransportError):
            return (await client.get("/ready")).status_code == 200
        return False

    async with asyncio.timeout(60):
        while not await is_ready():
            await asyncio.sleep(0.1)
