"""Secrets: keys from the environment, kept out of what is written down, as is what looks like one."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from pydantic import BaseModel

from config.errors import ProviderError

MASK = "***"
SHORTEST = 6  # characters: `none` or `EMPTY` for a server without keys is no secret, and a word that logs need
_SECRET_NAME = re.compile(r"(?:(?:^|[_-])(?:key|token|secret|credentials?|authorization)|passw(?:or)?d)$", re.I)
_LOOKS_SECRET = re.compile(
    r"(?i:(?<=bearer )[\w.~+/=-]{6,}"  # a header
    r"|(?<=access_token=)[^\s&\"']+)"  # LiveKit's addresses
    r"|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+"  # a JSON web token
)


class Secrets:
    """What must not be shown, however it came to be known; may be used from any thread."""

    def __init__(self) -> None:
        self._known: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    def hide(self, *secrets: str) -> None:
        """Never show these from now on; what is too short for a key is let through."""
        words = {word for secret in secrets for word in secret.split() if len(word) >= SHORTEST}
        with self._lock:
            self._known |= words | {quote(word, safe="") for word in words}

    def hide_those_of(self, environment: Mapping[str, str], settings: BaseModel | None = None) -> None:
        """The variables that are named like secrets, those the settings name, and what is secret in the settings."""
        self.hide(*(value for name, value in environment.items() if _SECRET_NAME.search(name)))
        for name, value in _entries(settings.model_dump() if settings is not None else {}):
            if name == "key_variable":
                self.hide(environment.get(value, ""))
            elif _SECRET_NAME.search(name):
                self.hide(value)

    def masked(self, text: str) -> str:
        """The text with every secret in it replaced; the longest first, for one may be a part of another."""
        for secret in sorted(self._known, key=len, reverse=True):
            text = text.replace(secret, MASK)
        return _LOOKS_SECRET.sub(MASK, text)


def _entries(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every text within a settings' dump, with the name it has there."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entries(inner, str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _entries(inner, name)
    elif isinstance(value, str):
        yield name, value


SECRETS = Secrets()  # of this process, which has one log


def read_key(part: str, variable: str, *, needed: bool, environment: Mapping[str, str] = os.environ) -> str:
    """The key in that variable; empty where there is none and none is needed.

    Raises:
        ProviderError: there is none, or it cannot be a key.
    """
    key = environment.get(variable, "").strip() if variable else ""
    if not key and needed:
        raise ProviderError(part, f"needs a key; set {variable or 'key_variable'}, or the base_url of another server")
    if not (key.isascii() and key.isprintable()):
        raise ProviderError(part, f"{variable} holds characters that no key has; set it again")
    SECRETS.hide(key)
    return key
