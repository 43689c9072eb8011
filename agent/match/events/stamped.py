"""What all events have in common, and the models inside them. Pure."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Stamped(BaseModel):
    """An event. `seq` numbers the events of a match from 0, `at` is in seconds since the match began."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    seq: int = -1
    at: float = 0.0


class Detail(BaseModel):
    """A part of an event."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
