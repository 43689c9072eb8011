"""How a process that we have started is ended: it is asked to, and made to when it does not."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable


async def end(process: asyncio.subprocess.Process, seconds: float, kill: Callable[[], object] | None = None) -> None:
    """Returns when it has ended.

    `seconds`: that it may take to do so in order; `kill`: makes it end, with more than itself where that is wanted.
    """
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(seconds):  # wait_for may lose a cancellation (Python 3.11)
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            (kill or process.kill)()
        await process.wait()
