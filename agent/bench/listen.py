"""The ear of a match, measured: what it gets wrong, how late, how fast, whether a tail is lost, whether it grows.

First speeches are heard in real time, for the lag; then a long stream of them as fast as the machine allows,
for the word error rate, the real-time factor and the memory. The ear is the one that a match in real time has:
the real `Listener`, which recognises while it hears, the voice detector and one lane of the recogniser.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped]  # it brings no types

import config
from agent.bench import Bar, Outcome
from agent.bench.word_errors import WordErrors, normalised, word_errors
from agent.components import Parts, Replaced
from agent.local.virtual_time import run as run_loop
from agent.seats.guests import read_text
from config.errors import ConfigError
from config.format import Side
from config.settings import Settings
from speech.audio import ROOM_RATE, SUFFIXES, Audio, join, read, silence
from speech.hearing.listener import Listener
from speech.hearing.vad import WebRtcDetector
from speech.ports import HeardWord, Recognizer, VoiceDetector
from speech.text.sentences import sentences
from speech.timing.pauses import PAUSE

SHIPPED_TEXTS = Path(config.__file__).parent / "opponents"
FRAME_SECONDS = 0.05
SETTLED = 0.2  # the share of the stream after which memory should grow no more
LOST_TAIL_SECONDS = 0.5
LAG_SECONDS = 3.3
GROWTH_MIB = 32.0
TROUBLES_TOLD = 5


@dataclass(frozen=True)
class Speech:
    """What is played to the ear, and what is said in it."""

    audio: Audio
    text: str


@dataclass
class Heard:
    """One speech as the ear took it in; times in seconds from its start."""

    words: list[HeardWord] = field(default_factory=list)
    handed_on: list[float] = field(default_factory=list)  # for each word, on the clock
    voiced_until: float = 0.0

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def lags(self) -> list[float]:
        """From the end of each word until it was handed on."""
        return [at - word.end for at, word in zip(self.handed_on, self.words, strict=True)]

    @property
    def lost_tail(self) -> float:
        """Seconds from the last committed word to the last voice; of a speech not heard at all, all of it."""
        return max(0.0, self.voiced_until - max((word.end for word in self.words), default=0.0))


@dataclass
class Stream:
    """Many speeches as fast as the ear can take them. `memory`: MiB after so many seconds of audio."""

    errors: WordErrors = field(default_factory=lambda: WordErrors(0, 0))
    seconds: float = 0.0
    wall_seconds: float = 0.0
    lost_tail: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)

    @property
    def real_time_factor(self) -> float:
        return self.wall_seconds / self.seconds

    @property
    def settled(self) -> float:
        """MiB at SETTLED of the stream."""
        return next(size for at, size in self.memory if at >= SETTLED * self.seconds)

    @property
    def growth(self) -> float:
        """MiB from SETTLED of the stream to its end."""
        return self.memory[-1][1] - self.settled


class Ear:
    """The listener of a match, with a clock beside it."""

    def __init__(self, recognizer: Recognizer, detector: VoiceDetector) -> None:
        self.troubles: list[str] = []
        self._heard, self._began = Heard(), 0.0
        self._listener = Listener(recognizer, detector, on_words=self._take, on_trouble=self.troubles.append)

    async def hear(self, audio: Audio, *, paced: bool) -> Heard:
        """A whole speech. If paced, each frame comes when it would have been spoken."""
        loop = asyncio.get_running_loop()
        self._heard, self._began = Heard(), loop.time()
        self._listener.begin()
        arrives = self._began
        for frame in audio.frames(FRAME_SECONDS):
            arrives += frame.seconds
            await asyncio.sleep(max(0.0, arrives - loop.time()) if paced else 0)
            self._listener.push(frame)
        await self._listener.finish()
        self._heard.voiced_until = self._listener.voiced_until
        return self._heard

    async def close(self) -> None:
        await self._listener.close()

    def _take(self, words: Sequence[HeardWord], ended: bool) -> None:
        now = asyncio.get_running_loop().time() - self._began
        self._heard.words += words
        self._heard.handed_on += [now] * len(words)


def run(
    texts: Path | None = None,
    folder: Path | None = None,
    voice: str = "auto",
    minutes: float = 60.0,
    seconds: float = 60.0,
    seed: int = 1,
    settings: Settings | None = None,
) -> Outcome:
    """Measure the recogniser that a match with these settings would use.

    Args:
        texts: a folder of texts (or one text) to be read aloud; the shipped opponents if left out.
        folder: recordings, each with its transcript beside it (`a.wav`, `a.txt`), instead of texts.
        voice: `auto` (each side's own), `flite:NAME` or `espeak:NAME`.
        minutes: of audio in the long stream; the last speech is heard to its end.
        seconds: of audio heard in real time.
        seed: of the order of the speeches.

    Raises:
        ConfigError: no such texts or transcripts. AudioError: a broken recording.
        ProviderError: there is no recogniser or no voice.
    """
    parts = Parts(_with_voice(settings or Settings(), voice))
    speeches = recorded(folder) if folder else read_aloud(texts or SHIPPED_TEXTS, parts)
    random.Random(seed).shuffle(speeches)
    recognizer = parts.recognizer()
    try:
        lags, tail, stream, troubles = run_loop(_measure(recognizer, parts.settings, speeches, minutes * 60, seconds))
    finally:
        recognizer.close()
    told = {
        "source": str(folder or texts or "shipped opponents"),
        "speeches": len(speeches),
        "recogniser": recognizer.name,
        "voice": "recordings" if folder else voice,
        "replaced": [str(replaced) for replaced in parts.replaced],
        "minutes": minutes,
        "seconds": seconds,
        "seed": seed,
    }
    results = _results(lags, seconds, stream, troubles)
    return Outcome("listen", told, results, _bars(lags, max(tail, stream.lost_tail), stream))


async def _measure(
    recognizer: Recognizer, settings: Settings, speeches: Sequence[Speech], stream_seconds: float, paced_seconds: float
) -> tuple[list[float], float, Stream, list[str]]:
    """Lags and longest lost tail in real time, then the stream, and what went wrong in both."""
    ear = Ear(recognizer, WebRtcDetector(settings.hearing.vad_aggressiveness))
    try:
        heard = [await ear.hear(audio, paced=True) for audio in _first(speeches, paced_seconds)]
        stream = await _listen_long(ear, speeches, stream_seconds)
    finally:
        await ear.close()
    lags = [lag for one in heard for lag in one.lags]
    return lags, max((one.lost_tail for one in heard), default=0.0), stream, ear.troubles


def _first(speeches: Sequence[Speech], seconds: float) -> Iterator[Audio]:
    """As much of the speeches as that, again from the first if need be; the last is cut off, as at a bell."""
    for speech in itertools.cycle(speeches):
        if seconds < FRAME_SECONDS:
            return
        yield speech.audio.cut(0, seconds)
        seconds -= speech.audio.seconds


async def _listen_long(ear: Ear, speeches: Sequence[Speech], seconds: float) -> Stream:
    loop = asyncio.get_running_loop()
    stream = Stream(memory=[(0.0, resident())])
    for speech in itertools.cycle(speeches):
        began = loop.time()
        heard = await ear.hear(speech.audio, paced=False)
        stream.wall_seconds += loop.time() - began
        stream.seconds += speech.audio.seconds
        stream.errors += word_errors(speech.text, heard.text)
        stream.lost_tail = max(stream.lost_tail, heard.lost_tail)
        stream.memory.append((stream.seconds, resident()))
        if stream.seconds >= seconds:
            break
    return stream


def resident() -> float:
    """MiB that this process and its workers hold in memory."""
    gc.collect()
    this = psutil.Process()
    held = 0
    for process in (this, *this.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            held += process.memory_info().rss
    return float(held) / 2**20


def _results(lags: Sequence[float], seconds: float, stream: Stream, troubles: Sequence[str]) -> list[dict[str, Any]]:
    """One line for each thing that was measured."""
    memory = {"start": stream.memory[0][1], "settled": stream.settled, "end": stream.memory[-1][1]}
    percentiles = {f"lag_p{p}": round(float(np.percentile(lags, p)), 3) for p in (50, 95, 100)} if lags else {}
    return [
        {"part": "real time", "seconds": seconds, "words": len(lags), **percentiles},
        {
            "part": "stream",
            "audio_seconds": round(stream.seconds, 1),
            "words": stream.errors.words,
            "word_error_rate": round(stream.errors.rate, 4),
            "real_time_factor": round(stream.real_time_factor, 4),
        },
        {"part": "memory", **{f"{when}_mib": round(size, 1) for when, size in memory.items()}},
        {"part": "troubles", "count": len(troubles), "first": list(troubles[:TROUBLES_TOLD])},
    ]


def _bars(lags: Sequence[float], lost_tail: float, stream: Stream) -> list[Bar]:
    """The promises. A machine slower than speech can keep no lag: then that bar is left out."""
    bars = [
        Bar("longest lost tail, seconds", round(lost_tail, 3), LOST_TAIL_SECONDS),
        Bar("memory growth of the stream, MiB", round(stream.growth, 1), GROWTH_MIB),
    ]
    if lags and stream.real_time_factor < 1:
        lag = round(float(np.percentile(lags, 95)), 3)
        bars.append(Bar("lag of committed words, p95 seconds", lag, LAG_SECONDS))
    return bars


# -- what is played ------------------------------------------------------------------------------------


def read_aloud(texts: Path, parts: Parts) -> list[Speech]:
    """Each text under a folder in the voice of its side (`NAME-con/` is con's), sentence by sentence as in a match."""
    files = sorted(texts.rglob("*.txt")) if texts.is_dir() else [texts]
    if not files:
        raise ConfigError(f"{texts}: no texts (.txt) in it")
    studios = {side: parts.voice(side) for side in Side}
    speeches = []
    for file in files:
        studio = studios[Side.CON if file.parent.name.endswith("-con") else Side.PRO]
        text = _with_words(file)
        pieces = [p for line in sentences(text) for p in (studio.synthesize(line), silence(PAUSE, ROOM_RATE))]
        speeches.append(Speech(join(pieces, ROOM_RATE), text))
    for side, studio in studios.items():
        if studio.failures:
            parts.replaced.append(Replaced(f"voice of {side}", studio.failures[0], "its fallback"))
    return speeches


def recorded(folder: Path) -> list[Speech]:
    """Each recording in a folder, with the transcript of the same stem."""
    files = sorted(f for f in folder.glob("*") if f.suffix.lower() in SUFFIXES)
    if not files:
        raise ConfigError(f"{folder}: no recordings ({', '.join(SUFFIXES)}) in it")
    return [Speech(read(f, ROOM_RATE), _with_words(f.with_suffix(".txt"))) for f in files]


def _with_words(file: Path) -> str:
    text = read_text(file)
    if not normalised(text):
        raise ConfigError(f"{file}: holds no words")
    return text


def _with_voice(settings: Settings, voice: str) -> Settings:
    """These settings with one voice for both sides; `auto` leaves them as they are."""
    if voice == "auto":
        return settings
    speaking = settings.speaking.model_copy(update={"voices": dict.fromkeys(Side, voice)})
    return settings.model_copy(update={"speaking": speaking})
