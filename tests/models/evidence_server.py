"""A web search's server for tests: real HTTP on loopback, its answers written by the test."""

from __future__ import annotations

import contextlib
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

STALL = object()  # an answer that never comes


@dataclass(frozen=True)
class Reply:
    """One answer: JSON, text or bytes."""

    body: Any = field(default_factory=lambda: {"results": []})
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    kind: str = "application/json"


class SearchServer(ThreadingHTTPServer):
    """Gives its replies in order, the last one again and again; starts with `with`."""

    daemon_threads = True

    def __init__(self, *replies: Any) -> None:
        super().__init__(("127.0.0.1", 0), _Line)
        self.replies = list(replies)
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> SearchServer:
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()


class _Line(BaseHTTPRequestHandler):
    server: SearchServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        reply = self.server.replies.pop(0) if len(self.server.replies) > 1 else self.server.replies[0]
        if reply is STALL:
            self.server.over.wait()
            return
        data = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        with contextlib.suppress(OSError):  # the client has hung up
            self.send_response(reply.status)
            for name, value in {"content-type": reply.kind, **reply.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        pass
