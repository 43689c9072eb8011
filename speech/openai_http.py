"""What parts behind OpenAI-compatible servers share: the key, what may be shown, what went wrong in one line."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

from config.errors import ProviderError

OPENAI = "https://api.openai.com/v1"
TOLD_LETTERS = 120


@dataclass(frozen=True)
class Server:
    """A server with its key; what a part calls itself is in `part`.

    Args:
        base_url: up to and with `/v1`; OpenAI's own when None. A server with another address needs no key.
        key_variable: the name of the environment variable that holds the key.
    """

    part: str
    base_url: str | None
    key_variable: str
    key: str

    @classmethod
    def of(cls, model: str, base_url: str | None, key_variable: str) -> Server:
        """The server of a model, its key taken from the environment.

        Raises:
            ProviderError: there is no key, or not a valid one.
        """
        part = f"{model} at {host(base_url or OPENAI)}"
        key = os.environ.get(key_variable, "").strip() if key_variable else ""
        if not key and base_url is None:
            raise ProviderError(part, f"needs a key; set {key_variable}, or the base_url of another server")
        if not (key.isascii() and key.isprintable()):
            raise ProviderError(part, f"{key_variable} holds characters that no key has; set it again")
        return cls(part, base_url, key_variable, key)

    def client(self, timeout_seconds: float) -> Any:
        """An `openai.OpenAI` that tries once.

        Raises:
            ProviderError: the `openai` package cannot take these arguments.
        """
        try:
            import openai

            return openai.OpenAI(
                base_url=self.base_url or OPENAI, api_key=self.key or "none", timeout=timeout_seconds, max_retries=0
            )
        except Exception as error:  # whatever a bad address or version raises
            raise self.failure(f"cannot be used ({type(error).__name__}); check the base_url") from None

    def explained(self, error: Exception) -> ProviderError | TimeoutError:
        """One line of our own: what servers and libraries say may hold the key."""
        import openai

        if isinstance(error, ProviderError | TimeoutError):
            return error
        if isinstance(error, openai.APITimeoutError):
            return TimeoutError()
        if isinstance(error, openai.APIStatusError):
            return self._refused(error)
        if isinstance(error, openai.APIConnectionError):
            return self.failure("cannot be reached; check the base_url and that the server runs", retryable=True)
        return self.failure(f"the answer broke off ({type(error).__name__})", retryable=True)

    def failure(self, reason: str, *, retryable: bool = False) -> ProviderError:
        return ProviderError(self.part, reason, retryable=retryable)

    def _refused(self, error: Any) -> ProviderError:
        status = int(error.status_code)
        if status in (401, 403):
            return self.failure(f"refused the key ({status}); set {self.key_variable}")
        if status == 429 and error.code == "insufficient_quota":
            return self.failure("the account has no quota left (429)")
        if status == 429:
            wait = _retry_after(error.response.headers.get("retry-after", ""))
            return self.failure(f"too many requests (429); try again {wait}", retryable=True)
        if status in (408, 409) or status >= 500:
            return self.failure(f"the server failed ({status})", retryable=True)
        told = one_line(message_of(error), TOLD_LETTERS, self.key)
        return self.failure(f"refused the request ({status})" + (f": {told}" if told else ""))


def message_of(error: Any) -> str:
    """What a server said to an `openai.APIStatusError`."""
    body = error.body if isinstance(error.body, dict) else {}
    return str(body.get("message") or body.get("detail") or "")


def host(url: str) -> str:
    """The part of an address that may be shown: no user, password or query."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2] or "an address without a host"
    except ValueError:
        return "an address that is none"


def one_line(text: str, most: int, secret: str = "") -> str:
    """What a server said, fit for an error line: printable, short, and without the secret."""
    text = text.replace(secret, "***") if secret else text
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:most]


def _retry_after(header: str) -> str:
    """`in 7 s`, `after 12:00:00 UTC`, or `later` when the server does not say (RFC 9110, 10.2.3)."""
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,3})?", header.strip()):
        return f"in {header.strip()} s"
    try:
        return f"after {parsedate_to_datetime(header):%H:%M:%S} UTC"
    except (ValueError, TypeError):
        return "later"
