"""A recogniser behind any OpenAI-compatible `/v1/audio/transcriptions`.

Source of the contract: OpenAI API reference, "Create transcription". Times of words and segments are asked for; a
server or model that knows no `verbose_json` is asked for the text alone from then on. Whatever else it answers is found
out before a word is believed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from speech.audio import EAR_RATE, Audio, wav
from speech.hearing.recognizers.by_request import STEP_SECONDS, RequestedUtterance
from speech.hearing.transcript import SoundWindow, Transcript, transcript_of
from speech.offload import within
from speech.openai_http import OpenAIServer, message_of
from speech.ports import Utterance
from speech.text.sentences import leading_lines

KEY_VARIABLE = "OPENAI_API_KEY"
TIMEOUT_SECONDS = 6.0
LANES = 2  # the end of an utterance beside the beginning of the next
HINT_LETTERS = 600  # about 150 tokens: of a longer prompt Whisper takes the end
LEAST_SECONDS = 1.0  # of sound in a request; shorter ones are refused, or misheard
MOST_BYTES = 1_000_000
TIMED: Mapping[str, Any] = {"response_format": "verbose_json", "timestamp_granularities": ["word", "segment"]}
TEXT_ONLY: Mapping[str, Any] = {"response_format": "json"}
NOT_TIMED = re.compile(r"response_format|verbose_json|timestamp_granularit", re.IGNORECASE)


class OpenAIRecognizer:
    """Hears through a server; safe to use from several threads.

    Args:
        model: such as `whisper-1`; the server's name for it.
        base_url: up to and with `/v1`; OpenAI's own when None. A server with another address needs no key.
        key_variable: the name of the environment variable that holds the key, which appears in no text of ours.
        language: its code, or empty for the server to find out.
        hints: what will be talked about, a phrase a line, the most important first.
        timeout_seconds: from asking about a window until the whole answer has arrived.
        step_seconds: of new sound, before which nothing is asked.

    Raises:
        ProviderError: there is no key or not a valid one, or the `openai` package cannot take these arguments.
    """

    lanes = LANES

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key_variable: str = KEY_VARIABLE,
        language: str = "en",
        hints: str = "",
        timeout_seconds: float = TIMEOUT_SECONDS,
        step_seconds: float = STEP_SECONDS,
    ) -> None:
        self._server = OpenAIServer.of(model, base_url, key_variable)
        self.name = self._server.part
        self.hints = leading_lines(hints, lambda text: len(text) <= HINT_LETTERS)
        self._timeout_seconds, self._step_seconds = timeout_seconds, step_seconds
        self._client = self._server.client(timeout_seconds)
        self._form: Mapping[str, Any] = TIMED
        told = {"model": model, "language": language, "prompt": self.hints}
        self._told = {name: value for name, value in told.items() if value}

    def utterance(self) -> Utterance:
        return RequestedUtterance(self, self._step_seconds)

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def transcribe(self, sound: Audio, window: SoundWindow) -> Transcript:
        """What is said in a window of sound at 16 kHz.

        Raises:
            ProviderError: `retryable` where another try may help. TimeoutError: the answer is late.
        """
        missing = max(0, round(LEAST_SECONDS * EAR_RATE) - len(sound.samples))
        whole = wav(Audio(np.pad(sound.samples, (0, missing)), EAR_RATE))
        try:  # no timeout of the connection bounds a whole answer that comes drop by drop
            body = within(self._timeout_seconds, partial(self._asked, whole))
        except Exception as error:  # the client's own kinds, and whatever is wrong below them
            raise self._server.explained(error) from None
        try:
            return transcript_of(self._parsed(*body), window)
        except ValueError as error:
            raise self._server.failure(f"sent {error}; check the base_url", retryable=True) from None

    def _asked(self, sound: bytes) -> tuple[str, bytes]:
        import openai

        try:
            return self._sent(sound, self._form)
        except openai.APIStatusError as error:
            if self._form is TEXT_ONLY or error.status_code >= 500 or not NOT_TIMED.search(message_of(error)):
                raise
        answer = self._sent(sound, TEXT_ONLY)
        self._form = TEXT_ONLY
        return answer

    def _sent(self, sound: bytes, form: Mapping[str, Any]) -> tuple[str, bytes]:
        """The answer's kind and body."""
        with self._client.audio.transcriptions.with_streaming_response.create(
            file=("speech.wav", sound, "audio/wav"), **self._told, **form
        ) as response:
            body = bytearray()
            for piece in response.iter_bytes():
                body += piece
                if len(body) > MOST_BYTES:
                    raise self._server.failure(f"sent more than {MOST_BYTES // 1000} kB for some seconds of sound")
            return str(response.headers.get("content-type", "")), bytes(body)

    def _parsed(self, kind: str, body: bytes) -> object:
        """Some servers send the bare text, whatever they are asked for."""
        if kind.partition(";")[0].strip().lower() == "text/plain" and not body.lstrip().startswith(b"{"):
            return {"text": body.decode("utf-8", "replace")}
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            raise ValueError("something else than JSON") from None
