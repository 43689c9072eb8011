"""Matches between real debaters who speak in a hum and hear it without error: everything but voice and recogniser."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import numpy as np

from agent.components import Components
from agent.debater.build import make_method
from agent.debater.debater import Debater, Equipment
from agent.debater.troubles import Troubles
from agent.local.venue import LocalVenue
from agent.match.events import Event, SentenceSpoken
from agent.match.state import Match
from agent.running.inbox import Inbox
from agent.running.observers import Observer
from agent.running.ports import Gathered, History
from agent.running.setup import MatchSetup
from config.format import Side
from config.heard_word import HeardWord
from config.statement import WORDS_PER_SECOND
from planning.encoders.local import CachedEmbedder
from planning.ports import Embedder
from speech.audio import ROOM_RATE, Audio
from speech.offload import compute
from speech.ports import Progress, Utterance
from speech.synthesis.synthesizer import Synthesizer

Sayings = dict[Side, deque[str]]  # what each side has said and the other has not heard yet


class Hum:
    """A tone as long as the words would take."""

    name = "hum"

    def synthesize(self, text: str) -> Audio:
        seconds = max(1, len(text.split())) / WORDS_PER_SECOND
        time = np.arange(round(seconds * ROOM_RATE)) / ROOM_RATE
        return Audio((np.sin(2 * np.pi * 220 * time) * 8000).astype(np.int16), ROOM_RATE)


class Loud:
    """Somebody speaks in a frame that is not silent."""

    frame_seconds = 0.02

    def is_speech(self, frame: Audio) -> bool:
        return frame.level > 0.01


class Hearsay:
    """Hears in the hum of a side what it has said."""

    name = "hearsay"
    lanes = 1

    def __init__(self, said: deque[str]) -> None:
        self._said = said

    def utterance(self) -> Utterance:
        return _Overheard(self._said)

    def close(self) -> None:
        """Nothing to end."""


class _Overheard:
    left_out: Sequence[str] = ()

    def __init__(self, said: deque[str]) -> None:
        self._said, self._seconds = said, 0.0

    def accept(self, audio: Audio) -> Progress:
        self._seconds += audio.seconds
        return Progress()

    def finish(self) -> Sequence[HeardWord]:
        words: list[str] = []
        while self._said:
            words += self._said.popleft().split()
        each = self._seconds / max(1, len(words))
        return [HeardWord(word, place * each, (place + 1) * each, 1.0) for place, word in enumerate(words)]


class SimulatedRoom:
    """Holds matches in this process in virtual time (see `agent.running.host`), without models of any kind but one.

    Args:
        embedder: compares what is said with the trees, in all matches; what it has embedded is remembered by each.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @asynccontextmanager
    async def gather(
        self, setup: MatchSetup, inbox: Inbox, watching: Observer, history: History, past: Match | None
    ) -> AsyncIterator[Gathered]:
        """As `agent.running.ports.Room` has it."""
        components = Components(setup.settings, embedder=CachedEmbedder(self._embedder))
        said: Sayings = {side: deque() for side in Side}
        async with AsyncExitStack() as stack:
            stack.push_async_callback(components.close)
            seats = {side: await self._debater(setup, side, components, inbox, said) for side in Side}
            for seat in seats.values():
                stack.push_async_callback(seat.close)
            venue = LocalVenue(seats, setup.format, setup.folder, inbox.post)
            stack.push_async_callback(venue.close)
            yield Gathered(venue, {side: seat.info(Hum.name) for side, seat in setup.seats.items()})

    async def _debater(
        self, setup: MatchSetup, side: Side, components: Components, inbox: Inbox, said: Sayings
    ) -> Debater:
        def post(event: Event) -> None:
            if isinstance(event, SentenceSpoken):
                said[event.side].append(event.text)
            inbox.post(event)

        equipment = Equipment(
            Hearsay(said[side.other]), Loud(), Synthesizer(Hum()), streaming=False, estimator=components.estimator()
        )
        method = await compute(partial(make_method, setup, side, components, Troubles(post).tell))
        return await Debater(side, setup.format, method, equipment, post, news=components.news).open()
