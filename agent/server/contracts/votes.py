"""What the audience and judges say of a match."""

from __future__ import annotations

from pydantic import Field

from agent.match.afterwards.votes import Marks, Poll, Step, Verdict
from agent.server.contracts.contract import Contract


class VoteOrder(Contract):
    """A vote, from -2 (strongly against the motion) to 2 (strongly for it), in place of an earlier one in this poll."""

    poll: Poll
    step: Step


class SpeechMarks(Contract):
    """A judge's marks for the speech of a turn."""

    turn: int = Field(ge=0, lt=100)
    marks: Marks


class BallotView(Contract):
    """What one has said oneself so far, from -2 to 2; null where nothing."""

    before: Step | None
    after: Step | None
    marks: tuple[SpeechMarks, ...]
    verdict: Verdict | None = None
