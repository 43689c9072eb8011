"""Memory that a process holds and does not use."""

from __future__ import annotations

import contextlib
import ctypes
import gc


def give_back() -> None:
    """Hand back to the system what was needed for a while: after models have been loaded, above all. Takes some ms.

    What the allocator keeps for later would stay with a process for as long as a match lasts.
    """
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # only glibc can
        ctypes.CDLL(None).malloc_trim(0)
