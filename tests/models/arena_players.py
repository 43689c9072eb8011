"""Contestants of known strength for the model server, and judges that weigh what they say.

Each says what its model is made of; a judge weighs that, and how the speech begins, so that the weaker win at times.
Nobody answers by anything but what is asked, so an arena asks the same questions however often it is broken off.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Any

from tests.model_server import Asked
from tests.models.judge_players import Heard, Player
from tests.models.plain_speaker import PlainSpeaker

MADE_OF = {"gold": "granite", "silver": "oak", "bronze": "brick", "tin": "straw"}  # for names of models are masked
WEIGHTS: Mapping[str, int] = {"granite": 6, "oak": 4, "brick": 2, "straw": 0}
CHANCE = 5  # from 0 to one less than that is added to a speech


def speaker(asked: Asked) -> Any:
    """Plain, by the model that is asked."""
    speaking = PlainSpeaker(f"Our reasons are made of {MADE_OF[asked.model]}.")
    speaking.asked = zlib.crc32(asked.user.encode()) % 90
    return speaking(asked)


def weight(heard: Heard) -> int:
    made = re.findall(r"made of (\w+)", heard.text)
    luck = zlib.crc32(" ".join(heard.text.split()[:8]).encode()) % CHANCE
    return WEIGHTS.get(made[0], 0) + luck if made else luck


def judge(prefers: int = 1) -> Player:
    """With -1 it prefers what weighs less."""
    return Player(lambda heard: prefers * weight(heard))


def sometimes_bare(asked: Asked) -> Any:
    """A speaker that leaks its notes in every speech for the motion."""
    given = speaker(asked)
    if "for the pro side" in asked.user:
        given["passages"][0]["sentences"][1] = "As suggested by the reviewer, here is the revised draft."
    return given
