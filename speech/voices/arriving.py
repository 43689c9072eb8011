"""Sound that another thread or loop hands over while it is being made."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from config.errors import ProviderError

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
