"""A request that failed: why, in our words, and whether it is made again: after a pause, before its caller's deadline.

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
from typing import Any, TypeVar

from config.plain_text import printable_line

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


def explained(error: Exception, key: str, variable: str) -> RequestFailed:
    """What a request failed of; texts of servers and libraries may hold the key.
    `variable`: the name of the environment variable the key comes from."""
    import openai

    from config.bounded_answers import too_long

    if (fault := too_long(error)) is not None:
        return RequestFailed(str(fault))
    if isinstance(error, openai.APIStatusError):
        return _refusal(error, key, variable)
    if isinstance(error, openai.APIConnectionError):
        reached = not type(error.__cause__).__name__.startswith("Connect")
        told = "the connection was lost" if reached else "cannot be reached; check base_url and that it runs"
        return RequestFailed(told, again=True)
    if isinstance(error, openai.APIError):  # told inside the stream
        return RequestFailed(f"the server failed while it answered: {_said(error, key)}", again=True)
    return RequestFailed(f"the answer could not be read ({type(error).__name__})", again=True)


def _refusal(error: Any, key: str, variable: str) -> RequestFailed:
    from config.bounded_answers import sent_on

    status, said = int(error.status_code), _said(error, key)
    if other := sent_on(error.response):
        told = f"it sends on to {printable_line(other)[:80]} ({status}), where nothing was sent"
        return RequestFailed(f"{told}; give base_url the address that it has now")
    if status in (401, 403):
        mend = f"check {variable}" if key else f"set {variable}"
        named = mend if variable else "set key_variable to the name of the variable that holds one"
        return RequestFailed(f"the key was refused ({status}); {named}")
    if status == 404:
        return RequestFailed(f"no such model or address (404); check model and base_url: {said}")
    if status == 429 and "insufficient_quota" in (error.code, error.type):
        return RequestFailed("the account has no quota left (429)")
    if passes(status):
        told = "too many requests" if status == 429 else "the server failed"
        return RequestFailed(f"{told} ({status})", again=True, wait=retry_after(error.response.headers))
    return RequestFailed(f"the request was refused ({status}): {said}")


def _said(error: Any, key: str) -> str:
    """What a server said, in a short printable line without the key."""
    body = error.body if isinstance(error.body, dict) else {}
    text = str(body.get("message") or body.get("detail") or "no reason given")
    text = text.replace(key, "***") if key else text
    return printable_line(text)[:160]
