"""A recorded language model that answers again: an OpenAI-compatible endpoint on loopback.

with RecordedModel(read_recording(path)) as model:
    settings = Settings(models=model.models(call_seconds=6))
    ...
    model.served  # how many answers were its own, another's, or none
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from agent.bench.recording import Question, Recorded, Recording, Served
from config.settings import Endpoint, Models

BYTES_PER_TOKEN = 4  # a guess, as of servers that do not count
log = logging.getLogger("rostrum.bench")


class RecordedModel:
    """Serves while it is used as a context. A question for which no answer is left gets status 500."""

    def __init__(self, calls: Sequence[Recorded], name: str = "recorded") -> None:
        self.name, self._recording = name, Recording(calls)
        self._server = _Server(self._recording, name)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), name="recorded model")

    @property
    def served(self) -> Served:
        return self._recording.served

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def models(self, call_seconds: float | None = None) -> Models:
        """Settings in which every role asks this one; what is not there now is not there at a second try."""
        endpoint = Endpoint(base_url=self.url, model=self.name, tries=1)
        return Models(default=endpoint, call_seconds=call_seconds)

    def __enter__(self) -> RecordedModel:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, recording: Recording, name: str) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.name, self._recording, self._lock = name, recording, threading.Lock()

    def answer(self, question: Question) -> str | None:
        with self._lock:
            return self._recording.answer(question)


class _Request(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.close_connection = True
        if not self.path.endswith("/chat/completions"):
            self._send(404, _fault(f"a recording answers chats, not {self.path}"))
            return
        question = Question.of(body)
        answer = self.server.answer(question)
        if answer is None:
            self._send(500, _fault(f"the recording has no answer left to: {question.prompt[:80]}"))
        elif body.get("stream"):
            self._stream(question, answer)
        else:
            message = {"role": "assistant", "content": answer}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self._send(200, self._head("chat.completion") | {"choices": [choice], "usage": _usage(question, answer)})

    def _stream(self, question: Question, answer: str) -> None:
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
        return {"id": "recorded", "object": kind, "created": 0, "model": self.server.name}


def _fault(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "recording", "code": None, "param": None}}


def _usage(question: Question, answer: str) -> dict[str, int]:
    asked = (len(question.system) + len(question.user)) // BYTES_PER_TOKEN
    said = len(answer) // BYTES_PER_TOKEN
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}
