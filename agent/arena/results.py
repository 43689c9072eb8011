"""What came of a match in an arena, and how it counts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

from agent.arena.scored import MOST_MARGIN, Scored
from agent.match.afterwards.verdicts import ModelBallot, Outcome, PanelVerdict, Result
from config.format import Side

Kind = Literal["fact", "value", "policy"]
KINDS: Sequence[str] = get_args(Kind)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Vote(_Part):
    """Of a judge. `points`: pro's and con's on the whole, from 0 to 3. `held`: what it withstood, and what it did not;
    `judge`: empty for the panel."""

    judge: str = ""
    result: Result
    points: tuple[float, float] = (0.0, 0.0)
    held: Mapping[str, bool] = {}

    @property
    def score(self) -> float | None:
        """Pro's; None without a verdict."""
        if self.result.outcome is Outcome.NONE:
            return None
        return 0.5 if self.result.outcome is Outcome.TIE else float(self.result.winner == Side.PRO)


class Held(_Part):
    """A match. `invalid`: what makes a side's speeches no statements, which leaves it without a verdict; `votes`: the
    panel's, then its judges'. `words`: of pro and con. `opened`: who spoke first."""

    id: str
    motion: str
    kind: str
    pro: str
    con: str
    opened: Side
    words: tuple[int, int]
    invalid: Mapping[Side, tuple[str, ...]] = {}
    votes: tuple[Vote, ...] = ()

    def vote(self, judge: str = "") -> Vote | None:
        return next((one for one in self.votes if one.judge == judge), None)

    def score(self, judge: str = "") -> float | None:
        """Pro's, of the panel or of a judge; None where it does not count."""
        vote = self.vote(judge)
        return vote.score if vote is not None else None

    def side_of(self, name: str) -> Side | None:
        return Side.PRO if name == self.pro else Side.CON if name == self.con else None


def votes_of(verdict: PanelVerdict) -> tuple[Vote, ...]:
    """The panel's vote has the mean of the points that those who agree with it gave."""
    own = [_vote(ballot) for ballot in verdict.ballots]
    agree = [one for one in own if one.result.same(verdict.result)] or own
    pro, con = (sum(one.points[side] for one in agree) / len(agree) for side in (0, 1))
    return (Vote(result=verdict.result, points=(pro, con)), *own)


def _vote(ballot: ModelBallot) -> Vote:
    points = ballot.scores[-1].points if ballot.scores else {}
    held = {one.name: one.held for one in ballot.changes if one.result is not None}
    return Vote(
        judge=ballot.by,
        result=ballot.result,
        points=(points.get(Side.PRO, 0.0), points.get(Side.CON, 0.0)),
        held=held,
    )


def scored(held: Iterable[Held], judge: str = "") -> list[Scored]:
    """Those that were decided; the margin is how far apart the points on the whole are."""
    found = []
    for one in held:
        vote = one.vote(judge)
        if vote is not None and (score := vote.score) is not None:
            margin = min(MOST_MARGIN, abs(vote.points[0] - vote.points[1]))
            found.append(Scored(one.motion, one.pro, one.con, score, margin, one.opened, one.words, judge))
    return found


def pairs_of(held: Sequence[Held], first: str) -> list[float]:
    """The score of `first` on each motion that was decided in both stances, in the order in which they were held."""
    by_motion: dict[str, list[float]] = {}
    for one in held:
        if (score := one.score()) is not None:
            by_motion.setdefault(one.motion, []).append(score if one.pro == first else 1 - score)
    return [sum(scores) / 2 for scores in by_motion.values() if len(scores) == 2]
