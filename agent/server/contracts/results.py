"""What the API gives of a match that is over, and takes and tells of those who judge it."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from agent.match.afterwards.votes import JudgeVerdict, Marks, Poll, Step
from agent.server.contracts.contract import Contract


class ResultKind(StrEnum):
    """What a file of a match is. `turn`: the sound of one turn; `sound_table`: where its seconds are in `sound`."""

    REPORT = "report"
    LOG = "log"
    TRANSCRIPT = "transcript"
    CAPTIONS = "captions"
    FLOW = "flow"
    SOUND = "sound"
    SOUND_TABLE = "sound_table"
    TURN = "turn"
    WHOLE = "whole"


class ResultFile(Contract):
    """A file of a match. `bytes`: None for one that is made when it is asked for; `turn`: from 0, of a turn's sound."""

    name: str
    what: ResultKind
    bytes: int | None = None
    turn: int | None = None


class Results(Contract):
    """All files of a match that is over, each at /api/matches/{id}/{name}."""

    files: tuple[ResultFile, ...]


# -- A recording that can sit in a match -----------------------------------------------------------


class RecordingView(Contract):
    """A recording that was uploaded: so many seconds in each speech, in the order in which they are held."""

    id: str
    speeches: tuple[float, ...]


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
    verdict: JudgeVerdict | None = None
