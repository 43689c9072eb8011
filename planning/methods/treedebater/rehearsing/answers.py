"""What a model writes for a rehearsal tree: the shapes of its answers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from config.format import Side


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Cited(_Shape):
    """An evidence item by its id, as a sentence that names its source."""

    id: str = Field(max_length=20)
    sentence: str = Field(max_length=1200)


class Grounds(_Shape):
    """What stands under a claim."""

    heard: list[str] = Field(max_length=6)
    argument: list[str] = Field(max_length=10)
    impact: str = Field(max_length=1200)
    cites: list[Cited] = Field(max_length=6)


class Answering(Grounds):
    """A counter-argument."""

    claim: str = Field(max_length=1200)


class Counters(_Shape):
    """Counter-arguments to one argument; `side` is whom the model believes to speak for."""

    side: Side
    counters: list[Answering] = Field(max_length=20)


class Framing(_Shape):
    """A side's reading of the motion, and what kind of motion it is."""

    side: Side
    definition: list[str] = Field(max_length=8)
    criterion: list[str] = Field(max_length=8)
    domain: str = Field(max_length=60)
    type: Literal["policy", "value", "fact"]


class Proposed(_Shape):
    """A main claim that could be made."""

    claim: str = Field(max_length=1200)
    topic: str = Field(max_length=200)
    reason: str = Field(max_length=1200)


class Pool(_Shape):
    """Main claims of one side."""

    side: Side
    claims: list[Proposed] = Field(max_length=60)


class MainCase(Grounds):
    """What a main claim stands on, and how each side weighs it at the end; `answer` is the other side's."""

    side: Side
    weighing: list[str] = Field(max_length=8)
    answer: list[str] = Field(max_length=8)
