"""A part that could not be had, and what is used instead."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger("rostrum.components")
DEBATES = "example debates"  # that an audience compares with
Replace = Callable[[str, str, str], None]  # the part, why it cannot be had, what is used instead


@dataclass(frozen=True)
class Replacement:
    """A part that could not be had, why, and what is used instead."""

    part: str
    reason: str
    instead: str

    def __str__(self) -> str:
        return f"{self.part}: {self.reason}; using {self.instead}"


def chosen(part: str, name: str, cause: str) -> None:
    """Note in the log what is used for a part, and why that."""
    log.info("%s: %s, because %s", part, name, cause)
