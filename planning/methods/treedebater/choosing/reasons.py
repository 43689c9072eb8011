"""Why a battlefield gets its share of a speech, and what is done there, in a form that is logged as it is. Pure."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Importance(StrEnum):
    """Which third of a plan's battlefields it is in, by what there is to win or lose."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Decision(StrEnum):
    """What is done about the points of a battlefield."""

    ANSWER = "answer"
    CONCEDE = "concede"  # granted, and outweighed
    LEAVE = "leave"  # on purpose, for the reason that is given
    OWN = "own"  # nothing of theirs: our own case


class Rationale(BaseModel):
    """Why: `unanswered` points of the opponent's that nobody has answered, `strength` of the best prepared reply (f_k).

    `told`: the reason in the words of whoever planned, where somebody gave one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    unanswered: int = Field(ge=0)
    strength: float
    told: str = Field(default="", max_length=600)

    def __str__(self) -> str:
        if self.told:
            return f"{self.told} (strength {self.strength:.2f})" if self.strength else self.told
        said = f"best prepared reply has strength {self.strength:.2f}"
        if not self.unanswered:
            return f"nothing of theirs is open here; {said}"
        return f"{self.unanswered} point{'s' if self.unanswered > 1 else ''} of theirs unanswered; {said}"
