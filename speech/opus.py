"""Ogg Opus files that grow piece by piece, and wav files read piece by piece: hours of sound in little memory."""

from __future__ import annotations

import contextlib
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from config.errors import AudioError
from speech.audio import ROOM_RATE, Audio, Resampler, silence

BITS = 32_000  # a second: speech as it came from the room
BLOCK_SECONDS = 1.0
EFFORT = "5"  # of libopus, 0 to 10: at 10 it takes three and a half times as long, to be a tenth smaller


class OpusWriter:
    """Mono Opus in Ogg, whose clock has 48 kHz whatever rate is written: under its name once it is whole.

    Used as a context; left by an exception, nothing stays behind, and what had that name before stays.

    Args:
        rate: of what is encoded; sound is brought to it. 24 kHz holds all that a room carries.

    Raises:
        AudioError: from everything, when the file cannot be written.
    """

    def __init__(self, path: Path, rate: int = ROOM_RATE, bits: int = BITS) -> None:
        self.path, self._rate = path, rate
        self._growing = path.with_name(f"{path.name}.part")
        self._resample = Resampler(rate)
        self._samples = 0
        import av

        with self._told():
            self._file = open(self._growing, "wb")  # noqa: SIM115  (closed by __exit__)
            self._container: Any = av.open(self._file, "w", format="ogg")
            options = {"compression_level": EFFORT}
            self._stream = self._container.add_stream(
                "libopus", rate=rate, layout="mono", bit_rate=bits, options=options
            )

    @property
    def seconds(self) -> float:
        """What has been written so far."""
        return self._samples / self._rate

    def add(self, audio: Audio) -> None:
        self._encode(self._resample(audio))

    def add_silence(self, seconds: float) -> None:
        while seconds > 0:
            self._encode(silence(min(BLOCK_SECONDS, seconds), self._rate))
            seconds -= BLOCK_SECONDS

    def _encode(self, audio: Audio) -> None:
        if not len(audio.samples):
            return
        import av

        frame = av.AudioFrame.from_ndarray(audio.samples[None, :], "s16", "mono")
        frame.sample_rate, frame.pts = self._rate, self._samples
        self._samples += len(audio.samples)
        with self._told():
            self._container.mux(self._stream.encode(frame))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._leave()
            return
        try:
            self._encode(self._resample.flush())
            with self._told():
                self._container.mux(self._stream.encode(None))
                self._container.close()
                self._file.close()
                self._growing.replace(self.path)
        except AudioError:
            self._leave()
            raise

    def _leave(self) -> None:
        """Nothing of it is kept: what cannot be written any more cannot be closed in order either."""
        from av.error import FFmpegError

        for end in (self._container.close, self._file.close, self._growing.unlink):
            with contextlib.suppress(FFmpegError, OSError, ValueError):
                end()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        from av.error import FFmpegError

        try:
            yield
        except OSError as error:
            raise AudioError(f"{self.path}: cannot be written: {error.strerror or error}") from error
        except (FFmpegError, ValueError) as error:
            raise AudioError(f"{self.path}: cannot be written: {error}") from error


def opus_of(wav: Path, path: Path, bits: int = BITS) -> None:
    """The same sound as a wav file holds, as Opus. Raises AudioError: it cannot be read or written."""
    with WavReader(wav) as sound, OpusWriter(path, sound.rate, bits) as opus:
        while len((block := sound.take(BLOCK_SECONDS)).samples):
            opus.add(block)


class WavReader:
    """A mono 16-bit wav file, read from its beginning to its end.

    Raises:
        AudioError: from all methods, when it cannot be read or is another kind of file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: wave.Wave_read = self._read(lambda: wave.open(str(path), "rb"))  # noqa: SIM115  (closed by close())
        self.rate: int = self._file.getframerate()
        self._at = 0
        if (self._file.getnchannels(), self._file.getsampwidth()) != (1, 2) or not self.rate:
            self.close()
            raise AudioError(f"{path}: is not a mono 16-bit wav file")

    @property
    def seconds(self) -> float:
        return int(self._file.getnframes()) / self.rate

    def take(self, seconds: float) -> Audio:
        """The next so many seconds, less at the end of the file."""
        return self._take(round(seconds * self.rate))

    def take_to(self, second: float) -> Audio:
        """What comes before that second of the file and was not taken yet; nothing if it was."""
        return self._take(max(0, round(second * self.rate) - self._at))

    def skip_to(self, second: float) -> None:
        """Take what comes from there on, or nothing where the file is shorter."""
        self._at = min(max(0, round(second * self.rate)), int(self._file.getnframes()))
        self._read(lambda: self._file.setpos(self._at))

    def _take(self, count: int) -> Audio:
        data: bytes = self._read(lambda: self._file.readframes(count))
        samples = np.frombuffer(data[: len(data) // 2 * 2], dtype="<i2").astype(np.int16)
        self._at += len(samples)
        return Audio(samples, self.rate)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _read(self, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except (OSError, EOFError, wave.Error) as error:
            raise AudioError(f"{self.path}: cannot be read as sound ({error})") from error
