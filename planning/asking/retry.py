"""A request that failed is made again where that may help: after a pause, and never past its caller's deadline.

Retry-After is read as in RFC 9110, 10.2.3. tenacity would do the same with as many lines: the pause that a server asks
for and the reason why no further try was made are ours in any case. (stamina waits past the deadline.)
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

log = logging.getLogger("rostrum.llm")
Result = TypeVar("Result")
BACKOFF_MOST_SECONDS = 10.0
_PASSING = {408, 409, 425, 429}


class RequestFailed(Exception):
    """One request brought no answer. `again`: another may; `wait`: after so many seconds, if the server said."""

    def __init__(self, reason: str, *, again: bool = False, wait: float | None = None) -> None:
        super().__init__(reason)
        self.again, self.wait = again, wait


@dataclass(frozen=True)
class Retry:
    """How often a request is made at most, and the pause after the first; each later one is twice as long."""

    tries: int
    backoff_seconds: float

    async def __call__(self, once: Callable[[], Awaitable[Result]], until: float) -> Result:
        """What `once` brings, tried again while that helps and the next try would begin in time.

        `until`: by time.monotonic(); a try that is under way then is for the caller to end. Raises RequestFailed: the
        last try's.
        """
        number = 0
        while True:
            number += 1
            try:
                return await once()
            except RequestFailed as failed:
                if not failed.again or number == self.tries:
                    raise
                wait, left = self.pause(number, failed.wait), until - time.monotonic()
                if wait >= left:
                    told = f"{failed}; another try in {wait:.3g} s would come after the {max(0, left):.3g} s there are"
                    raise RequestFailed(told, again=True) from None
                log.info("%s; tried again in %.3g s (try %d)", failed, wait, number + 1)
            await asyncio.sleep(wait)

    def pause(self, number: int, asked: float | None = None) -> float:
        """Seconds after try `number`: what the server asked for, else twice as long each time; both with jitter."""
        if asked:
            return asked + random.uniform(0, self.backoff_seconds / 10)
        longest: float = min(BACKOFF_MOST_SECONDS, self.backoff_seconds * 2.0 ** (number - 1))
        return longest * random.uniform(0.5, 1)


def passes(status: int) -> bool:
    """Whether what an HTTP status tells may be over at the next try."""
    return status in _PASSING or status >= 500


def retry_after(headers: Mapping[str, str]) -> float | None:
    """How many seconds a server asks to wait, None where it does not say."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    try:
        until = parsedate_to_datetime(headers.get("retry-after", ""))
    except (ValueError, TypeError):
        return None
    try:  # by the server's own clock, if it tells the time
        now = parsedate_to_datetime(headers.get("date", ""))
    except (ValueError, TypeError):
        now = datetime.now(UTC)
    until, now = (one if one.tzinfo else one.replace(tzinfo=UTC) for one in (until, now))
    return max(0.0, (until - now).total_seconds())
