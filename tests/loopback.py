"""What servers on loopback that go wrong in one way a test have in common."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class LoopbackRequest(BaseHTTPRequestHandler):
    """A request whose answer a test writes piece by piece."""

    protocol_version = "HTTP/1.1"

    def begin(self, kind: str | None = "application/json", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        if kind is not None:
            self.send_header("content-type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("connection", "close")
        self.end_headers()

    def say(self, data: bytes) -> None:
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        pass


class LoopbackServer(ThreadingHTTPServer):
    """On a free port; `over` is set when the test is: a late answer waits for it."""

    daemon_threads = True

    def __init__(self, request: type[LoopbackRequest]) -> None:
        super().__init__(("127.0.0.1", 0), request)
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"
