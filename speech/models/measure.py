"""Whether Whisper base keeps up on this machine beside a voice and a mind: measured once, kept in the cache folder."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path

import numpy as np

from speech.audio import EAR_RATE, Samples

KEEPS_UP_SECONDS = 0.45  # of processor a reading: with half as much again beside a match, words stand 5 s after (p95)
SOUND_SECONDS = 6.0  # as long as an utterance
TRIES = 3


@dataclass(frozen=True)
class ReadingCost:
    """Seconds of processor that a reading by Whisper base takes here, shared by the threads it has."""

    reading_seconds: float

    @property
    def keeps_up(self) -> bool:
        return self.reading_seconds <= KEEPS_UP_SECONDS

    def __str__(self) -> str:
        verdict = "keeps up" if self.keeps_up else "does not keep up"
        return f"a reading takes {self.reading_seconds:.2f} s here, so base {verdict} (limit {KEEPS_UP_SECONDS:.2f} s)"


def kept(folder: Path, machine: str, measure: Callable[[], ReadingCost]) -> ReadingCost:
    """What was measured on this machine before, else measured now and kept where there is room for it."""
    path = folder / f"speed-{machine}.json"
    with suppress(OSError, ValueError, TypeError):
        return ReadingCost(**json.loads(path.read_text(encoding="utf-8")))
    measured = measure()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        made = path.with_suffix(f".{os.getpid()}")
        made.write_text(json.dumps(asdict(measured)), encoding="utf-8")
        made.replace(path)
    return measured


def measured(
    read: Callable[[Samples], object], threads: int, clock: Callable[[], float] = time.process_time
) -> ReadingCost:
    """Read some sound a few times; the cheapest counts, for what else this process does is counted with it."""
    sound, costs = like_speech(SOUND_SECONDS), []
    read(sound)  # the first one is slower
    for _ in range(TRIES):
        began = clock()
        read(sound)
        costs.append((clock() - began) / threads)
    return ReadingCost(round(min(costs), 3))


def like_speech(seconds: float) -> Samples:
    """Sound with the pitch, formants and syllables of speech, the same every time."""
    times = np.arange(round(seconds * EAR_RATE)) / EAR_RATE
    pitch = 2 * np.pi * np.cumsum(120 + 20 * np.sin(2 * np.pi * 0.7 * times)) / EAR_RATE
    voice = sum(
        np.sin(n * pitch) / (1 + abs(n * 120 - 600 - 200 * np.sin(2 * np.pi * 3 * times)) / 300) for n in range(1, 25)
    )
    syllables = np.clip(np.sin(2 * np.pi * 4 * times), 0, 1)
    sound: Samples = (voice * syllables / np.abs(voice).max() * 9000).astype(np.int16)
    return sound


def this_machine(model: str, threads: int) -> str:
    """A short name for this processor with these libraries and this model."""
    versions = [f"{name} {metadata.version(name)}" for name in ("ctranslate2", "faster-whisper")]
    told = [_processor(), str(os.cpu_count()), str(threads), model, *versions]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:12]


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line
    return f"{platform.machine()} {platform.processor()}"
