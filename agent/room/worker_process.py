"""A debater worker in a process of its own, registered with a server."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from agent.room.livekit_server import Keys
from agent.room.worker import DEDICATED, REGISTERED
from config.errors import RoomError

REGISTER_TIMEOUT_SECONDS = 90.0
END_TIMEOUT_SECONDS = 8.0


@asynccontextmanager
async def worker_process(url: str, keys: Keys, log: Path) -> AsyncIterator[None]:
    """Start the worker, wait until it is registered, and end it afterwards.

    Args:
        log: where it writes what it prints.

    Raises:
        RoomError: it could not be started, or did not register in time.
    """
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "agent.room.worker",
            DEDICATED,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={
                **os.environ,
                "LIVEKIT_URL": url,
                "LIVEKIT_API_KEY": keys.key,
                "LIVEKIT_API_SECRET": keys.secret,
                "LIVEKIT_AGENTS_PRELOAD_LOCAL_INFERENCE": "0",
            },
            start_new_session=True,
        )
    try:
        await _registered(process, log)
        yield
    finally:
        await _end(process)


def _says(log: Path, word: str) -> bool:
    return word in log.read_text(errors="replace")


async def _registered(process: asyncio.subprocess.Process, log: Path) -> None:
    """Wait until the worker has written into its log that it is registered."""
    try:
        async with asyncio.timeout(REGISTER_TIMEOUT_SECONDS):
            while not _says(log, REGISTERED):
                if process.returncode is not None:
                    raise RoomError(f"the debater could not be started; see {log}")
                await asyncio.sleep(0.1)
    except TimeoutError:
        told = f"the debater did not register within {REGISTER_TIMEOUT_SECONDS:.0f} s"
        raise RoomError(f"{told}; see {log}") from None


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask the process to end, then make it."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(END_TIMEOUT_SECONDS):  # wait_for may lose a cancellation (Python 3.11)
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        await process.wait()
