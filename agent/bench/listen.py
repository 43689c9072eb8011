"""Ears of a match, measured beside each other: what they get wrong, how late, at what cost, whether a tail is lost.

Speeches are heard as they are spoken, to the last sound and no further, as at a bell: in time charged by the processor
time that recognising takes, so that a busy machine gives the figures of an idle one, or on the wall (`real`). Then a
long stream of them as fast as the machine allows, for the memory. A Whisper model also reads each recording as one
whole file, with faster-whisper's own loop: what streaming costs and loses is to be seen against that.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil  # type: ignore[import-untyped]  # it brings no types

import config
from agent.bench import Bar, Outcome
from agent.bench.charged_time import ProcessorTime, run_timed
from agent.bench.ear import Ear, Heard, Metered
from agent.bench.word_errors import WordErrors, normalised, word_errors
from agent.components import Components
from agent.local.virtual_time import run as run_loop
from agent.seats.guests import read_text
from config.errors import ConfigError
from config.format import Side
from config.settings import Hearing, Settings, cache_folder
from speech.audio import EAR_RATE, ROOM_RATE, SUFFIXES, Audio, join, read, silence
from speech.hearing.choice import Ears
from speech.hearing.vad import WebRtcDetector
from speech.hearing.whisper import WhisperRecognizer
from speech.ports import Recognizer
from speech.text.sentences import sentences
from speech.timing.fit import PAUSE

SHIPPED_TEXTS = Path(config.__file__).parent / "opponents"
SETTLED = 0.2  # the share of the stream after which memory should grow no more
QUIET = 0.02  # of full scale: what is softer at a speech's end is not spoken
WORD_ERRORS = {True: 0.15, False: 0.06}  # of people; of our own voices
LOST_TAIL_SECONDS = 0.5
LAG_SECONDS, LAG_SECONDS_OF_BASE = 3.3, 5.0
INTERIM_SECONDS = 2.0
END_SECONDS = 1.5
FACTOR = 0.7
BLOCK_SECONDS = 0.05
GROWTH_MIB = 32.0
TROUBLES_TOLD = 5


@dataclass(frozen=True)
class Speech:
    """What is played to the ear, and what is said in it."""

    audio: Audio
    text: str


@dataclass
class Live:
    """Speeches heard as they are spoken. `cost`: seconds of recognising; `block`: the loop's longest stretch."""

    heard: list[Heard] = field(default_factory=list)
    errors: WordErrors = field(default_factory=lambda: WordErrors(0, 0))
    seconds: float = 0.0
    cost: float = 0.0
    block: float = 0.0
    troubles: Sequence[str] = ()

    @property
    def lags(self) -> list[float]:
        return [lag for heard in self.heard for lag in heard.lags]

    @property
    def interim_lags(self) -> list[float]:
        return [lag for heard in self.heard for lag in heard.interim_lags]

    @property
    def lost_tail(self) -> float:
        return max((heard.lost_tail for heard in self.heard), default=0.0)

    @property
    def end_lag(self) -> float:
        return max((heard.end_lag for heard in self.heard), default=0.0)

    @property
    def factor(self) -> float:
        """Of real time."""
        return self.cost / self.seconds if self.seconds else 0.0


@dataclass
class Stream:
    """Many speeches as fast as the ear can take them. `memory`: MiB after so many seconds of audio."""

    seconds: float = 0.0
    memory: list[tuple[float, float]] = field(default_factory=list)

    @property
    def settled(self) -> float:
        """MiB at SETTLED of the stream."""
        return next(size for at, size in self.memory if at >= SETTLED * self.seconds)

    @property
    def growth(self) -> float:
        """MiB from SETTLED of the stream to its end."""
        return self.memory[-1][1] - self.settled


@dataclass(frozen=True)
class Whole:
    """Recordings read as whole files by faster-whisper's own loop."""

    errors: WordErrors
    cost: float
    seconds: float


def run(
    texts: Path | None = None,
    folder: Path | None = None,
    voice: str = "auto",
    minutes: float = 60.0,
    seconds: float = 60.0,
    seed: int = 1,
    settings: Settings | None = None,
    models: Sequence[str] = (),
    busy: float = 1.0,
    real: bool = False,
) -> Outcome:
    """Measure recognisers as a match would use them.

    Args:
        texts: a folder of texts (or one text) to be read aloud; the shipped opponents if left out.
        folder: recordings of people, each with its transcript beside it (`a.wav`, `a.txt`), instead of texts.
        voice: `auto` (each side's own), or a voice by name.
        minutes: of audio in the long stream; the last speech is heard to its end.
        seconds: of audio heard as it is spoken; the speech in which they end is heard to its end.
        seed: of the order of the speeches.
        models: `base`, `tiny.en`, `pocketsphinx`, or what `hearing.model` may be; the settings' own if left out.
        busy: how much longer everything takes because the machine has other work; for charged time.
        real: on the wall.

    Raises:
        ConfigError: no such texts or transcripts. AudioError: a broken recording.
        ProviderError: there is no recogniser or no voice.
    """
    components = Components(_with_voice(settings or Settings(), voice))
    speeches = recorded(folder) if folder else read_aloud(texts or SHIPPED_TEXTS, components)
    random.Random(seed).shuffle(speeches)
    pace = _Pace(busy, real)
    results: list[dict[str, Any]] = []
    bars: list[Bar] = []
    for model in models or ("",):
        row, its_bars = _measured(model, components, speeches, pace, minutes * 60, seconds, people=folder is not None)
        results.append(row)
        bars += its_bars
    told = {
        "source": folder.name if folder else str(texts or "shipped opponents"),
        "speeches": len(speeches),
        "voice": "recordings" if folder else voice,
        "replaced": [str(replaced) for replaced in components.replaced],
        "time": "real" if real else f"charged by processor time, times {busy:g}",
        "minutes": minutes,
        "seconds": seconds,
        "seed": seed,
    }
    return Outcome("listen", told, results, bars)


@dataclass(frozen=True)
class _Pace:
    """How time passes while speeches are heard."""

    busy: float
    real: bool

    def clock(self) -> Callable[[], float]:
        """What calls cost: on the wall, or of the processor with all that keeps it busy."""
        if self.real:
            return time.perf_counter
        spent = ProcessorTime()
        return lambda: spent() * self.busy


def _measured(
    model: str,
    components: Components,
    speeches: Sequence[Speech],
    pace: _Pace,
    stream_seconds: float,
    live_seconds: float,
    *,
    people: bool,
) -> tuple[dict[str, Any], list[Bar]]:
    """One recogniser's line of the table, and its bars."""
    hearing = _hearing(model, components.settings.hearing)
    recognizer = Ears(
        hearing, cache_folder(), on_replaced=partial(components.replace, "recogniser"), clock=pace.clock()
    ).recognizer()
    meter = Metered(recognizer, pace.clock())
    detector = partial(WebRtcDetector, hearing.vad_aggressiveness)
    try:
        live = hear_live(Ear(meter, detector()), meter, _first(speeches, live_seconds), pace)
        stream = run_loop(_listen_long(Ear(meter, detector()), speeches, stream_seconds))
        whole = _read_whole(recognizer, _first(speeches, live_seconds), pace.clock())
    finally:
        recognizer.close()
    return _row(recognizer.name, live, stream, whole), _bars(recognizer.name, live, stream, people=people)


def _hearing(model: str, hearing: Hearing) -> Hearing:
    if not model:
        return hearing
    engine = "pocketsphinx" if model == "pocketsphinx" else "whisper"
    return hearing.model_copy(update={"engine": engine, "model": model})


def _first(speeches: Sequence[Speech], seconds: float) -> list[Speech]:
    """As many of the speeches as that takes, again from the first if need be."""
    first: list[Speech] = []
    for speech in itertools.cycle(speeches):
        if seconds <= 0:
            break
        first.append(Speech(to_the_last_sound(speech.audio), speech.text))
        seconds -= speech.audio.seconds
    return first


def to_the_last_sound(audio: Audio) -> Audio:
    """Without the silence at its end: what a bell cuts off."""
    loud = np.nonzero(np.abs(audio.samples.astype(np.int32)) > QUIET * 32767)[0]
    return audio.cut(0, (int(loud[-1]) + 1) / audio.rate) if len(loud) else audio


def hear_live(ear: Ear, meter: Metered, speeches: Sequence[Speech], pace: _Pace) -> Live:
    """Each speech as it is spoken."""
    live = Live(troubles=ear.troubles)

    async def hear() -> None:
        try:
            for speech in speeches:
                began = meter.seconds
                heard = await ear.hear(speech.audio, paced=True)
                live.heard.append(heard)
                live.errors += word_errors(speech.text, heard.text)
                live.cost += meter.seconds - began
                live.seconds += speech.audio.seconds
        finally:
            await ear.close()

    _, live.block = run_timed(hear(), None if pace.real else ProcessorTime(), pace.busy)
    return live


async def _listen_long(ear: Ear, speeches: Sequence[Speech], seconds: float) -> Stream:
    stream = Stream(memory=[(0.0, resident())])
    try:
        for speech in itertools.cycle(speeches):
            await ear.hear(speech.audio, paced=False)
            stream.seconds += speech.audio.seconds
            stream.memory.append((stream.seconds, resident()))
            if stream.seconds >= seconds:
                return stream
    finally:
        await ear.close()
    return stream


def _read_whole(recognizer: Recognizer, speeches: Sequence[Speech], clock: Callable[[], float]) -> Whole | None:
    """None for a recogniser that is no Whisper."""
    current = getattr(recognizer, "current", recognizer)
    if not isinstance(current, WhisperRecognizer) or not speeches:
        return None
    errors, began = WordErrors(0, 0), clock()
    for speech in speeches:
        errors += word_errors(speech.text, current.read_whole(speech.audio.at(EAR_RATE).samples))
    return Whole(errors, clock() - began, sum(speech.audio.seconds for speech in speeches))


def resident() -> float:
    """MiB that this process and its workers hold in memory."""
    gc.collect()
    this = psutil.Process()
    held = 0
    for process in (this, *this.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            held += process.memory_info().rss
    return float(held) / 2**20


# -- what is told --------------------------------------------------------------------------------------


def _row(name: str, live: Live, stream: Stream, whole: Whole | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "recogniser": name,
        "audio_seconds": round(live.seconds, 1),
        "words": live.errors.words,
        "word_error_rate": round(live.errors.rate, 4),
        "real_time_factor": round(live.factor, 3),
        **_percentiles("lag", live.lags, (50, 95, 100)),
        **_percentiles("interim", live.interim_lags, (50, 95)),
        "end_of_turn": round(live.end_lag, 3),
        "lost_tail": round(live.lost_tail, 3),
        "longest_block_ms": round(live.block * 1000, 1),
        "stream_seconds": round(stream.seconds, 1),
        "memory_mib": round(stream.memory[-1][1], 1),
        "memory_growth_mib": round(stream.growth, 1),
        "troubles": len(live.troubles),
        "first_troubles": list(live.troubles[:TROUBLES_TOLD]),
    }
    if whole is not None:
        row["whole_word_error_rate"] = round(whole.errors.rate, 4)
        row["whole_real_time_factor"] = round(whole.cost / whole.seconds, 3)
        row["cost_of_streaming"] = round(live.factor / (whole.cost / whole.seconds), 2)
    return row


def _percentiles(name: str, values: Sequence[float], which: Sequence[int]) -> dict[str, float]:
    return {f"{name}_p{p}": round(float(np.percentile(values, p)), 3) for p in which} if values else {}


def _bars(name: str, live: Live, stream: Stream, *, people: bool) -> list[Bar]:
    """The promises; none on what pocketsphinx understands."""
    bars = [Bar(f"{name}: memory growth of the stream, MiB", round(stream.growth, 1), GROWTH_MIB)]
    if not live.lags:
        return bars
    bars.append(Bar(f"{name}: longest lost tail, seconds", round(live.lost_tail, 3), LOST_TAIL_SECONDS))
    bars.append(Bar(f"{name}: longest block of the event loop, seconds", round(live.block, 4), BLOCK_SECONDS))
    lag = LAG_SECONDS_OF_BASE if name.endswith("base") else LAG_SECONDS
    bars += [
        Bar(f"{name}: lag of committed words, p95 seconds", _p95(live.lags), lag),
        Bar(f"{name}: lag of interim text, p95 seconds", _p95(live.interim_lags), INTERIM_SECONDS),
        Bar(f"{name}: last words after the last sound, seconds", round(live.end_lag, 3), END_SECONDS),
        Bar(f"{name}: real-time factor", round(live.factor, 3), FACTOR),
    ]
    if "pocketsphinx" not in name:
        bars.append(Bar(f"{name}: word error rate", round(live.errors.rate, 4), WORD_ERRORS[people]))
    return bars


def _p95(values: Sequence[float]) -> float:
    return round(float(np.percentile(values, 95)), 3)


# -- what is played ------------------------------------------------------------------------------------


def read_aloud(texts: Path, components: Components) -> list[Speech]:
    """Each text under a folder in the voice of its side (`NAME-con/` is con's), sentence by sentence as in a match."""
    files = sorted(texts.rglob("*.txt")) if texts.is_dir() else [texts]
    if not files:
        raise ConfigError(f"{texts}: no texts (.txt) in it")
    synthesizers = {side: components.voice(side) for side in Side}
    speeches = []
    for file in files:
        synthesizer = synthesizers[Side.CON if file.parent.name.endswith("-con") else Side.PRO]
        text = _with_words(file)
        pieces = [p for line in sentences(text) for p in (synthesizer.synthesize(line), silence(PAUSE, ROOM_RATE))]
        speeches.append(Speech(join(pieces, ROOM_RATE), text))
    for side, synthesizer in synthesizers.items():
        if synthesizer.failures:
            components.replace(f"voice of {side}", synthesizer.failures[0], "its fallback")
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
