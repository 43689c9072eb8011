"""Voices that sing each word at a pitch of its own, so that what was heard can be read off the sound; and how late
they are, in virtual time."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from config.errors import ProviderError
from speech.audio import ROOM_RATE, Audio, join, silence
from speech.synthesis.synthesizer import Pieces

WORDS = "calm drums fill great halls just like most north pipes quell rash songs till void wells".split()
SUNG_SECONDS, BREATH_SECONDS = 0.28, 0.12
LOWEST, STEP = 400, 50  # Hz


def note(word: str) -> Audio:
    time = np.arange(round(SUNG_SECONDS * ROOM_RATE)) / ROOM_RATE
    pitch = LOWEST + STEP * WORDS.index(word.lower().strip(".,"))
    return Audio((8000 * np.sin(2 * np.pi * pitch * time)).astype(np.int16), ROOM_RATE)


def words_of(sound: Audio, least_seconds: float = 0.7 * SUNG_SECONDS) -> list[str]:
    """The words sung in a sound; those cut short are left out."""
    loud = np.abs(sound.samples.astype(int)) > 300
    filled = np.convolve(loud, np.ones(240), "same") > 0
    edges = np.flatnonzero(np.diff(np.concatenate([[False], filled, [False]]).astype(int)))
    found = []
    for start, end in edges.reshape(-1, 2):
        if end - start > least_seconds * ROOM_RATE:
            spectrum = np.abs(np.fft.rfft(sound.samples[start:end], ROOM_RATE))
            found.append(WORDS[round((int(spectrum.argmax()) - LOWEST) / STEP)])
    return found


def silences(sound: Audio) -> list[float]:
    """Seconds of the silences between sounds, longer than a breath."""
    loud = np.flatnonzero(np.abs(sound.samples.astype(int)) > 300)
    gaps = np.diff(loud) / ROOM_RATE
    return [round(float(gap), 3) for gap in gaps if gap > BREATH_SECONDS + 0.01]


class Singer:
    """A voice that is there at once."""

    def __init__(self, name: str = "embedded") -> None:
        self.name = name
        self.asked: list[str] = []

    def synthesize(self, text: str) -> Audio:
        self.asked.append(text)
        return join([p for word in text.split() for p in (note(word), silence(BREATH_SECONDS, ROOM_RATE))], ROOM_RATE)


class FarSinger(Singer):
    """A voice behind a network that sends word by word."""

    lanes = 3

    def __init__(self, name: str = "far") -> None:
        super().__init__(name)

    def stream(self, text: str) -> Iterator[Audio]:
        self.asked.append(text)
        for word in text.split():
            yield join([note(word), silence(BREATH_SECONDS, ROOM_RATE)], ROOM_RATE)


class Hoarse(Singer):
    """A voice that fails from its `first` sentence to before its `last`."""

    def __init__(self, name: str = "hoarse", first: int = 0, last: float = math.inf) -> None:
        super().__init__(name)
        self._first, self._last = first, last

    def synthesize(self, text: str) -> Audio:
        audio = super().synthesize(text)
        if self._first <= len(self.asked) - 1 < self._last:
            raise ProviderError(self.name, "no breath", retryable=True)
        return audio


Delays = Callable[[str], Sequence[float]]


@dataclass
class Wire:
    """How late each piece of a voice's sentences is, in virtual seconds; the last delay is repeated, `inf` hangs."""

    delays: dict[str, Delays] = field(default_factory=dict)
    running: int = 0
    most: int = 0  # takes at a time

    async def __call__(self, work: Pieces) -> AsyncGenerator[Audio, None]:
        voice, text = work.args
        delays = list(self.delays.get(voice.name, lambda text: [0.0])(text))
        items = work()
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            while True:
                delay = delays.pop(0) if len(delays) > 1 else delays[0]
                await (asyncio.sleep(delay) if delay < math.inf else asyncio.Event().wait())
                if (item := next(items, None)) is None:
                    return
                yield item
        finally:
            self.running -= 1
