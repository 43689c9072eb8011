"""A server for transcriptions on loopback that hears the language of tones, and goes wrong in one way a test."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

import numpy as np

from speech.audio import EAR_RATE, HEADER_BYTES, Samples
from tests.loopback import LoopbackRequest, LoopbackServer
from tests.word_tones import heard

KEY = "sk-never-to-be-seen-4711"

Answer = Callable[["Hearing"], object]


class Hearing(LoopbackRequest):
    """One request for a transcription, answered by the server's `answer`."""

    server: HearingServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.form = dict(_fields(self.headers["content-type"], body))
        self.samples: Samples = np.frombuffer(self.form.pop("file")[HEADER_BYTES:], "<i2").astype(np.int16)
        with self.server.noting:
            self.server.asked.append((self.path, self.headers, self.form))
            self.server.seconds.append(len(self.samples) / EAR_RATE)
            number = len(self.server.asked) - 1
        with contextlib.suppress(OSError):  # the recogniser has hung up
            self.server.answers.get(number, self.server.answer)(self)
        self.close_connection = True

    @property
    def words(self) -> list[dict[str, Any]]:
        return [{"word": w.text, "start": w.start, "end": w.end} for w in heard(self.samples)]


class HearingServer(LoopbackServer):
    """`answers`: to the request of that number instead of `answer`."""

    def __init__(self) -> None:
        super().__init__(Hearing)
        self.asked: list[tuple[str, Message, dict[str, bytes]]] = []
        self.seconds: list[float] = []
        self.noting = threading.Lock()
        self.answer: Answer = by_words
        self.answers: dict[int, Answer] = {}


@contextlib.contextmanager
def running() -> Iterator[HearingServer]:
    with HearingServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


def sends(answer: object) -> Answer:
    return lambda request: (request.begin(), request.say(json.dumps(answer).encode()))


def by_words(request: Hearing) -> None:
    words = request.words
    sends({"text": text_of(words), "language": "english", "duration": 1.0, "words": words})(request)


def by_segments(request: Hearing) -> None:
    """Four words a segment."""
    words = request.words
    groups = [words[i : i + 4] for i in range(0, len(words), 4)]
    segments = [{"text": " " + text_of(g), "start": g[0]["start"], "end": g[-1]["end"]} for g in groups]
    sends({"text": text_of(words), "segments": segments})(request)


def by_text(request: Hearing) -> None:
    sends({"text": text_of(request.words)})(request)


def untimed_model(request: Hearing) -> None:
    """As OpenAI's newer models: they refuse to tell times."""
    if request.form["response_format"] == b"json":
        return by_text(request)
    told = "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe-api-ev3'."
    return fails(400, told)(request)


def late(request: Hearing) -> None:
    request.server.over.wait(20)


def hangs_up(request: Hearing) -> None:
    """In the middle of an answer."""
    request.send_response(200)
    request.send_header("content-type", "application/json")
    request.send_header("content-length", "1000")
    request.end_headers()
    request.say(b'{"text": "taxes')


def raw(data: bytes, kind: str = "application/json") -> Answer:
    return lambda request: (request.begin(kind), request.say(data))


def fails(status: int, message: str = "no", code: str = "", **headers: str) -> Answer:
    def answer(request: Hearing) -> None:
        request.begin("application/json", status, **headers)
        request.say(json.dumps({"error": {"message": message, "type": "x", "code": code}}).encode())

    return answer


def text_of(words: list[dict[str, Any]]) -> str:
    return " ".join(word["word"] for word in words)


def _fields(kind: str, body: bytes) -> Iterator[tuple[str, bytes]]:
    whole = BytesParser(policy=HTTP).parsebytes(b"content-type: " + kind.encode() + b"\r\n\r\n" + body)
    for part in whole.iter_parts():
        name = part["content-disposition"].params["name"]
        yield name, part.get_payload(decode=True)
