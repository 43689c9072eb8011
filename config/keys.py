"""Keys of servers: from the environment, by the name that a setting gives, and shown in no log from then on."""

from __future__ import annotations

import os
from collections.abc import Mapping

from config.errors import ProviderError
from config.masking import SECRETS


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
