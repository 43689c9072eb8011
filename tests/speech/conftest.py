"""A server for voices, for every test here that speaks over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.speech_server import KEY, SpeechServer


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[SpeechServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with SpeechServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.over.set()
        server.go_on.set()
        server.shutdown()
        thread.join()
