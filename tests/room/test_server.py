"""A livekit-server of our own that cannot start says why; one that can, and a worker, share processors with us."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import psutil
import pytest

from agent.room.processes.livekit_server import LiveKitServer, find_server, free_ports
from config.errors import RoomError

pytestmark = pytest.mark.room


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    broken = tmp_path / "livekit-server"
    broken.write_text("#!/bin/sh\necho 'could not parse keys' >&2\nexit 3\n")
    broken.chmod(0o755)

    async def run() -> None:
        async with LiveKitServer(broken, tmp_path / "log"):
            pass

    with pytest.raises(RoomError, match="did not start: could not parse keys"):
        asyncio.run(run())


def test_a_port_in_use_is_said_before_anything_starts(tmp_path: Path) -> None:
    async def run() -> None:
        (port,) = free_ports(1)
        taken = await asyncio.start_server(lambda r, w: None, "127.0.0.1", port)
        async with taken:
            with pytest.raises(RoomError, match=f"port {port} is in use"):
                async with LiveKitServer(find_server(), tmp_path / "log", port=port):
                    pass

    asyncio.run(run())


def test_what_is_started_has_a_group_of_its_own_and_our_session(livekit: LiveKitServer, worker: Path) -> None:
    """Linux shares processors out among sessions first: beside a busy one the chair in another waits for seconds."""
    of_worker = [one.pid for one in psutil.Process().children() if "agent.room.worker.worker_main" in one.cmdline()]
    for pid in (livekit.pid, *of_worker):
        assert (os.getpgid(pid), os.getsid(pid)) == (pid, os.getsid(0))
    assert of_worker
