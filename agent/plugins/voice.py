"""A voice by any installed text-to-speech plugin of livekit-agents: `livekit:elevenlabs`."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from livekit.agents import APIConnectOptions, tts
from numpy.typing import NDArray

from agent.plugins.plugin import Plugin, plugin_loop
from config.errors import ProviderError
from speech.audio import Audio, join
from speech.voices.checks import LEAST_RATE, MOST_RATE, MOST_SECONDS, printable, speakable
from speech.voices.wav_stream import until_late

TIMEOUT_SECONDS = 8.0  # from asking for a sentence until its last sample has arrived
LANES = 2

Arrived = queue.SimpleQueue[Audio | ProviderError | None]


class PluginVoice:
    """Speaks through a plugin; safe to call from several threads.

    Args:
        voice: name of the plugin, `#` and anything after it to tell two voices of one apart.
        options: what its `TTS` is made with, such as a voice and a model; keys it takes from the environment.
        timeout_seconds: for a whole sentence.

    Raises:
        ProviderError: the plugin is not installed, or cannot be made with these options.
    """

    lanes = LANES

    def __init__(
        self, voice: str, options: Mapping[str, Any] | None = None, *, timeout_seconds: float = TIMEOUT_SECONDS
    ) -> None:
        self.name = f"livekit {voice}"
        self._timeout_seconds = timeout_seconds
        self._plugin = Plugin[tts.TTS[Any]](self.name, tts.TTS, "text to speech", "speaking.plugins")
        self._tts = self._plugin.made(voice.partition("#")[0], options or {})
        self._rate, self._channels = int(self._tts.sample_rate), int(self._tts.num_channels)
        if not (LEAST_RATE <= self._rate <= MOST_RATE and self._channels in (1, 2)):
            raise self._plugin.failure(
                f"makes {self._channels} channels at {self._rate} Hz; speech needs one at 8 to 48 kHz"
            )

    def synthesize(self, text: str) -> Audio:
        """The whole sentence; as `stream`, but all at once."""
        return join(list(self.stream(text)), self._rate)

    def stream(self, text: str) -> Iterator[Audio]:
        """The sentence in pieces, each as soon as it has arrived. Leaving early ends the request.

        Raises ProviderError: from the iterator, possibly after some pieces; `retryable` where another try may help.
        """
        if not speakable(text):
            return
        deadline = time.monotonic() + self._timeout_seconds
        arrived: Arrived = queue.SimpleQueue()
        asked = plugin_loop().start(lambda: self._receive(printable(text), arrived))
        try:
            yield from until_late(arrived, deadline, self._late)
        finally:
            asked.cancel()

    async def _receive(self, text: str, arrived: Arrived) -> None:
        once = APIConnectOptions(max_retry=0, timeout=self._timeout_seconds)
        seconds = 0.0
        try:
            async with self._tts.synthesize(text, conn_options=once) as spoken:
                async for event in spoken:
                    piece = self._mono(event.frame)
                    seconds += piece.seconds
                    if seconds > MOST_SECONDS:
                        raise self._plugin.failure(f"made more than {MOST_SECONDS:.0f} s of sound of one sentence")
                    arrived.put(piece)
            arrived.put(None if seconds else self._plugin.failure("sent no sound", retryable=True))
        except ProviderError as error:
            arrived.put(error)
        except Exception as error:  # a plugin is anybody's code; what is not handed on would be waited for
            arrived.put(self._explained(error))

    def _mono(self, frame: Any) -> Audio:
        samples: NDArray[np.int16] = np.frombuffer(bytes(frame.data), dtype=np.int16)
        channels = int(frame.num_channels)
        if channels > 1:
            samples = samples.reshape(-1, channels).mean(axis=1).astype(np.int16)
        return Audio(samples, int(frame.sample_rate))

    def _explained(self, error: Exception) -> ProviderError:
        told = self._plugin.explained(error, "the sound broke off")
        return told if isinstance(told, ProviderError) else self._late()

    def _late(self) -> ProviderError:
        told = f"the sentence was not there within {self._timeout_seconds:g} s"
        return self._plugin.failure(told, retryable=True)
