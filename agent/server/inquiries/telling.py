"""Who is told how an inquiry goes on, and how work at one is ended early."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from pydantic import BaseModel

from agent.server.contracts.inquiries import InquiryProgress
from planning.growth.calls import Progress


class Telling(Protocol):
    """Who is told how an inquiry goes on. `before`: what its earlier runs came to."""

    @property
    def before(self) -> InquiryProgress: ...

    def changed(self, document: Callable[[], BaseModel]) -> None:
        """There is more of it; `document` makes what there is so far, whole."""

    def progressed(self, progress: Progress) -> None:
        """How far this run is."""

    def stops(self, stop: Callable[[str], None]) -> None:
        """By which no further call is made."""


async def unless_stopped(work: Coroutine[Any, Any, object], telling: Telling) -> None:
    """To its end, or until it was stopped and has saved what there is."""
    task = asyncio.ensure_future(work)

    def stop(reason: str) -> None:
        task.cancel()

    telling.stops(stop)
    try:
        await task
    except asyncio.CancelledError:
        if not task.cancelled():  # it is we who are cancelled
            task.cancel()
            raise
