"""One livekit-server for all tests of the room; each test has a room of its own in it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from agent.room.livekit_server import LiveKitServer, find_server


@pytest.fixture(scope="session")
def livekit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveKitServer]:
    """Fails with the way to install it where there is none, rather than leaving the room untested."""
    server = LiveKitServer(find_server(), tmp_path_factory.mktemp("livekit") / "livekit.log")
    with asyncio.Runner() as runner:
        runner.run(server.__aenter__())
        yield server
        runner.run(server.__aexit__())
