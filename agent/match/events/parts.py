"""What all events have in common, and those of the parts a match is made of: use, trouble, loss. Pure.

Reasons tell files by their names, never by where they lie on the machine.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from agent.match.file_names import Named, Told
from config.format import Side


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


class RoleUse(Detail):
    """What one role has asked of one model so far."""

    role: str
    model: Named
    host: str
    calls: int
    failed: int
    prompt_tokens: int
    completion_tokens: int
    estimated: bool
    cost: float | None
    """None where a price is not known."""
    seconds: float
    preparation: bool = False
    """Before the match began; a model that is used in both has a row for each."""


class ModelUsed(Stamped):
    """What `side` itself has used language models for, since its seat was prepared: each event counts everything."""

    type: Literal["model_used"] = "model_used"
    side: Side
    rows: tuple[RoleUse, ...]


class Degraded(Stamped):
    """A part was missing, slow or broken, and another took its place."""

    type: Literal["degraded"] = "degraded"
    part: Told
    reason: Told
    instead: Told


class Failed(Stamped):
    """A part broke, and nothing could take its place."""

    type: Literal["failed"] = "failed"
    part: Told
    reason: Told


class ParticipantLeft(Stamped):
    """A side is gone; its turns to come are over as they begin."""

    type: Literal["participant_left"] = "participant_left"
    side: Side
    reason: Told
