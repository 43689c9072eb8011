"""One livekit-server for all tests of the room; each test has a room of its own in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.room.processes.livekit_server import LiveKitServer, find_server
from agent.room.processes.worker_process import worker_process


@pytest.fixture(scope="session")
def livekit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveKitServer]:
    """Fails with the way to install it where there is none, rather than leaving the room untested."""
    server = LiveKitServer(find_server(), tmp_path_factory.mktemp("livekit") / "livekit.log")
    with asyncio.Runner() as runner:
        runner.run(server.__aenter__())
        yield server
        runner.run(server.__aexit__())


@pytest.fixture(scope="session")
def worker(livekit: LiveKitServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A worker for all matches on that server, in a process of its own; gives its log."""
    log = tmp_path_factory.mktemp("worker") / "worker.log"
    process = worker_process(livekit.url, livekit.keys, log)
    with asyncio.Runner() as runner:
        runner.run(process.__aenter__())
        yield log
        runner.run(process.__aexit__(None, None, None))
