"""A voice behind any OpenAI-compatible `/v1/audio/speech`, streamed.

Source of the contract: OpenAI API reference, "Create speech"; `pcm` is 24 kHz mono 16-bit little-endian without a
header. Servers that answer with another kind of sound, or with an error page, are found out before a sample is used.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal

import numpy as np

from config.errors import ProviderError
from config.plain_text import printable_line
from config.threads import start
from speech.audio import ROOM_RATE, Audio, join
from speech.openai_http import OpenAIServer
from speech.voices.checks import MOST_SECONDS, printable, speakable
from speech.voices.wav_stream import BadWav, WavStream, until_late

KEY_VARIABLE = "OPENAI_API_KEY"
TIMEOUT_SECONDS = 20.0
LANES = 3  # sentences asked for at a time
PLAIN = {"", "application/octet-stream", "binary/octet-stream"}
KINDS = {
    "pcm": PLAIN | {"audio/pcm", "audio/x-pcm", "audio/raw"},
    "wav": PLAIN | {"audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"},
}


class OpenAIVoice:
    """Speaks through a server; safe to call from several threads.

    The key is read once from the environment variable OPENAI_API_KEY, and appears in no text of ours.

    Args:
        model: such as `gpt-4o-mini-tts`; the server's name for it.
        voice: such as `alloy`.
        base_url: up to and with `/v1`; OpenAI's own when None. A server with another address needs no key.
        response_format: `pcm`, or `wav` for servers that cannot do without a header.
        rate: of the sound the server sends, in Hz; a wav that says otherwise is refused.
        timeout_seconds: from asking for a sentence until its last sample has arrived.

    Raises:
        ProviderError: there is no key or not a valid one, or the `openai` package cannot take these arguments.
    """

    def __init__(
        self,
        model: str,
        voice: str,
        *,
        base_url: str | None = None,
        response_format: Literal["pcm", "wav"] = "pcm",
        rate: int = ROOM_RATE,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self.rate, self.timeout_seconds, self.lanes = rate, timeout_seconds, LANES
        self._model, self._voice, self._format = model, voice, response_format
        self._server = OpenAIServer.of(f"{model} {voice}", base_url, KEY_VARIABLE)
        self.name = self._server.part
        self._client = self._server.client(timeout_seconds)

    def synthesize(self, text: str) -> Audio:
        """The whole sentence at `rate`; as `stream`, but all at once."""
        return join(list(self.stream(text)), self.rate)

    def stream(self, text: str) -> Iterator[Audio]:
        """The sentence in pieces at `rate`, each as soon as it has arrived.

        A text without a letter or digit is no sound and asks nobody. Leaving the iterator early ends the request.

        Raises:
            ProviderError: from the iterator, possibly after some pieces; `retryable` where another try may help.
        """
        if not speakable(text):
            return
        deadline = time.monotonic() + self.timeout_seconds
        arrived: queue.SimpleQueue[bytes | ProviderError | None] = queue.SimpleQueue()
        left = threading.Event()
        start(partial(self._receive, text, arrived, left), "voice")
        try:
            for piece in until_late(arrived, deadline, self._late):
                yield Audio(np.frombuffer(piece, dtype="<i2").astype(np.int16), self.rate)
        finally:
            left.set()

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _receive(
        self, text: str, arrived: queue.SimpleQueue[bytes | ProviderError | None], left: threading.Event
    ) -> None:
        """In a thread of its own, for no timeout of the connection bounds a whole answer that comes drop by drop."""
        try:
            with self._client.audio.speech.with_streaming_response.create(
                input=printable(text), model=self._model, voice=self._voice, response_format=self._format
            ) as response:
                self._check_kind(response.headers.get("content-type", ""))
                for piece in self._samples(response.iter_bytes()):
                    if left.is_set():
                        return
                    arrived.put(piece)
            arrived.put(None)
        except Exception as error:  # one that is not handed on would be waited for until the deadline
            arrived.put(self._explained(error))

    def _check_kind(self, header: str) -> None:
        kind = header.partition(";")[0].strip().lower()
        if kind not in KINDS[self._format]:
            told = printable_line(kind)[:40]
            raise self._server.failure(
                f"sent {told} instead of {self._format} sound; check base_url and response_format"
            )

    def _samples(self, received: Iterable[bytes]) -> Iterator[bytes]:
        """Whole samples only, without the header."""
        sound = WavStream(self.rate, MOST_SECONDS).strip(received) if self._format == "wav" else received
        total, odd = 0, b""
        try:
            for piece in sound:
                data = odd + piece
                whole = len(data) & ~1
                total, odd = total + whole, data[whole:]
                if total > MOST_SECONDS * self.rate * 2:
                    raise self._server.failure(f"sent more than {MOST_SECONDS:.0f} s of sound for one sentence")
                if whole:
                    yield data[:whole]
        except BadWav as bad:
            raise self._server.failure(str(bad), retryable=bad.retryable) from None
        if odd:
            raise self._server.failure("sent an odd number of bytes; the sound was cut off", retryable=True)
        if not total:
            raise self._server.failure("sent no sound", retryable=True)

    def _explained(self, error: Exception) -> ProviderError:
        explained = self._server.explained(error, "the sound")
        return self._late() if isinstance(explained, TimeoutError) else explained

    def _late(self) -> ProviderError:
        return self._server.failure(f"the sentence was not there within {self.timeout_seconds:g} s", retryable=True)
