"""An HTTP server on loopback for as long as it is used as a context: what a model's or a recogniser's costs."""

from __future__ import annotations

import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

ANY_PORT = ("127.0.0.1", 0)
POLL_SECONDS = 0.02
log = logging.getLogger("rostrum.bench")


class Loopback:
    """Serves in a thread of that name. `server`: on any port."""

    def __init__(self, server: ThreadingHTTPServer, name: str) -> None:
        self._server = server
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=server.serve_forever, args=(POLL_SECONDS,), name=name)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class LoopbackRequest(BaseHTTPRequestHandler):
    """Tells our log, not stderr."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        log.debug(format, *args)
