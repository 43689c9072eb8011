"""What an arena wants of whoever holds its matches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from agent.arena.ready import ReadyArena
from agent.arena.results import Held
from agent.evaluation.asking import Asking, Making
from agent.evaluation.work import WholeDebate


@dataclass(frozen=True)
class Spent:
    """What all runs on a folder came to: calls to models, and their cost as far as it is known, which it is altogether
    where `priced`. `remembered`: answers in this run that were there before."""

    calls: int = 0
    cost: float = 0.0
    priced: bool = True
    remembered: int = 0


class MatchHost(Protocol):
    """Holds matches, has them judged, and keeps within the plan's budget in all."""

    @property
    def stopped(self) -> str:
        """Why nothing more is asked; empty while it is."""

    @property
    def spent(self) -> Spent: ...

    def stop(self, reason: str) -> None:
        """Ask nothing more; the first reason is kept."""

    async def hold(self, debate: WholeDebate) -> Held | None:
        """A match whose folder is then among the arena's; None where it was broken off.

        Raises RostrumError: nothing can be asked at all.
        """


class MatchHolder(Protocol):
    """Holds one match and has it judged."""

    async def held(self, debate: WholeDebate, folder: Path) -> Held | None:
        """In that folder, which is its own; one that was held there before is only judged. None: it was broken off."""


MakeHolder = Callable[[ReadyArena, Asking, Making], MatchHolder]
OnAnswer = Callable[[], None]  # told when something was answered
Hosting = Callable[[ReadyArena, Path, OnAnswer], AbstractAsyncContextManager[MatchHost]]
"""Opens a host for an arena in its folder. Raises LibraryError: another run works there."""
