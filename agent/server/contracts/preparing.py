"""What helps people before a match: a microphone tried, and advice for their side."""

from __future__ import annotations

from agent.server.contracts.contract import Contract
from config.format import Side


class HeardView(Contract):
    """A sentence that was read aloud, as an embedded recogniser heard it.

    `understood`: the share of its words; `level`: of the voice, in dBFS; `faults`: what is wrong with the sound, the
    worst first, such as `too_quiet`.
    """

    recogniser: str
    heard: str
    understood: float
    level: float
    faults: tuple[str, ...]


class SentenceView(Contract):
    """What to read aloud; `quiet_seconds`: to be silent for before."""

    sentence: str
    quiet_seconds: float


class CoachedAnswer(Contract):
    """What the other side will likely say to a claim, and what to say to that; empty where nothing is prepared."""

    they_say: str
    you_say: str


class CoachedClaim(Contract):
    """A claim of one's own."""

    claim: str
    because: str
    impact: str
    answers: tuple[CoachedAnswer, ...]


class CoachView(Contract):
    """Advice for a side. `criterion`: by what to ask to be judged."""

    side: Side
    criterion: str
    claims: tuple[CoachedClaim, ...]
