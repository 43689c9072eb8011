"""HTTP clients for servers of models: an answer has so many bytes of its kind, uncompressed, and from no other host.

A server gone wild, or one that somebody else has taken over, must cost neither memory nor a prompt that is sent on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2

MEGABYTE = 1024 * 1024
MOST_BYTES = 64 * MEGABYTE  # of a stream of events, or of sound
MOST_IN_ONE = 8 * MEGABYTE  # of an answer in one piece: JSON takes twenty times that when it has been read
MOST_EVENT = MEGABYTE  # of one event in a stream
MOST_LINES = 400_000  # of a stream: two for each token of the longest answer there is; each costs time
MOST_REFUSAL = 64 * 1024  # of what is said about a fault; the rest is not read
STREAMED = ("text/event-stream", "audio/", "application/octet-stream", "binary/octet-stream")
_EVENT_ENDS = (b"\n\n", b"\r\r", b"\r\n\r\n")
_AS_IT_IS = {"accept-encoding": "identity"}  # what is packed could be a thousand times as long as what is counted


class TooLong(Exception):
    """An answer has become longer than any is; the text says it in one line."""


class Packed(TooLong):
    """An answer came compressed although it was asked for as it is."""


def client() -> httpx2.Client:
    """For `openai.OpenAI(http_client=...)`. Reading an answer raises TooLong; redirects are not followed."""
    import openai

    made: httpx2.Client = openai.DefaultHttpxClient(
        follow_redirects=False, headers=_AS_IT_IS, event_hooks={"response": [_bound]}
    )
    return made


def async_client() -> httpx2.AsyncClient:
    """As `client`, for `openai.AsyncOpenAI`."""
    import openai

    made: httpx2.AsyncClient = openai.DefaultAsyncHttpxClient(
        follow_redirects=False, headers=_AS_IT_IS, event_hooks={"response": [_bound_async]}
    )
    return made


def too_long(error: BaseException | None) -> TooLong | None:
    """What libraries have wrapped in faults of their own."""
    while error is not None and not isinstance(error, TooLong):
        error = error.__cause__
    return error


def sent_on(response: Any) -> str:
    """The host that an answer sends to instead of answering; empty where it does not."""
    if not 300 <= int(response.status_code) < 400:
        return ""
    try:
        return str(httpx2.URL(response.headers.get("location", "")).host or response.request.url.host)
    except httpx2.InvalidURL:
        return "an address that is none"


class _Count:
    """Of the bytes of one answer. Raises TooLong."""

    def __init__(self, response: httpx2.Response) -> None:
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        self._refusal = response.status_code >= 300
        self._events = kind == "text/event-stream"
        self._most = MOST_BYTES if not kind or kind.startswith(STREAMED) else MOST_IN_ONE
        self._bytes = self._of_event = self._lines = 0
        self._end = b""
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise Packed("the answer is compressed, which was not asked for")

    def take(self, block: bytes) -> bool:
        """Whether more is to be read."""
        self._bytes += len(block)
        if self._refusal:
            return self._bytes < MOST_REFUSAL
        if self._bytes > self._most:
            raise TooLong(f"the answer did not end within {self._most // MEGABYTE} MB")
        if self._events:
            self._take_of_event(block)
        return True

    def _take_of_event(self, block: bytes) -> None:
        seen = self._end + block
        last = max(seen.rfind(end) + len(end) if end in seen else -1 for end in _EVENT_ENDS)
        self._of_event = len(seen) - last if last >= 0 else self._of_event + len(block)
        self._end = seen[-3:]
        self._lines += block.count(b"\n")
        if self._lines > MOST_LINES:
            raise TooLong(f"the answer did not end within {MOST_LINES} lines")
        if self._of_event > MOST_EVENT:
            raise TooLong(f"a line of the answer did not end within {MOST_EVENT // MEGABYTE} MB")


class _Bounded(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, count: _Count) -> None:
        self._inner, self._count = inner, count

    def __iter__(self) -> Iterator[bytes]:
        for block in self._inner:
            more = self._count.take(block)
            yield block
            if not more:
                return

    def close(self) -> None:
        self._inner.close()


class _BoundedAsync(httpx2.AsyncByteStream):
    def __init__(self, inner: httpx2.AsyncByteStream, count: _Count) -> None:
        self._inner, self._count = inner, count

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for block in self._inner:
            more = self._count.take(block)
            yield block
            if not more:
                return

    async def aclose(self) -> None:
        await self._inner.aclose()


def _bound(response: httpx2.Response) -> None:
    assert isinstance(response.stream, httpx2.SyncByteStream)
    response.stream = _Bounded(response.stream, _Count(response))


async def _bound_async(response: httpx2.Response) -> None:
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _BoundedAsync(response.stream, _Count(response))
