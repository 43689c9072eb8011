"""What goes on beside a draft: waiting for its first words, and having it checked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from agent.match.events import Degraded
from agent.running.ports import Post
from agent.running.tasks import Tasks, within
from config.errors import RostrumError, in_one_line
from config.statement import Sentence
from planning.methods.contract import Method

log = logging.getLogger("rostrum.drafting")


async def guarded(work: Awaitable[None], post: Post) -> None:
    """What fails in it costs a draft, not the match, and is told."""
    try:
        await work
    except Exception as error:
        log.warning("no draft: %s", in_one_line(error), exc_info=None if isinstance(error, RostrumError) else error)
        post(Degraded(part="drafting", reason=in_one_line(error), instead="the draft before it"))


class FirstWords:
    """The first words of a turn, which are being written when it is about to begin, and how long they took."""

    def __init__(self) -> None:
        self._there: asyncio.Event | None = None  # set when they are there, or will not come
        self._begun_at, self._took = 0.0, 0.0  # by the loop's clock, and in seconds the last time

    @property
    def coming(self) -> bool:
        """Whether they are being written."""
        return self._there is not None and not self._there.is_set()

    def begin(self) -> Callable[[bool], None]:
        """They are being written from now on; what to call when they are there, or (False) will not come."""
        there = self._there = asyncio.Event()
        self._begun_at = asyncio.get_running_loop().time()

        def come(really: bool) -> None:
            if really and not there.is_set():
                self._took = asyncio.get_running_loop().time() - self._begun_at
            there.set()

        return come

    async def wait(self, seconds: float) -> None:
        """Until they are there, no longer than that; not at all where they took too long for it the last time."""
        now = asyncio.get_running_loop().time()
        if self._there is not None and self._begun_at + self._took - now <= seconds:
            await within(seconds, self._there.wait())


Draft = tuple[int, Method, tuple[Sentence, ...]]


class Checking:
    """Has drafts checked one after the other; of those that wait only the newest. `check`: one of them."""

    def __init__(self, tasks: Tasks, check: Callable[[Draft], Awaitable[None]]) -> None:
        self._tasks, self._check = tasks, check
        self._running: asyncio.Task[None] | None = None
        self._next: Draft | None = None

    def __call__(self, index: int, method: Method, sentences: tuple[Sentence, ...]) -> Awaitable[None]:
        """Done when this draft of turn `index`, or a newer one, has been checked."""
        self._next = index, method, sentences
        if self._running is None or self._running.done():
            self._running = self._tasks.spawn(self._run(), "checking")
        return asyncio.shield(self._running)

    async def _run(self) -> None:
        while self._next is not None:
            draft, self._next = self._next, None
            await self._check(draft)
