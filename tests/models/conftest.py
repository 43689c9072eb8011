"""A model's server on loopback, for each test its own, and a coach who plays its model."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.model_server import ModelServer
from tests.models.rehearsing import Coach

KEY = "sk-never-to-be-seen-0815"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with ModelServer() as server:
        yield server


@pytest.fixture
def coach(server: ModelServer) -> Coach:
    return Coach(server)
