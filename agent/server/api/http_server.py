"""How the host listens: its socket, and uvicorn as the host wants it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from config.errors import UsageError

CLOSE_SECONDS = 3  # for requests that are being answered


class Server(uvicorn.Server):
    """Leaves signals to the host, which has matches to leave off before it stops answering."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def configuration(app: ASGIApp) -> uvicorn.Config:
    """Without logs of who asks for what."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # addresses name matches and invitations
        server_header=False,
        proxy_headers=False,  # anybody could write them
        timeout_graceful_shutdown=CLOSE_SECONDS,
        lifespan="off",
    )


@contextmanager
def listening_at(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens there inside. Raises UsageError: it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host.strip("[]"), port))
        except OSError as error:
            raise UsageError(f"cannot listen at {host}:{port}: {error.strerror}; choose another --port") from error
        listening.listen(128)
        listening.setblocking(False)
        yield listening
