"""An inquiry as the API tells of it: a claim that is verified, or documents that are compared, and how far that is."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from agent.server.contracts.contract import Contract, OneLine

InquiryId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{32}$")]
Claim = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=600), OneLine]
Focus = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), OneLine]
Steering = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), OneLine]
NodeAt = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}(\.[0-9]{1,2}){0,3}$")]
TreeAt = Annotated[str, StringConstraints(pattern=r"^t[0-9]{1,2}$")]
PAGE = 100


class InquiryKind(StrEnum):
    """What is asked."""

    VERIFY = "verify"
    COMPARE = "compare"
    MOTION = "motion"  # trees for both sides of one are grown


class InquiryState(StrEnum):
    """How it stands. `stopped`: by the host or a budget; it can go on."""

    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class Budget(Contract):
    """What an inquiry may come to at most; nothing said is as much as the server allows."""

    calls: int | None = Field(default=None, ge=1, le=100_000)
    cost: float | None = Field(default=None, gt=0, le=1_000_000)


class VerifyOrder(Budget):
    """A claim or a question to verify. `depth`: levels below it, at most."""

    claim: Claim
    depth: int = Field(default=2, ge=1, le=3)


class SteerOrder(Contract):
    """What a person changes in a comparison: a subtopic added under a node, a node dropped, one more question asked."""

    what: Literal["add", "drop", "ask"]
    node: NodeAt
    text: Steering = ""
    tree: TreeAt = "t1"


class InquiryProgress(Contract):
    """How far it is. `answered` of `expected` questions to models; of all its runs together: `calls`, `tokens`, `cost`
    where prices are known, `seconds`. `left`: seconds, null where unknown."""

    answered: int = 0
    expected: int = 0
    calls: int = 0
    tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    left: float | None = None


class InquiryView(Contract):
    """An inquiry. Whoever knows its `id` may read it, so its address is the link to share.

    `title`: the claim, or the names of the documents; `version`: grows with its document, 0 while there is none;
    `calls` and `cost`: its budget; `priced`: whether this server's models have prices; `reason`: why it is not done.
    """

    id: str
    kind: InquiryKind
    title: str
    focus: str
    documents: tuple[str, ...]
    created: datetime
    state: InquiryState
    reason: str
    version: int
    progress: InquiryProgress
    calls: int
    cost: float | None
    priced: bool


class InquiryList(Contract):
    """Inquiries, the newest first. `before`: asks for those that come after, empty where there are no more."""

    inquiries: tuple[InquiryView, ...]
    before: str = ""


class InquiryLimits(Contract):
    """What may be asked for here. `ready`: whether a model is set; `message`: what to do where none is. `calls` and
    `cost`: the most of one inquiry; `endings`: of files that are read."""

    ready: bool
    message: str
    calls: int
    cost: float | None
    priced: bool
    documents: int
    megabytes: int
    endings: tuple[str, ...]
