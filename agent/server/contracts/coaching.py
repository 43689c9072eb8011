"""What the API says to somebody who debated, once the match is over, and keeps of what they work on."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from agent.coach.coaching import Coaching, DrillJudged, Progress
from agent.server.contracts.contract import Contract, MatchId, Name, Secret
from config.format import Side

LearnerKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{16}\.[A-Za-z0-9_-]{16,64}$")]


class CoachingView(Contract):
    """`asks`: whether a model of this server can be asked, and has not been; `progress`: what would be followed."""

    coaching: Coaching
    progress: Progress
    asks: bool


class AttemptView(Contract):
    """What came of a drill; `left`: attempts at the drills of this side that may still be heard."""

    judged: DrillJudged
    left: int


class LearnerOrder(Contract):
    """Somebody who wants to follow over matches what they work on; `name`: what they call themselves."""

    name: Annotated[Name, StringConstraints(min_length=1, strip_whitespace=True)]


class LearnerMade(Contract):
    """`key`: shown this once; whoever has it reads, changes and deletes all of it."""

    key: LearnerKey
    name: Name


class LearnerView(Contract):
    """What is kept under a key, the newest match last. `link`: with which others may read it, told once."""

    name: Name
    matches: tuple[Progress, ...]
    link: str = ""


class LearnerMatch(Contract):
    """A match that is to be followed; `secret`: that of the seat, as POST /api/join gave it, where a person sat."""

    match: MatchId
    side: Side
    secret: Secret | None = Field(default=None)
