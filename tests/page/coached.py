"""The page of a real host, in a thread of its own, that has a recorded match in which a person debated."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from agent.web.page import page_app
from config.settings import Settings
from tests.page.finished import write_tone
from tests.server.coached import Debated, debated
from tests.server.house import KEY, house
from tests.server.touring import over_sockets

SECONDS = 1230.0  # of the recorded match, at least


@dataclass(frozen=True)
class Coached:
    address: str
    match: Debated


@contextmanager
def coached(root: Path, page: Path, settings: Settings | None = None) -> Iterator[Coached]:
    """The match has a sound of its length."""
    ready, over, found = threading.Event(), threading.Event(), list[Coached]()

    async def serve() -> None:  # where no other event loop runs
        match = await debated(root)
        write_tone(root / match.id / "match.opus", SECONDS)
        async with house(root, key=KEY, settings=settings) as home:
            home.app.mount("/", page_app("ws://127.0.0.1:1", page))
            async with over_sockets(home) as client:
                found.append(Coached(str(client.base_url).rstrip("/"), match))
                ready.set()
                await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        yield found[0]
    finally:
        over.set()
        thread.join(60)
