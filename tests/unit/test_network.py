"""The tests themselves: they reach this machine and no other."""

from __future__ import annotations

import socket

import pytest

from tests.conftest import NetworkBlocked, stays_here


@pytest.mark.parametrize("host", ["192.0.2.1", "example.org", "2001:db8::1"])
def test_another_machine_is_out_of_reach(host: str) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as here, pytest.raises(NetworkBlocked):
        here.connect((host, 80))


def test_loopback_is_open() -> None:
    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
        assert client.getpeername() == server.getsockname()


def test_unix_sockets_are_open() -> None:
    assert stays_here(socket.AF_UNIX, "/run/some.sock")
    assert stays_here(socket.AF_INET6, ("::1", 80, 0, 0))
