"""Sound as data: mono 16-bit samples with their rate. Pure."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import soxr
from numpy.typing import NDArray

Samples = NDArray[np.int16]
ROOM_RATE = 24_000  # what debaters speak and rooms carry
EAR_RATE = 16_000  # what recognisers and voice detectors hear
FULL_SCALE = 32767
HEADER_BYTES = 44


@dataclass(frozen=True, eq=False)
class Audio:
    """Mono sound: `samples` has shape (n,), int16; `rate` in Hz."""

    samples: Samples
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def at(self, rate: int) -> Audio:
        """The same sound at another rate (one-shot resampling)."""
        if rate == self.rate or not len(self.samples):
            return Audio(self.samples, rate)
        return Audio(cast(Samples, soxr.resample(self.samples, self.rate, rate)), rate)

    def cut(self, start: float, end: float) -> Audio:
        """The part from `start` to `end` seconds."""
        return Audio(self.samples[round(start * self.rate) : round(end * self.rate)], self.rate)

    def frames(self, seconds: float) -> Iterator[Audio]:
        """In pieces of that length; the last may be shorter."""
        size = max(1, round(seconds * self.rate))
        for start in range(0, len(self.samples), size):
            yield Audio(self.samples[start : start + size], self.rate)

    @property
    def level(self) -> float:
        """Root mean square as a share of full scale, 0 to 1."""
        if not len(self.samples):
            return 0.0
        return float(np.sqrt(np.mean(self.samples.astype(np.float64) ** 2))) / FULL_SCALE


def silence(seconds: float, rate: int) -> Audio:
    return Audio(np.zeros(max(0, round(seconds * rate)), dtype=np.int16), rate)


def join(parts: list[Audio], rate: int) -> Audio:
    """Everything in order at one rate."""
    if not parts:
        return silence(0, rate)
    return Audio(np.concatenate([part.at(rate).samples for part in parts]), rate)


def mixed(parts: Sequence[Audio]) -> Audio:
    """All at once, as one sound; they are equally long and of one rate."""
    if len(parts) == 1:
        return parts[0]
    total = np.sum([part.samples.astype(np.int32) for part in parts], axis=0)
    return Audio(np.clip(total, -32768, 32767).astype(np.int16), parts[0].rate)


class Resampler:
    """Streaming conversion to one rate; a source that changes its rate starts a new converter."""

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self._from = rate
        self._stream: Any = None

    def __call__(self, audio: Audio) -> Audio:
        if audio.rate == self._from:
            return self._convert(audio)
        held = self.flush()
        self._from = audio.rate
        return join([held, self._convert(audio)], self.rate)

    def _convert(self, audio: Audio) -> Audio:
        if audio.rate == self.rate:
            return audio
        if self._stream is None:
            self._stream = soxr.ResampleStream(audio.rate, self.rate, 1, dtype="int16")
        return Audio(cast(Samples, self._stream.resample_chunk(audio.samples)), self.rate)

    def flush(self) -> Audio:
        """What the converter still holds back at the end of the stream."""
        if self._stream is None:
            return silence(0, self.rate)
        held = self._stream.resample_chunk(np.zeros(0, dtype=np.int16), last=True)
        self._stream = None
        return Audio(cast(Samples, held), self.rate)


def wav(audio: Audio) -> bytes:
    """The sound as a wav file."""
    data = audio.samples.tobytes()
    return header(len(data), audio.rate) + data


def header(size: int, rate: int) -> bytes:
    """The 44 bytes of a mono 16-bit wav file with `size` bytes of samples."""
    form = (b"RIFF", size + HEADER_BYTES - 8, b"WAVE", b"fmt ", 16, 1, 1, rate, rate * 2, 2, 16, b"data", size)
    return struct.pack("<4sI4s4sIHHIIHH4sI", *form)
