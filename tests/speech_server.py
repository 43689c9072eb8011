"""A server for voices on loopback that goes wrong in one way a test."""

from __future__ import annotations

import contextlib
import json
import struct
import threading
from collections.abc import Callable
from email.message import Message
from typing import Any

import numpy as np

from speech.voices.remote import OpenAIVoice
from tests.loopback import LoopbackRequest, LoopbackServer

KEY = "sk-never-to-be-seen-4711"
SENTENCE = "A motion is only as good as the reasons behind it."
SOUND = (8000 * np.sin(2 * np.pi * 220 * np.arange(24_000) / 24_000)).astype("<i2").tobytes()

Answer = Callable[["Speaking"], object]


class Speaking(LoopbackRequest):
    """One request for speech, answered by the server's `answer`."""

    server: SpeechServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.asked.append((self.path, self.headers, json.loads(body)))
        with contextlib.suppress(OSError):  # the voice has hung up
            self.server.answer(self)
        self.close_connection = True

    def begin(self, kind: str | None = "audio/pcm", status: int = 200, **headers: str) -> None:
        super().begin(kind, status, **headers)


class SpeechServer(LoopbackServer):
    def __init__(self) -> None:
        super().__init__(Speaking)
        self.asked: list[tuple[str, Message, dict[str, Any]]] = []
        self.answer: Answer = lambda request: None
        self.go_on = threading.Event()  # an answer that pauses waits for this


def speaker(server: SpeechServer, answer: Answer, **arguments: Any) -> OpenAIVoice:
    server.answer = answer
    return OpenAIVoice("small-tts", "alloy", base_url=server.url, **arguments)


def whole(request: Speaking) -> None:
    request.begin()
    request.say(SOUND)


def wav(
    data: bytes = SOUND, rate: int = 24_000, size: int | None = None, channels: int = 1, extra: bytes = b""
) -> bytes:
    size = len(data) if size is None else size
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, rate * 2 * channels, 2 * channels, 16)
    return b"RIFF" + struct.pack("<I", 0xFFFFFFFF) + b"WAVE" + extra + form + struct.pack("<4sI", b"data", size) + data


def sends(data: bytes, kind: str | None = "audio/wav", step: int = 0) -> Answer:
    def answer(request: Speaking) -> None:
        request.begin(kind)
        for start in range(0, len(data), step or max(1, len(data))):
            request.say(data[start : start + (step or len(data))])

    return answer


def fails(status: int, message: str = "no", kind: str = "application/json", code: str = "", **headers: str) -> Answer:
    def answer(request: Speaking) -> None:
        request.begin(kind, status, **headers)
        request.say(json.dumps({"error": {"message": message, "type": "x", "code": code}}).encode())

    return answer
