"""A finding on a motion's rehearsal trees. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """A fault (`refused`) or something to look at, and where: a node's id, a tree's or evidence item's, or a side."""

    place: str
    reason: str
    refused: bool = True


def quoted(text: str) -> str:
    return f"“{text}”"
