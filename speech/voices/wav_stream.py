"""A wav file while it arrives: its header is read and taken off."""

from __future__ import annotations

import queue
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from config.errors import ProviderError

HEADER_MOST_BYTES = 65_536
SIZE_UNKNOWN = 0x7FFF_FF00  # a streamed wav says a size from here up, or 0


class BadWav(Exception):
    """A wav file that cannot be used; the text says why."""

    def __init__(self, reason: str, *, retryable: bool = False) -> None:
        super().__init__(reason)
        self.retryable = retryable


class WavStream:
    """The samples of a wav file that is still arriving; chunks beside `fmt ` and `data` are passed over.

    Args:
        rate: that its samples must have, in Hz.
        most_seconds: of sound that are taken where its header does not say how much there is, and as much again.
    """

    def __init__(self, rate: int, most_seconds: float) -> None:
        self._rate, self._most_seconds = rate, most_seconds

    def strip(self, received: Iterable[bytes]) -> Iterator[bytes]:
        """The bytes of its samples, as they arrive. Raises BadWav."""
        pieces, held, start = iter(received), b"", None
        while start is None:
            piece = next(pieces, None)
            if piece is None:
                raise BadWav("sent a wav without samples" if held else "sent no sound", retryable=True)
            held += piece
            start = self._data(held)
            if start is None and len(held) > HEADER_MOST_BYTES:
                raise BadWav("sent a wav header without an end")
        place, size = start
        open_end = size == 0 or size >= SIZE_UNKNOWN
        left = self._most_seconds * self._rate * 4 if open_end else size
        for piece in chain([held[place:]], pieces):
            yield piece[: int(left)]
            left -= min(left, len(piece))
        if left and not open_end:
            raise BadWav("sent a wav that is shorter than it says", retryable=True)

    def _data(self, held: bytes) -> tuple[int, int] | None:
        """Where samples begin and how many bytes of them the header says; None while more is needed."""
        if not b"RIFF".startswith(held[:4]) or not b"WAVE".startswith(held[8:12]):
            raise BadWav("sent something that is not a wav")
        place, known = 12, False
        while len(held) >= place + 8:
            name, size = struct.unpack_from("<4sI", held, place)
            if name == b"data":
                if not known:
                    raise BadWav("sent a wav that does not say its format")
                return place + 8, size
            if name == b"fmt ":
                if len(held) < place + 24:
                    return None
                self._check(*struct.unpack_from("<HHIIHH", held, place + 8))
                known = True
            place += 8 + size + size % 2
        return None

    def _check(self, code: int, channels: int, rate: int, _bytes: int, _block: int, bits: int) -> None:
        if code not in (1, 0xFFFE) or bits != 16 or channels != 1:
            raise BadWav(f"sent a wav of {channels} channels with {bits} bits (code {code}); 1 with 16 are needed")
        if rate != self._rate:
            raise BadWav(f"sent a wav of {rate} Hz, not {self._rate}; set the rate of the voice")


# -- sound that another thread or loop hands over while it is being made ---------------------------

Piece = TypeVar("Piece")


def until_late(
    arrived: queue.SimpleQueue[Piece | ProviderError | None], deadline: float, late: Callable[[], ProviderError]
) -> Iterator[Piece]:
    """The pieces as they come, until None.

    Args:
        deadline: by time.monotonic, for the last of them.
        late: the error of one that is not there by then.

    Raises:
        ProviderError: from the iterator: one that was handed over, or `late`.
    """
    while True:
        try:
            piece = arrived.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise late() from None
        if piece is None:
            return
        if isinstance(piece, ProviderError):
            raise piece
        yield piece
