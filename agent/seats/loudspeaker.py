"""A loudspeaker of this machine, and until when it is still heard in the room."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from agent.seats.sound_devices import Device, Direction, SoundDevices, opened
from config.errors import RostrumError
from speech.audio import Audio, Resampler

log = logging.getLogger("rostrum.devices")

DECAY_SECONDS = 0.4  # in a room of a home or an office speech has died away by 30 dB


class Loudspeaker:
    """One output; sound is played in the order it comes, silence where there is none.

    `wanted`: its number or a part of its name; the default output if empty. `tell`: gets one line when it is gone; the
    match goes on in the recordings. Raises AudioError: there is none, or it cannot be opened. UsageError: the name fits
    none, or several.
    """

    def __init__(
        self,
        devices: SoundDevices | None = None,
        wanted: str = "",
        *,
        tell: Callable[[str], None] = log.warning,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._devices, self._tell, self._clock = devices or SoundDevices(), tell, clock
        device = self._devices.find(Direction.OUTPUT, wanted)
        self.title = device.title
        self._wanted = wanted and device.title
        self._pending = bytearray()
        self._lock = threading.Lock()
        self._sounds_until = -math.inf
        self._stream: Any = None
        self._gone = self._told = False
        self._open()
        self._devices.keep(self)

    def _open(self) -> None:
        device = self._devices.find(Direction.OUTPUT, self._wanted)
        self._gone = False
        self._stream = opened(self._devices, device, Direction.OUTPUT, self._output)

    def _output(self, device: Device, rate: int, channels: int) -> Any:
        self._rate, self._channels, self._resample = rate, channels, Resampler(rate)
        return self._devices.library.RawOutputStream(
            device=device.number,
            samplerate=rate,
            channels=channels,
            dtype="int16",
            callback=self._fill,
            finished_callback=self._over,
        )

    def play(self, audio: Audio) -> None:
        if self._gone:
            if not self._told:
                self._tell("the loudspeaker is gone; using the recordings only")
            self._told = True
            return
        samples = np.repeat(self._resample(audio).samples, self._channels)
        with self._lock:
            self._pending += samples.tobytes()

    def ringing_until(self) -> float:
        """By the clock, when all that was played so far is out of the device and has died away in the room."""
        with self._lock:
            if self._pending.strip(b"\0"):
                self._sounds_until = self._clock() + self._seconds(len(self._pending)) + self._latency
            return self._sounds_until + DECAY_SECONDS

    def _fill(self, out: Any, frames: int, _time: Any, _status: Any) -> None:
        size = len(out)
        with self._lock:
            piece = bytes(self._pending[:size])
            del self._pending[:size]
            if piece.strip(b"\0"):
                self._sounds_until = self._clock() + self._seconds(len(piece)) + self._latency
        out[:] = piece + b"\0" * (size - len(piece))

    @property
    def _latency(self) -> float:
        return float(self._stream.latency) if self._stream is not None else 0.0

    def _seconds(self, size: int) -> float:
        return size / 2 / self._channels / self._rate

    def _over(self) -> None:
        self._gone = True

    def suspend(self) -> None:
        """PortAudio is about to be started again."""
        stream, self._stream, self._gone = self._stream, None, True
        if stream is not None:
            stream.close(ignore_errors=True)

    def restore(self) -> None:
        """PortAudio has been started again."""
        with self._lock:
            self._pending.clear()
        try:
            self._open()
        except RostrumError as error:
            log.info("loudspeaker: %s", error)
            self._gone = True

    def close(self) -> None:
        self._devices.forget(self)
        if self._stream is not None and not self._gone:
            self._stream.stop(ignore_errors=True)  # what it holds is heard to its end
        self.suspend()
