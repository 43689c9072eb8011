"""Servers of models gone wild, or taken over: an answer ends, whatever its form, and no prompt is sent on elsewhere."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator

import pytest

from config.errors import ProviderError
from config.settings import Embedding
from planning.encoders.remote import RemoteEmbedder
from tests.model_faults import status
from tests.model_server import Asked, Fault, Line, ModelServer
from tests.models.asking import BULLYING, CLAIM, ask, refusal

BLOCK = 1024 * 1024
MOST_SENT = 80 * BLOCK  # what a server could get rid of before we hang up: what we take, and what lies in sockets


class Pouring:
    """Sends blocks without an end; counts what was taken."""

    def __init__(self, kind: str, begins: bytes, block: bytes, status: int = 200) -> None:
        self._kind, self._begins, self._block, self._status = kind, begins, block, status
        self.sent = 0
        self.done = threading.Event()

    def __call__(self, line: Line, asked: Asked) -> None:
        try:
            line.begin(self._kind, self._status)
            line.write(self._begins)
            while self.sent < 4 * MOST_SENT and not line.server.over.is_set():
                line.write(self._block)
                self.sent += len(self._block)
        finally:
            self.done.set()


def chunk(**delta: object) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    said = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(said)}\n\n".encode()


SSE, JSON = "text/event-stream", "application/json"
WILD = {
    "one piece": (Pouring(JSON, b'{"choices": [{"message": {"content": "', b"a" * BLOCK), "within 8 MB"),
    "a line without end": (Pouring(SSE, b'data: {"choices": "', b"a" * BLOCK), "a line of the answer"),
    "an event without end": (Pouring(SSE, b"", b"data: a\n" * (BLOCK // 8)), "a line of the answer"),
    "a refusal": (Pouring(SSE, b"", chunk(refusal="no " * 10_000)), "within 1000000 characters"),
    "a text": (Pouring(SSE, b"", chunk(content="no " * 10_000)), "within 1000000 characters"),
    "events of nothing": (Pouring(SSE, b"", b": still there\n\n" * 40_000), "within 400000 lines"),
    "some other kind": (Pouring("text/html", b"<html>", b"a" * BLOCK), "within 8 MB"),
}


@pytest.mark.parametrize("form", WILD)
def test_an_answer_without_end_is_left_in_every_form(server: ModelServer, form: str) -> None:
    wild, told = WILD[form]
    error = refusal(server, wild, tries=1)
    assert told in str(error)
    assert wild.done.wait(5) and wild.sent < MOST_SENT


def test_of_a_page_about_a_fault_only_the_beginning_is_read(server: ModelServer) -> None:
    wild = Pouring(JSON, b'{"error": {"message": "', b"a" * BLOCK, status=500)
    assert "the server failed (500)" in str(refusal(server, wild, tries=1))
    assert wild.done.wait(5) and wild.sent < 16 * BLOCK


def test_a_compressed_answer_is_not_unpacked(server: ModelServer) -> None:
    bomb = gzip.compress(b" " * (40 * BLOCK))

    def packed(line: Line, asked: Asked) -> None:
        line.begin(JSON, content_encoding="gzip")
        line.write(bomb)

    assert "compressed" in str(refusal(server, packed, tries=1))
    assert server.asked[0].headers["accept-encoding"] == "identity"


def test_a_long_answer_in_many_small_events_is_taken(server: ModelServer) -> None:
    def long(line: Line, asked: Asked) -> None:
        line.begin()
        line.write(chunk(content=" ") * 3_000)
        line.chunk(json.dumps(CLAIM), "stop")

    assert ask(server, long)[0] == BULLYING


# -- elsewhere ---------------------------------------------------------------------------------------


@pytest.fixture
def elsewhere() -> Iterator[ModelServer]:
    with ModelServer() as other:
        other.plays(lambda asked: CLAIM)
        yield other


def sends_to(other: ModelServer, code: int) -> Fault:
    return status(code, location=f"{other.url}/chat/completions")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_prompt_is_not_sent_on(server: ModelServer, elsewhere: ModelServer, code: int) -> None:
    error = refusal(server, sends_to(elsewhere, code), tries=3)
    assert "it sends on to 127.0.0.1" in str(error) and "base_url" in str(error)
    assert elsewhere.asked == [] and len(server.asked) == 1


def test_nor_is_a_text_for_embeddings(server: ModelServer, elsewhere: ModelServer) -> None:
    server.breaks_embeddings(sends_to(elsewhere, 307))
    embedder = RemoteEmbedder(Embedding(engine="remote", model="e", base_url=server.url))
    with pytest.raises(ProviderError, match="sends on to"):
        embedder.embed(["a claim"])
    assert elsewhere.asked == []


def test_vectors_without_end_are_left(server: ModelServer) -> None:
    wild = Pouring(JSON, b'{"data": [', b"1," * (BLOCK // 2))
    server.breaks_embeddings(wild)
    embedder = RemoteEmbedder(Embedding(engine="remote", model="e", base_url=server.url))
    with pytest.raises(ProviderError, match="within 8 MB"):
        embedder.embed(["a claim"])
    assert wild.done.wait(5) and wild.sent < MOST_SENT
