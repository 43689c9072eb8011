"""What a side means to do in a passage of a speech, and why, in a form that is logged as it is. Pure."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from planning.debate.argument import ActionKind
from planning.debate.points import Frozen


class Importance(StrEnum):
    """Which third of a plan a passage is in, by what there is to win or lose."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Decision(StrEnum):
    """What is done about the points that a passage deals with."""

    ANSWER = "answer"
    CONCEDE = "concede"  # granted, and outweighed
    LEAVE = "leave"  # on purpose, for the reason that is given
    OWN = "own"  # nothing of theirs: our own case


class Rationale(Frozen):
    """Why: `unanswered` points of the opponent's that nobody has answered, `strength` of the best prepared reply (f_k).

    `told`: the reason in the words of whoever planned, where somebody gave one. No strength where nothing is prepared
    that has one.
    """

    unanswered: int = Field(default=0, ge=0)
    strength: float | None = None
    told: str = Field(default="", max_length=600)

    def __str__(self) -> str:
        if self.told:
            return f"{self.told} (strength {self.strength:.2f})" if self.strength else self.told
        said = f"best prepared reply has strength {self.strength:.2f}" if self.strength is not None else ""
        if not self.unanswered:
            return "; ".join(filter(None, ["nothing of theirs is open here", said]))
        open_points = f"{self.unanswered} point{'s' if self.unanswered > 1 else ''} of theirs unanswered"
        return "; ".join(filter(None, [open_points, said]))


class Means(StrEnum):
    """What an action can be done with."""

    PREPARED = "prepared"  # a node of a rehearsal tree
    REASONING = "reasoning"  # nothing was prepared for it


class PlannedOption(Frozen):
    """Something that could be done in a passage: to which claim, with which rehearsal node of what strength (f_k).

    Without a prepared node `node` and `strength` are None.
    """

    kind: ActionKind
    target: str
    means: Means
    node: str | None = None
    strength: float | None = None


class Anticipated(Frozen):
    """Of `count` actions of a kind those that were prepared for: in the trees of the actor's own claims, in those of
    the other side's (`theirs`), in either. What is prepared for one action may be in both."""

    kind: ActionKind
    count: int
    own: int
    theirs: int
    either: int
