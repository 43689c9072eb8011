"""What a panel of language models decides when a match is over, and what can be counted without one. Pure.

A panel of models comes to one of four outcomes, which are never mixed: one side has won and so the other has lost, the
judges called it a tie, or there is no verdict, for they split, changed their minds or could not be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from config.format import Side
from planning.verify.record import VerifiedTree

BEST = 3.0  # what a side has in a dimension that it won in every run


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Outcome(StrEnum):
    """What it came to."""

    WON = "won"
    TIE = "tie"
    NONE = "no verdict"


class Result(_Part):
    """`winner`: `pro`, `con` or a team such as `OG`; empty unless somebody won. `ranking`: of teams, the best first.
    `why`: what kept it from being a verdict.
    """

    outcome: Outcome
    winner: str = ""
    ranking: tuple[str, ...] = ()
    why: str = ""

    def same(self, other: Result) -> bool:
        """Whether it names the same winner, or the same tie."""
        return (self.outcome, self.winner) == (other.outcome, other.winner)


class QuotedReason(_Part):
    """A reason and the words of the speech (`turn` from 0) that it stands on, as they were said."""

    reason: str
    turn: int
    quote: str


class Scores(_Part):
    """Of each side or team in a dimension, from 0 to 3: over all runs, and nothing else than what the runs decided."""

    dimension: str
    points: Mapping[str, float]


class Change(_Part):
    """What was changed in a debate that is judged once more, and what came of it; nothing where it was not tried."""

    name: str
    told: str
    result: Result | None = None
    held: bool = True


class Probe(_Part):
    """A debate with a known answer. `came`: to what, each time it was judged."""

    name: str
    told: str
    passed: bool
    came: tuple[str, ...]


class ModelBallot(_Part):
    """A judge's vote, as it stands after all `changes`; `runs`: what each run came to before them. `probed`: the share
    of `probes` that was passed, in words, with its 95 % interval. `settings`: of the model.
    """

    by: str
    settings: str = ""
    result: Result
    runs: tuple[Result, ...]
    scores: tuple[Scores, ...] = ()
    reasons: tuple[QuotedReason, ...] = ()
    changes: tuple[Change, ...] = ()
    probes: tuple[Probe, ...] = ()
    probed: str = ""


class Usage(_Part):
    """What this run of the program took; `remembered`: answers that were there already. No `cost` without prices."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    remembered: int = 0

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        known = None if self.cost is None or other.cost is None else round(self.cost + other.cost, 6)
        counts = ("calls", "prompt_tokens", "completion_tokens", "remembered")
        return Usage(cost=known, **{name: getattr(self, name) + getattr(other, name) for name in counts})


class VerifiedSource(_Part):
    """A claim of the speech of a turn (from 0) that was looked into for the judges, and its tree of debates."""

    turn: int
    quote: str
    tree: VerifiedTree


class PanelVerdict(_Part):
    """What a panel came to. `parties`: what sides or teams are called. `rubric`: a hash of all that judges are told.
    `sources`: claims that were looked into, of which judges were told what came of them."""

    result: Result
    parties: Mapping[str, str]
    ballots: tuple[ModelBallot, ...]
    rubric: str
    agreement: str
    usage: Usage = Usage()
    sources: tuple[VerifiedSource, ...] = ()

    def told(self, result: Result | None = None) -> str:
        """An outcome in words: `Pro won`; its own, if none is given."""
        one = result or self.result
        if one.outcome is Outcome.WON:
            behind = [self.parties[key] for key in one.ranking[1:]]
            return f"{self.parties[one.winner]} won" + (f", before {', '.join(behind)}" if behind else "")
        return "a tie" if one.outcome is Outcome.TIE else f"no verdict: {one.why}"


class LedgerPoint(_Part):
    """A point as one debater understood it: in its own words, second `at` of its speech, how it stands, and on what."""

    observer: Side
    side: Side
    turn: int
    at: float | None
    words: str
    status: str
    told: str
    sources: tuple[str, ...] = ()
