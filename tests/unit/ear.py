"""An ear in virtual time, and a recogniser that counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from agent.local.virtual_time import run
from config.errors import ProviderError
from config.heard_word import HeardWord
from speech.audio import EAR_RATE, Audio, join, silence
from speech.hearing.listener import Listener
from speech.hearing.recognizers.succession import Patience
from speech.ports import Progress, Recognizer
from tests.fakes import EnergyDetector


def voiced(seconds: float) -> Audio:
    times = np.arange(round(seconds * EAR_RATE)) / EAR_RATE
    return Audio((np.sin(2 * np.pi * 300 * times) * 9000).astype(np.int16), EAR_RATE)


def pause(seconds: float = 0.5) -> Audio:
    return silence(seconds, EAR_RATE)


def two_sentences() -> Audio:
    return join([voiced(2), pause(), voiced(1.5), pause()], EAR_RATE)


def two_long_sentences() -> Audio:
    return join([voiced(4), pause(), voiced(1.5), pause()], EAR_RATE)


def text_of(words: Iterable[HeardWord]) -> str:
    return " ".join(word.text for word in words)


@dataclass
class Told:
    """What the ear told, in order: committed words, "|" at an utterance's end, and what might still change."""

    words: list[HeardWord] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    interim: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def take(self, words: Sequence[HeardWord], ended: bool) -> None:
        self.words += words
        self.marks += [word.text for word in words] + (["|"] if ended else [])

    def committed(self) -> str:
        return " ".join(self.marks)


def hear(
    recognizer: Recognizer,
    audio: Audio,
    *,
    streaming: bool = True,
    patience: Patience | None = None,
    watch: Callable[[Told, float], None] = lambda told, at: None,
    shown: Callable[[str], None] = lambda interim: None,
) -> Told:
    """A speech at its own pace; `watch` is asked after each frame, `shown` with all that may still change."""
    told = Told()

    def show(interim: str) -> None:
        told.interim.append(interim)
        shown(interim)

    async def listen() -> None:
        listener = Listener(
            recognizer,
            EnergyDetector(),
            on_words=told.take,
            on_interim=show,
            on_trouble=told.troubles.append,
            streaming=streaming,
            patience=patience,
        )
        at = 0.0
        for frame in audio.frames(0.05):
            listener.push(frame)
            await asyncio.sleep(frame.seconds)
            at += frame.seconds
            watch(told, at)
        await listener.finish()

    run(listen(), fast=True)
    return told


class Counting:
    """Hears a word each half second, numbered over the utterances; commits it half a second after its end.

    Args:
        breaks: in which utterances, counted from 0, it fails, and after how many seconds.
    """

    name = "counting"

    def __init__(self, lanes: int = 1, breaks: dict[int, float] | None = None) -> None:
        self.lanes, self.breaks, self.begun = lanes, breaks or {}, 0

    def utterance(self) -> CountingUtterance:
        self.begun += 1
        return CountingUtterance(self, self.begun - 1)

    def close(self) -> None: ...


class CountingUtterance:
    left_out: Sequence[str] = ()

    def __init__(self, model: Counting, number: int) -> None:
        self._model, self._number = model, number
        self._seconds, self._told = 0.0, 0

    def _words(self, until: float) -> list[HeardWord]:
        count = int(until / 0.5 + 1e-6)
        return [HeardWord(f"w{i}", i * 0.5, i * 0.5 + 0.5) for i in range(count)]

    def accept(self, audio: Audio) -> Progress:
        self._seconds = round(self._seconds + audio.seconds, 6)
        if self._seconds >= self._model.breaks.get(self._number, np.inf):
            raise ProviderError("counting", "lost count", retryable=True)
        sure, all_words = self._words(self._seconds - 0.5), self._words(self._seconds)
        fresh, self._told = sure[self._told :], max(self._told, len(sure))
        return Progress(fresh, text_of(all_words[self._told :]))

    def finish(self) -> Sequence[HeardWord]:
        return self._words(self._seconds + 0.25)[self._told :]
