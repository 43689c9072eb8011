"""Somebody's own motion as the API tells of it: checked, agreed on, prepared for both sides."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import StringConstraints

from agent.server.contracts.contract import Contract, OneLine
from agent.server.contracts.inquiries import Budget, InquiryProgress
from agent.server.contracts.matches import MOTION_CHARACTERS
from planning.motions.check import LONGEST_MEANING

OwnMotionId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{8,64}$")]
MotionText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOTION_CHARACTERS), OneLine
]
Meaning = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_MEANING), OneLine]


class OwnMotionState(StrEnum):
    """How it stands. `checked`: it can be debated, and nothing has been prepared; `stopped`, `failed`: it can go on."""

    CHECKED = "checked"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class OwnMotionOrder(Contract):
    """A motion in somebody's own words, to be checked."""

    motion: MotionText


class PrepareOrder(Budget):
    """Trees for both sides are to grow, or to grow on, from what the motion means; as it was said before where it is
    null, and up to each side where it is empty."""

    meaning: Meaning | None = None


class OwnMotionView(Contract):
    """Somebody's own motion. `meaning`: what both sides agree that it means. `ready`: whether a match may begin, with
    so many main `claims` of pro and of con, and `arguments` in all, which may still grow. `reason`: why it is not done.
    `calls` and `cost`: its budget; `priced`: whether this server's models have prices."""

    id: str
    motion: str
    meaning: str
    created: datetime
    state: OwnMotionState
    reason: str
    ready: bool
    claims: tuple[int, int]
    arguments: int
    progress: InquiryProgress
    calls: int
    cost: float | None
    priced: bool


class OwnMotionList(Contract):
    """Those that are kept here, the newest first."""

    motions: tuple[OwnMotionView, ...]


class LikeMotion(Contract):
    """A motion that is like another. `motion_id`: by which it can be debated; `match`: in which it was, if it is not
    prepared; one of the two is empty. `likeness`: by the sentence encoder, 1 for the same words."""

    motion: str
    motion_id: str
    match: str
    likeness: float


class CheckedMotion(Contract):
    """What came of a check. Accepted it is kept as `own`, unless it is prepared already as `motion_id`; refused, there
    is a `reason`, and a `better` wording if there is one. `like`: others, the closest first."""

    accepted: bool
    motion: str
    motion_id: str
    reason: str
    better: str
    own: OwnMotionView | None
    like: tuple[LikeMotion, ...]


class OwnMotionLimits(Contract):
    """What may be asked for here. `ready`: whether a model is set; `message`: what to do where none is. `calls` and
    `cost`: the most of one motion; `questions`: about how many calls one takes; `kept`: how many are kept at most."""

    ready: bool
    message: str
    characters: int
    calls: int
    cost: float | None
    priced: bool
    questions: int
    kept: int
