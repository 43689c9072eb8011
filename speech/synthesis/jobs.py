"""Sentences being recorded in the background: some at a time, the next ones needed first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from config.errors import ProviderError
from speech.audio import Audio

Ended = asyncio.Future[ProviderError | None]


class Job:
    """One sentence as far as it has arrived; `pieces` are ready for the room, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.voice = ""
        self.pieces: list[Audio] = []
        self.done = False  # whole: nothing will follow
        self.error: ProviderError | None = None  # ended without being whole
        self.claimed = False  # somebody has begun to play it, so it cannot begin anew

    @property
    def seconds(self) -> float:
        return sum(piece.seconds for piece in self.pieces)


class Jobs:
    """Runs the recordings of one voice. Belongs to the event loop.

    Args:
        record: fills a take until it is done; raises ProviderError.
        known: whether a sentence is there already.
        lanes: how many recordings are run at a time.
    """

    def __init__(self, record: Callable[[Job], Awaitable[None]], known: Callable[[str], bool], lanes: int) -> None:
        self._record, self._known, self._lanes = record, known, lanes
        self._next: list[str] = []
        self._refused: set[str] = set()  # no voice could speak these; they are not tried again of our own accord
        self._wanted: dict[str, Ended] = {}
        self._running: dict[str, tuple[Job, asyncio.Task[None]]] = {}
        self._watching: list[asyncio.Future[None]] = []

    def ahead(self, texts: Sequence[str]) -> None:
        """Make these next, in this order, in place of what this was last told and has not begun."""
        self._next = [text for text in dict.fromkeys(texts) if text not in self._refused]
        self._begin_more()

    async def made(self, texts: Sequence[str]) -> None:
        """Wait until these are there. Raises ProviderError: one of them could not be made; the others are."""
        loop = asyncio.get_running_loop()
        missing = [text for text in dict.fromkeys(texts) if not self._known(text)]
        ended = [self._wanted.setdefault(text, loop.create_future()) for text in missing]
        self._begin_more()
        for one in ended:
            await asyncio.wait([one])
        for one in ended:
            if (error := one.result()) is not None:
                raise error

    def begin(self, text: str) -> Job:
        """The take of this sentence, begun at once if it is not running, however many others are."""
        if text in self._running:
            return self._running[text][0]
        take = Job(text)
        task = asyncio.get_running_loop().create_task(self._run(take))
        self._running[text] = (take, task)
        task.add_done_callback(lambda _: self._ended(take))
        return take

    def abandon(self, take: Job, error: ProviderError) -> None:
        """Nobody waits for it any longer."""
        running, task = self._running.get(take.text, (None, None))
        if running is take and task is not None:
            take.error = error
            task.cancel()

    async def news(self, seconds: float) -> None:
        """Until a take has moved on, but no longer than that."""
        moved: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._watching.append(moved)
        await asyncio.wait([moved], timeout=seconds)

    def tell(self) -> None:
        """A take has moved on."""
        watching, self._watching = self._watching, []
        for moved in watching:
            if not moved.done():
                moved.set_result(None)

    def _begin_more(self) -> None:
        for text in filter(self._known, list(self._wanted)):  # made in another way
            self._answer(text, None)
        for text in (*self._next, *self._wanted):
            if len(self._running) >= self._lanes:
                return
            if text not in self._running and not self._known(text):
                self.begin(text)

    async def _run(self, take: Job) -> None:
        try:
            await self._record(take)
        except ProviderError as error:
            take.error = error
            self._refused.add(take.text)

    def _ended(self, take: Job) -> None:
        """Also when the take was cancelled before it ran at all."""
        del self._running[take.text]
        if take.done or take.error is not None:
            self._answer(take.text, take.error)
            if take.error is not None:  # whoever still wants it asks again
                self._next = [text for text in self._next if text != take.text]
            self._begin_more()
        else:  # the loop is being closed
            take.error = ProviderError(take.voice or "voice", "the recording was broken off")
            self._answer(take.text, take.error)
        self.tell()

    def _answer(self, text: str, error: ProviderError | None) -> None:
        wanted = self._wanted.pop(text, None)
        if wanted is not None and not wanted.done():
            wanted.set_result(error)
