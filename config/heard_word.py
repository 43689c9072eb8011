"""A word as it was heard: what the ear hands to the mind. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HeardWord:
    """A recognised word, from second `start` to second `end`.

    A recogniser counts from the start of the utterance's audio, a listener by the turn's own clock. `sure`: how
    probable the recogniser holds it, 0 to 1; None where it does not tell.
    """

    text: str
    start: float
    end: float
    sure: float | None = None
