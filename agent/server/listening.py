"""The place where a server is asked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from config.errors import UsageError


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
