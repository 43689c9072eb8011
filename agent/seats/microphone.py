"""A microphone of this machine, at whatever rate and with as many channels as it has."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

import numpy as np

from agent.seats.sound_devices import Device, Direction, SoundDevices, opened
from config.errors import AudioError
from speech.audio import ROOM_RATE, Audio, Resampler, Samples, silence
from speech.offload import compute

log = logging.getLogger("rostrum.devices")

BLOCK_SECONDS = 0.05
FIRST_SECONDS = 5.0  # a headset without a cable takes its time to change over
STALLED_SECONDS = 1.5  # without a block: the device is gone
OPENING_SECONDS = 10.0
CLOSING_SECONDS = 2.0  # a driver whose device is gone may hang
OPPOSED = 0.05  # share of a channel's power that is left of all: they cancel each other

Clock = Callable[[], float]


def never() -> float:
    """Nothing of ours sounds in the room."""
    return -math.inf


@dataclass(frozen=True)
class _Block:
    """Sound as it came, and when its first sample was at the microphone."""

    audio: Audio
    since: float


class Microphone:
    """One input, as mono blocks at ROOM_RATE.

    `wanted`: its number or a part of its name; the default input if empty. `ringing`: until when, by `clock`, our own
    voice sounds in the room; what is picked up before is silence. `patience`: seconds that a driver may take to open
    it.
    """

    def __init__(
        self,
        devices: SoundDevices | None = None,
        wanted: str = "",
        *,
        ringing: Clock = never,
        clock: Clock = time.monotonic,
        patience: float = OPENING_SECONDS,
    ) -> None:
        self.devices, self._wanted = devices or SoundDevices(), wanted
        self._ringing, self._clock, self._patience = ringing, clock, patience

    def check(self) -> Device:
        """The device that will be opened. From now on it is meant by its name: a number may become another's.

        Raises AudioError: there is no microphone. UsageError: the name fits none, or several.
        """
        device = self.devices.find(Direction.INPUT, self._wanted)
        self._wanted = self._wanted and device.title
        return device

    @asynccontextmanager
    async def open(self) -> AsyncIterator[AsyncIterator[Audio]]:
        """Its sound, without end. The iterator raises AudioError when no more comes, after all that came.

        Raises AudioError: it is not there, or cannot be opened. UsageError: as `check`.
        """
        loop = asyncio.get_running_loop()
        blocks: asyncio.Queue[_Block | None] = asyncio.Queue()

        def put(block: _Block | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                loop.call_soon_threadsafe(blocks.put_nowait, block)

        capture = _Capture(self.devices, self._wanted, put, self._clock)
        try:
            try:
                await compute(capture.open, deadline=self._patience)
            except TimeoutError as error:
                raise AudioError(f"the microphone could not be opened within {self._patience:g} s") from error
            yield self._stream(blocks)
        finally:
            with contextlib.suppress(TimeoutError):
                await compute(capture.close, deadline=min(CLOSING_SECONDS, self._patience))

    async def _stream(self, blocks: asyncio.Queue[_Block | None]) -> AsyncIterator[Audio]:
        resample, patience = Resampler(ROOM_RATE), FIRST_SECONDS
        while True:
            try:
                async with asyncio.timeout(patience):
                    block = await blocks.get()
            except TimeoutError as error:
                raise AudioError(f"no sound has come from the microphone for {patience:g} s") from error
            if block is None:
                raise AudioError("the microphone has stopped")
            patience = STALLED_SECONDS
            audio = resample(block.audio)
            yield silence(audio.seconds, ROOM_RATE) if block.since < self._ringing() else audio


class _Capture:
    """An input stream that is opened and closed in other threads; closed before it is open, it never stays open."""

    def __init__(self, devices: SoundDevices, wanted: str, put: Callable[[_Block | None], None], clock: Clock) -> None:
        self._devices, self._wanted, self._put, self._clock = devices, wanted, put, clock
        self._stream: Any = None
        self._closed = False
        self._latency = 0.0
        self._lock = threading.Lock()

    def open(self) -> None:
        with self._lock:
            if not self._closed:
                self._open()

    def _open(self) -> None:
        with self._devices.claimed():
            device = self._devices.find(Direction.INPUT, self._wanted)
            self._stream = opened(self._devices, device, Direction.INPUT, self._input)
            self._latency = float(self._stream.latency)
            log.info("the microphone is %s at %g Hz", device.title, self._stream.samplerate)

    def _input(self, device: Device, rate: int, channels: int) -> Any:
        return self._devices.library.InputStream(
            device=device.number,
            samplerate=rate,
            blocksize=round(BLOCK_SECONDS * rate),
            channels=channels,
            dtype="int16",
            callback=partial(self._heard, rate),
            finished_callback=partial(self._put, None),
        )

    def _heard(self, rate: int, data: Any, frames: int, _time: Any, status: Any) -> None:
        if status:
            log.debug("microphone: %s", status)
        self._put(_Block(Audio(mixed(data), rate), self._clock() - frames / rate - self._latency))

    def close(self) -> None:
        with self._lock:
            self._closed = True
            stream, self._stream = self._stream, None
        if stream is not None:
            stream.abort(ignore_errors=True)  # may hang until the device is back
            stream.close(ignore_errors=True)
            self._devices.release()


def mixed(data: Any) -> Samples:
    """Channels, shape (n, channels), as one, shape (n,); the loudest alone where they cancel each other."""
    if data.shape[1] == 1:
        return np.array(data[:, 0], dtype=np.int16)
    channels = data.astype(np.float64)
    mean = channels.mean(axis=1)
    powers = (channels**2).mean(axis=0)
    if (mean**2).mean() < OPPOSED * powers.max():  # a balanced line in a stereo socket
        mean = channels[:, int(powers.argmax())]
    return cast(Samples, mean.round().astype(np.int16))
