"""How many files a process may have open, and how many connections that allows."""

from __future__ import annotations

import resource
from contextlib import suppress

HANDLES = 8192  # that a process asks for when it starts
HANDLES_ASIDE = 256  # that are no connections: logs, recordings, rooms


def raised_handles(wanted: int = HANDLES) -> str:
    """Let this process, and those it starts, open as many files as it may; a line where that is not enough."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return (
        ""
        if (now := handles()) >= wanted
        else (
            f"only {now} files may be open at once, so that {room_for(now)} connections are taken at most: "
            f"raise the limit (`ulimit -n {wanted}`)"
        )
    )


def handles() -> int:
    """How many files this process may have open."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 2**31 if soft == resource.RLIM_INFINITY else soft


def room_for(files: int) -> int:
    """How many connections so many open files allow."""
    return max(files - HANDLES_ASIDE, files // 4)
