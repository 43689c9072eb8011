"""A language model's endpoint on loopback: OpenAI-compatible chats, answered by a function."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from typing import Any

from bench.loopback.http import ANY_PORT, Loopback, LoopbackRequest
from bench.loopback.recording import RecordedQuestion
from config.settings import Endpoint, Models

BYTES_PER_TOKEN = 4  # a guess, as of servers that do not count
log = logging.getLogger("rostrum.bench")

Answers = Callable[[RecordedQuestion], str | None]


class LoopbackModel(Loopback):
    """Serves while it is used as a context.

    Args:
        answer: to a question; None is told as status 500. Asked by one thread at a time.
        seconds: that the answer to a question takes.
    """

    def __init__(
        self, answer: Answers, name: str, seconds: Callable[[RecordedQuestion], float] = lambda question: 0.0
    ) -> None:
        super().__init__(_Server(answer, name, seconds), f"{name} model")
        self.name = name

    def models(self, call_seconds: float | None = None) -> Models:
        """Settings in which every role asks this one; what is not there now is not there at a second try."""
        endpoint = Endpoint(base_url=self.url, model=self.name, tries=1)
        return Models(default=endpoint, call_seconds=call_seconds)


class _Server(ThreadingHTTPServer):
    def __init__(self, answer: Answers, name: str, seconds: Callable[[RecordedQuestion], float]) -> None:
        super().__init__(ANY_PORT, _Request)
        self.name, self.seconds, self._answer, self._lock = name, seconds, answer, threading.Lock()

    def answer(self, question: RecordedQuestion) -> str | None:
        with self._lock:
            return self._answer(question)


class _Request(LoopbackRequest):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.close_connection = True
        if not self.path.endswith("/chat/completions"):
            self._send(404, _fault(f"this model answers chats, not {self.path}"))
            return
        question = RecordedQuestion.of(body)
        if (seconds := self.server.seconds(question)) > 0:
            time.sleep(seconds)
        answer = self.server.answer(question)
        try:
            self._respond(question, answer, stream=bool(body.get("stream")))
        except ConnectionError as error:  # it is not wanted any more
            log.debug("nobody waited for the answer: %s", error)

    def _respond(self, question: RecordedQuestion, answer: str | None, *, stream: bool) -> None:
        if answer is None:
            self._send(500, _fault(f"there is no answer left to: {question.prompt[:80]}"))
        elif stream:
            self._stream(question, answer)
        else:
            message = {"role": "assistant", "content": answer}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._send(200, self._head("chat.completion") | {"choices": [choice], "usage": _usage(question, answer)})

    def _stream(self, question: RecordedQuestion, answer: str) -> None:
        self._begin(200, "text/event-stream")
        for choices, more in (
            ([{"index": 0, "delta": {"role": "assistant", "content": answer}, "finish_reason": None}], {}),
            ([{"index": 0, "delta": {}, "finish_reason": "stop"}], {}),
            ([], {"usage": _usage(question, answer)}),
        ):
            event = self._head("chat.completion.chunk") | {"choices": choices} | more
            self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def _send(self, status: int, value: object) -> None:
        self._begin(status, "application/json")
        self.wfile.write(json.dumps(value).encode())

    def _begin(self, status: int, kind: str) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("connection", "close")
        self.end_headers()

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": "loopback", "object": kind, "created": 0, "model": self.server.name}


def _fault(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "loopback", "code": None, "param": None}}


def _usage(question: RecordedQuestion, answer: str) -> dict[str, int]:
    asked = (len(question.system) + len(question.user)) // BYTES_PER_TOKEN
    said = len(answer) // BYTES_PER_TOKEN
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
