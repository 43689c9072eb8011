"""What all events have in common, and the models inside them. Pure."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Stamped(BaseModel):
    """An event."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)

    seq: int = -1
    """Its number in the match, from 0."""
    at: float = 0.0
    """Seconds since the match began."""


class Detail(BaseModel):
    """A part of an event."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)
