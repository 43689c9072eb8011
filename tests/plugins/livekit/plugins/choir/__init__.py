"""A text-to-speech plugin as livekit-agents has them, installed by putting its folder on the path. It hums."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import numpy as np
from livekit.agents import APIConnectionError, APIConnectOptions, APIStatusError, Plugin, tts, utils

RATE = 16_000
SECONDS_A_WORD = 0.3
KEY = "CHOIR_KEY"


class TTS(tts.TTS[Any]):
    """Hums for each word.

    Args:
        voice: a pitch in Hz.
        fault: what goes wrong: `status 500`, `unreachable`, `hangs`, `stalls`, `silent` or `crash`.
    """

    def __init__(self, *, voice: float = 200.0, fault: str = "", channels: int = 1) -> None:
        super().__init__(capabilities=tts.TTSCapabilities(streaming=False), sample_rate=RATE, num_channels=channels)
        if not os.environ.get(KEY):
            raise ValueError(f"{KEY} is not set")
        self.voice, self.fault, self.channels = voice, fault, channels
        self.sessions: list[Any] = []

    def synthesize(self, text: str, *, conn_options: APIConnectOptions | None = None) -> tts.ChunkedStream:
        return _Hum(tts=self, input_text=text, conn_options=conn_options or APIConnectOptions())


class _Hum(tts.ChunkedStream):
    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        choir = self._tts
        assert isinstance(choir, TTS)
        choir.sessions.append(utils.http_context.http_session())  # as real plugins take theirs
        words = self.input_text.split()
        if choir.fault.startswith("status"):
            raise APIStatusError("key sk-secret was refused", status_code=int(choir.fault.split()[1]))
        if choir.fault == "unreachable":
            raise APIConnectionError("no route to sk-secret")
        if choir.fault == "crash":
            raise RuntimeError("sk-secret")
        if choir.fault == "hangs":
            await asyncio.sleep(3600)
        output_emitter.initialize(request_id="1", sample_rate=RATE, num_channels=choir.channels, mime_type="audio/pcm")
        for number, _ in enumerate(words):
            if choir.fault == "stalls" and number == 2:
                await asyncio.sleep(3600)
            if choir.fault != "silent":
                output_emitter.push(_hum(choir.voice, choir.channels))
            await asyncio.sleep(0)
        output_emitter.flush()


def _hum(pitch: float, channels: int) -> bytes:
    place = np.arange(round(SECONDS_A_WORD * RATE)) / RATE
    wave = (np.sin(2 * np.pi * pitch * place) * 12_000).astype(np.int16)
    return np.repeat(wave, channels).tobytes()


class ChoirPlugin(Plugin):
    """Registers itself, as plugins must, on the main thread."""

    def __init__(self) -> None:
        super().__init__(__name__, "1.0", "livekit-plugins-choir")


Plugin.register_plugin(ChoirPlugin())
