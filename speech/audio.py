"""Sound as data: mono 16-bit samples with their rate, and the files it comes from and goes to."""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import soxr
from numpy.typing import NDArray

from config.errors import AudioError

Samples = NDArray[np.int16]
ROOM_RATE = 24_000  # what debaters speak and rooms carry
EAR_RATE = 16_000  # what recognisers and voice detectors hear
SUFFIXES = (".wav", ".mp3", ".ogg", ".flac", ".m4a", ".opus")
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


def read(path: Path, rate: int = ROOM_RATE) -> Audio:
    """Decode a sound file, mixed to mono.

    Raises:
        AudioError: it cannot be read, holds no sound, or is not sound.
    """
    import av
    from av.error import FFmpegError

    pieces: list[Samples] = []
    try:
        with av.open(str(path)) as container:
            if not container.streams.audio:
                raise AudioError(f"{path}: holds no sound")
            resampler = av.AudioResampler(format="s16", layout="mono", rate=rate)
            for frame in container.decode(audio=0):
                pieces += [out.to_ndarray()[0] for out in resampler.resample(frame)]
            pieces += [out.to_ndarray()[0] for out in resampler.resample(None)]
    except (FFmpegError, OSError, ValueError) as error:
        raise AudioError(f"{path}: cannot be read as sound ({error.__class__.__name__})") from error
    samples = np.concatenate(pieces) if pieces else np.zeros(0, dtype=np.int16)
    if not len(samples):
        raise AudioError(f"{path}: holds no sound")
    return Audio(cast(Samples, samples.astype(np.int16)), rate)


def write(path: Path, audio: Audio) -> None:
    """Write a wav file.

    Raises:
        AudioError: the file cannot be written.
    """
    try:
        path.write_bytes(wav(audio))
    except OSError as error:
        raise AudioError(f"{path}: cannot be written: {error.strerror}") from error


def wav(audio: Audio) -> bytes:
    """The sound as a wav file."""
    data = audio.samples.tobytes()
    return _header(len(data), audio.rate) + data


ALMOST_FULL = "the disk is almost full, and what is left of it is for the log"


class WavWriter:
    """A wav file that grows while it is heard and is whole whenever the process ends.

    Args:
        go_on: after what such a writer has left in the file at this rate, if there is one.
        spared: bytes of the disk that are left to others.

    Raises:
        AudioError: from all methods, when the file cannot be written; what was written before stays whole.
    """

    def __init__(self, path: Path, rate: int, *, go_on: bool = False, spared: int = 0) -> None:
        self.path, self.rate, self._spared = path, rate, spared
        self._resample = Resampler(rate)
        try:
            self._bytes = max(0, path.stat().st_size - HEADER_BYTES) // 2 * 2 if go_on and path.exists() else 0
            self._file = open(path, "r+b" if self._bytes else "wb", buffering=0)  # noqa: SIM115  (closed by close())
        except OSError as error:
            raise self._trouble(error) from error
        self.add(silence(0, rate))

    @property
    def seconds(self) -> float:
        return self._bytes / 2 / self.rate

    def add(self, audio: Audio) -> None:
        """Append a piece and set the header right, so that a killed process leaves a readable file."""
        self._append(self._resample(audio))

    def _append(self, audio: Audio) -> None:
        data = audio.samples.tobytes()
        try:
            self._spare(len(data))
            if os.pwrite(self._file.fileno(), data, HEADER_BYTES + self._bytes) != len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            self._bytes += len(data)
            os.pwrite(self._file.fileno(), _header(self._bytes, self.rate), 0)
        except OSError as error:
            raise self._trouble(error) from error

    def _spare(self, more: int) -> None:
        if self._spared and more:
            disk = os.fstatvfs(self._file.fileno())
            if disk.f_bavail * disk.f_frsize < self._spared + more:
                raise OSError(errno.ENOSPC, ALMOST_FULL)

    def close(self) -> None:
        try:
            self._append(self._resample.flush())
        finally:
            self._end()

    def _end(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            raise self._trouble(error) from error

    def _trouble(self, error: OSError) -> AudioError:
        return AudioError(f"{self.path}: cannot be written: {error.strerror}")


def _header(size: int, rate: int) -> bytes:
    """The 44 bytes of a mono 16-bit wav file with `size` bytes of samples."""
    form = (b"RIFF", size + HEADER_BYTES - 8, b"WAVE", b"fmt ", 16, 1, 1, rate, rate * 2, 2, 16, b"data", size)
    return struct.pack("<4sI4s4sIHHIIHH4sI", *form)
