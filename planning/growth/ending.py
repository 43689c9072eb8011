"""A run that is broken off by Ctrl-C, or by the end of its task, loses nothing that was paid for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")
GRACE_SECONDS = 20.0  # that the calls under way get when a run is interrupted


async def graceful(
    work: Coroutine[Any, Any, Result],
    stop: Callable[[str], None],
    save: Callable[[], object] = lambda: None,
    *,
    grace: float = GRACE_SECONDS,
) -> Result:
    """What `work` brings. Cancelled, it has no further call made, waits a while for the answers that are under way,
    has what is there saved, and is cancelled then.

    Args:
        stop: makes no further call, for the reason it is told.
        save: keeps what there is.
    """
    working = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(working)
    except asyncio.CancelledError:
        if not working.done():
            stop("it was interrupted")
            await asyncio.wait([working], timeout=grace)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        save()
        raise
