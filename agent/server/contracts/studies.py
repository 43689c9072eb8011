"""A study as a listener is told of it, step by step; nothing tells whose a speech is, or which answer is right."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from agent.server.contracts.contract import Contract
from agent.studies.course import GivenAnswer, StepKind
from config.format import Side

StudyToken = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16,128}$")]
StepId = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,20}(-[0-9]{1,3})?$")]


class StudyState(StrEnum):
    """How far a listener is. `consent`: nothing has been kept yet."""

    CONSENT = "consent"
    OPEN = "open"
    DONE = "done"


class StudySpeech(Contract):
    """A speech to hear. `sound`: its address; null where there is only text."""

    side: Side
    stage: str
    text: str
    sound: str | None


class StudyStep(Contract):
    """What is asked now. `rated`: from 1 to 5, with a vote; `question` and `choices`: of an attention check."""

    id: str
    kind: StepKind
    speeches: tuple[StudySpeech, ...] = ()
    rated: bool = False
    question: str = ""
    choices: tuple[str, ...] = ()


class StudyView(Contract):
    """Where a listener stands.

    `item`: the number of the debate, from 1, of `items`; `done` of `steps` are answered; `sound`: whether there is any.
    """

    title: str
    state: StudyState
    consent: str
    sound: bool
    items: int
    item: int = 0
    steps: int = 0
    done: int = 0
    motion: str = ""
    step: StudyStep | None = None


class StudyAnswer(GivenAnswer):
    """An answer to the step that is asked now: its debate by number and its id, and what the step asks for."""

    item: int = Field(ge=1, le=100)
    step: StepId
