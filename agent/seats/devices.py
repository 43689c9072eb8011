"""Microphone and loudspeaker of this machine, by sounddevice. Loaded only when they are asked for."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np

from config.errors import AudioError
from speech.audio import ROOM_RATE, Audio

BLOCK_SECONDS = 0.05


def _sounddevice() -> Any:
    try:
        import sounddevice
    except (ImportError, OSError) as error:  # OSError: PortAudio is missing
        raise AudioError(f"no audio here: {error}; on Debian: apt-get install libportaudio2") from error
    return sounddevice


def _check(kind: str) -> None:
    library = _sounddevice()
    try:
        library.query_devices(kind=kind)
    except (library.PortAudioError, ValueError) as error:
        raise AudioError(f"no {kind} device here: {str(error).strip() or 'none was found'}") from error


class Microphone:
    """The default input, as mono blocks at ROOM_RATE."""

    def check(self) -> None:
        """Raises AudioError when there is no microphone."""
        _check("input")

    @asynccontextmanager
    async def open(self) -> AsyncIterator[AsyncIterator[Audio]]:
        library = _sounddevice()
        loop = asyncio.get_running_loop()
        blocks: asyncio.Queue[Audio] = asyncio.Queue()

        def heard(data: Any, frames: int, time: Any, status: Any) -> None:
            audio = Audio(np.array(data[:, 0], dtype=np.int16), ROOM_RATE)
            loop.call_soon_threadsafe(blocks.put_nowait, audio)

        async def stream() -> AsyncIterator[Audio]:
            while True:
                yield await blocks.get()

        size = round(BLOCK_SECONDS * ROOM_RATE)
        try:
            device = library.InputStream(ROOM_RATE, size, channels=1, dtype="int16", callback=heard)
        except library.PortAudioError as error:
            raise AudioError(f"the microphone cannot be opened: {error}") from error
        with device:
            yield stream()


class Loudspeaker:
    """The default output; sound is played in the order it comes, silence where there is none."""

    def __init__(self) -> None:
        _check("output")
        library = _sounddevice()
        self._pending = bytearray()
        self._lock = threading.Lock()
        try:
            self._device = library.RawOutputStream(ROOM_RATE, channels=1, dtype="int16", callback=self._fill)
            self._device.start()
        except library.PortAudioError as error:
            raise AudioError(f"the loudspeaker cannot be opened: {error}") from error

    def play(self, audio: Audio) -> None:
        with self._lock:
            self._pending += audio.samples.tobytes()

    def _fill(self, out: Any, frames: int, time: Any, status: Any) -> None:
        with self._lock:
            piece = bytes(self._pending[: frames * 2])
            del self._pending[: frames * 2]
        out[:] = piece + b"\0" * (frames * 2 - len(piece))

    def close(self) -> None:
        self._device.stop()
        self._device.close()
