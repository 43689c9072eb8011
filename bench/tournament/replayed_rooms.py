"""A host whose rooms have people in them, as captions tell: no sound, and no LiveKit. Started by `bench tournament`.

`python -m bench.tournament.replayed_rooms FORMAT --data DIR ...` takes the format as JSON, then what a host is started
with. Whoever has the floor is heard to say shipped speeches, a passage at a time as a recogniser commits them.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import config
from agent.match.commands import CloseFloor, OpenFloor, PauseFloor, ResumeFloor
from agent.match.events import TranscriptSegment
from agent.match.state import Match
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.ports import Gathered, History, Post
from agent.running.setup import MatchSetup
from agent.running.tasks import Tasks
from agent.server.host import Attached, main
from bench.matches.silent_venue import SilentVenue
from config.format import Format

OPPONENTS = Path(config.__file__).parent / "opponents"
WORDS, WORDS_A_SECOND = 8, 2.5  # of a passage; as people speak in debates
NAMED = "replayed captions"


@cache
def passages() -> tuple[str, ...]:
    """All shipped speeches, one after the other."""
    words = [word for path in sorted(OPPONENTS.glob("*/*.txt")) for word in path.read_text("utf-8").split()]
    return tuple(" ".join(words[start : start + WORDS]) for start in range(0, len(words), WORDS))


class CaptionedVenue(SilentVenue):
    """Whoever has the floor speaks until the bell; what was said before an interruption is not said again."""

    def __init__(self, post: Post) -> None:
        self._post, self._tasks = post, Tasks()
        self._going = asyncio.Event()
        self._going.set()

    async def open_floor(self, command: OpenFloor) -> None:
        if command.elapsed is not None:
            self._going.clear()
        self._tasks.spawn(self._speak(command), "captions of a turn")

    async def close_floor(self, command: CloseFloor) -> None:
        await self.close()

    async def pause_floor(self, command: PauseFloor) -> None:
        self._going.clear()

    async def resume_floor(self, command: ResumeFloor) -> None:
        self._going.set()

    async def close(self) -> None:
        await self._tasks.close()

    async def _speak(self, command: OpenFloor) -> None:
        each = WORDS / WORDS_A_SECOND
        at, told = command.elapsed or 0.0, passages()
        while True:
            await self._going.wait()
            due = time.monotonic() + each
            text = told[(command.turn * 100 + int(at / each)) % len(told)]
            await asyncio.sleep(due - time.monotonic())
            listener = command.side.other
            segment = TranscriptSegment(
                turn=command.turn, side=command.side, listener=listener, text=text, start=at, end=at + each,
                recognizer=NAMED,
            )  # fmt: skip
            self._post(segment)
            at += each


class CaptionedHall:
    """Rooms in which everybody is there."""

    @asynccontextmanager
    async def gather(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, history: History, past: Match | None
    ) -> AsyncIterator[Gathered]:
        venue = CaptionedVenue(inbox.post)
        try:
            yield Gathered(venue, {side: seat.info() for side, seat in setup.seats.items()})
        finally:
            await venue.close()


if __name__ == "__main__":
    format = Format.model_validate_json(sys.argv.pop(1))
    sys.exit(main(lambda setup, link: CaptionedHall(), Attached(formats={format.name: format})))
