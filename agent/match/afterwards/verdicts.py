"""What judges decide when a match is over, with their reasons in words: people, and a model that was asked. Pure."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from config.format import Side

MOST = 2000  # characters of one judge's reasons
Reasons = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Verdict(_Part):
    """Of one judge. `side`: who debated better; null for neither."""

    side: Side | None
    reasons: Reasons


class SpeechReasons(_Part):
    """What a model says of the speech of a turn."""

    turn: int = Field(ge=0, lt=100)
    reasons: Reasons


class ModelVerdict(_Part):
    """Of a language model that has read the transcript; `by`: its name."""

    by: str = Field(max_length=200)
    at: datetime
    verdict: Verdict
    speeches: tuple[SpeechReasons, ...] = ()


class Verdicts(_Part):
    """All of a match, as far as they may be told: of people without their names."""

    people: tuple[Verdict, ...] = ()
    model: ModelVerdict | None = None
