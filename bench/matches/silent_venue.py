"""A venue in which nothing happens by itself: what a match costs, or does, without a room."""

from __future__ import annotations

from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import Event
from config.format import Side


class SilentVenue:
    """Carries out nothing: seats are whatever posts."""

    async def open_floor(self, command: OpenFloor) -> None: ...

    async def close_floor(self, command: CloseFloor) -> None: ...

    async def pause_floor(self, command: PauseFloor) -> None: ...

    async def ready_floor(self, side: Side) -> None: ...

    async def resume_floor(self, command: ResumeFloor) -> None: ...

    async def broadcast(self, event: Event) -> None: ...

    async def settle(self) -> None: ...
