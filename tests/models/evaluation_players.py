"""Debaters of both sides and listeners for the model server. They answer by what they are asked alone, never by when.

So an evaluation asks the same questions however often it is broken off.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from tests.model_server import Asked
from tests.models.plain_speaker import PlainSpeaker
from tests.models.players import Play

Taste = Callable[[str], float]
"""How good a speech is to a listener: more is better."""


def debaters(asked: Asked) -> Any:
    """Every role of treedebater and plain."""
    found = re.search(r"for the (pro|con) side|of the (pro|con) side", asked.user)
    side = next(filter(None, found.groups())) if found else "pro"
    number = zlib.crc32(asked.user.encode()) % 90
    if asked.schema_name == "Speech":
        speaker = PlainSpeaker()
        speaker.asked = number
        return speaker(asked)
    play = Play(side)
    play.written = number
    return play(asked)


class Audience:
    """Listeners who like what `taste` likes, and move towards the side they liked better in a stage."""

    def __init__(self, taste: Taste) -> None:
        self._taste = taste

    def __call__(self, asked: Asked) -> Any:
        return self._compared(asked) if asked.schema_name == "Compared" else self._heard(asked)

    def _compared(self, asked: Asked) -> Any:
        a, b = (_fenced(asked.user, f"Version {key}:") for key in "AB")
        (stance,) = re.findall(r"which is (for|against) the motion", asked.user)
        worth = self._taste(a) - self._taste(b)
        better = "A" if worth > 0 else "B" if worth < 0 else "tie"
        scores: Mapping[str, int] = {"persuasive_a": 3 + (worth > 0), "persuasive_b": 3 + (worth < 0)}
        return {**scores, "better": better, "argues_a": stance, "argues_b": stance, "why": "It held me."}

    def _heard(self, asked: Asked) -> Any:
        speeches = re.findall(r"^\((\d+)\) (Pro|Con), \w+: (.*)$", _fenced(asked.user, "This stage:"), re.M)
        worth = {side: sum(self._taste(text) for _, by, text in speeches if by == side) for side in ("Pro", "Con")}
        best = max(worth.values())
        scores = [{"number": int(n), "persuasive": 4 if worth[by] == best else 3} for n, by, _ in speeches]
        (before,) = re.findall(r"your opinion was (-?\d)", asked.user)
        step = (worth["Pro"] > worth["Con"]) - (worth["Pro"] < worth["Con"])
        return {"speeches": scores, "opinion": max(-2, min(2, int(before) + step)), "why": "It moved me."}


def _fenced(text: str, after: str) -> str:
    return text.split(after, 1)[1].split("⟦data⟧", 1)[1].split("⟦end of data⟧", 1)[0]


def plain_is_better(text: str) -> float:
    """Tells plain's speeches by their words."""
    return float("as in point" in text)
