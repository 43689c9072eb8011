"""How the host listens: its socket, and uvicorn as the host wants it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from agent.server.api.connections import Connection, Connections, NotTaken
from agent.server.handles import handles, room_for
from config.errors import UsageError
from config.settings.serving import Serving

CLOSE_SECONDS = 3  # for requests that are being answered


class Server(uvicorn.Server):
    """Leaves signals to the host, which has matches to leave off before it stops answering."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(NotTaken(loop.time, loop.default_exception_handler))
        await super().startup(sockets)


def configuration(app: ASGIApp, serving: Serving) -> uvicorn.Config:
    """Without logs of who asks for what."""
    connections = Connections(min(serving.connections, room_for(handles())), serving.connections_by_address)
    return uvicorn.Config(
        app,
        http=cast(type[Any], partial(Connection, connections)),
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
    # asyncio sets TCP_NODELAY only where the protocol is said: without it each answer on a kept connection waits 40 ms
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host.strip("[]"), port))
        except OSError as error:
            raise UsageError(f"cannot listen at {host}:{port}: {error.strerror}; choose another --port") from error
        listening.listen(128)
        listening.setblocking(False)
        yield listening
