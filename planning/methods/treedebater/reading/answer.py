"""What a model answers that was asked to read a piece of a speech: the shape of it. Pure."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from planning.debate.argument import ActionKind
from planning.debate.points import Objection, PointForm, SupportKind


class ReadSupport(BaseModel):
    """Something said for a claim, in its own words."""

    model_config = ConfigDict(extra="forbid")

    kind: SupportKind
    words: str = Field(max_length=2000)


class Read(BaseModel):
    """One action as the model read it; `target` is the id of a claim in the trees, or its words.

    `passage`: the number, from 1, of the one it was read in; 0 where it is not told. `quote`: the words it stands on.
    `meets`: ids of claims of the other side. `prepared`: the id of the prepared claim that is meant, or empty.
    `corrects`: ids of points of the piece before in whose place this one stands.
    """

    model_config = ConfigDict(extra="forbid")

    action: ActionKind
    quote: str = Field(default="", max_length=2000)
    claim: str = Field(max_length=2000)
    argument: str = Field(max_length=4000)
    target: str = Field(max_length=2000)
    passage: int = 0
    form: PointForm = PointForm.STATEMENT
    objection: Objection = Objection.OTHER
    support: list[ReadSupport] = Field(default_factory=list, max_length=10)
    meets: list[str] = Field(default_factory=list, max_length=10)
    prepared: str = Field(default="", max_length=200)
    corrects: list[str] = Field(default_factory=list, max_length=10)


class Reading(BaseModel):
    """Everything that a piece of speech does to the debate; often nothing."""

    model_config = ConfigDict(extra="forbid")

    actions: list[Read] = Field(max_length=40)


def tidy(text: str, longest: int = 400) -> str:
    """On one line, and no longer than a claim or an argument is kept."""
    return " ".join(text.split())[:longest]
