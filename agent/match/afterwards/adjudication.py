"""An adjudicator's ballot: who won, and a score for every speech. Pure.

What a ballot says twice must agree: stated totals are the sums of the scores, and who won has the higher total, unless
it states a low-point win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

TIE = "tie"
BURDEN = "Both sides have an equal burden of proof."  # all that a panel is told of how to judge
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=60)]
Key = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=20)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class SpeakerScore(_Part):
    """Of the speech with that number, from 1."""

    speech: int = Field(ge=1, le=100)
    score: float = Field(ge=0, le=100)


class Adjudication(_Part):
    """What one judge wrote down. `winner`: a side, or `tie`; `ranking`: of four teams, the best first, instead of it.

    `totals`: as the judge added them up, by side or team, where they did.
    """

    judge: Annotated[Line, StringConstraints(min_length=1)]
    winner: Line = ""
    ranking: tuple[Key, ...] = ()
    scores: Annotated[tuple[SpeakerScore, ...], Field(min_length=1, max_length=100)]
    totals: Mapping[Key, float] = {}
    low_point_win: bool = False
    reasons: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1500)] = ""

    @property
    def told(self) -> str:
        """Without the judge's name: the totals, and the reasons."""
        added = ", ".join(
            f"{key.capitalize() if key.islower() else key} {total:g}" for key, total in self.totals.items()
        )
        ranked = f"Ranking: {', '.join(self.ranking)}. " if self.ranking else ""
        low = ", a low-point win" if self.low_point_win else ""
        return f"{ranked}Speaker points: {added}{low}. {self.reasons}".strip()


def checked(ballot: Adjudication, speeches: Mapping[int, str], parties: Sequence[str]) -> Adjudication:
    """The ballot with its totals, and its winner and teams as they are called here.

    Args:
        speeches: whose each speech is that is scored, by number. parties: `pro` and `con`, or four teams.

    Raises:
        ValueError: what is wrong with it, in one line.
    """
    known = {party.lower(): party for party in parties}
    scores = {one.speech: one.score for one in ballot.scores}
    for fault in (*_misnumbered(ballot, speeches), *_misnamed(ballot, known)):
        raise ValueError(fault)
    totals = {party: sum(scores[number] for number, of in speeches.items() if of == party) for party in parties}
    for key, stated in ballot.totals.items():
        if abs(stated - totals[known[key.lower()]]) > 1e-6:
            raise ValueError(f"the scores of {key} add up to {totals[known[key.lower()]]:g}, not {stated:g}")
    ranking = tuple(known[key.lower()] for key in ballot.ranking)
    winner = ranking[0] if ranking else known.get(ballot.winner.lower(), TIE)
    made = ballot.model_copy(update={"totals": totals, "ranking": ranking, "winner": winner})
    if fault := _contradiction(made):
        raise ValueError(fault)
    return made


def _misnumbered(ballot: Adjudication, speeches: Mapping[int, str]) -> Iterator[str]:
    given = [one.speech for one in ballot.scores]
    yield from (f"there is no speech {number} to score" for number in given if number not in speeches)
    yield from (f"speech {number} is scored twice" for number in set(given) if given.count(number) > 1)
    yield from (f"speech {number} has no score" for number in speeches if number not in given)


def _misnamed(ballot: Adjudication, known: Mapping[str, str]) -> Iterator[str]:
    names = ", ".join(known.values())
    yield from (f"total of {key!r}: there are {names}" for key in ballot.totals if key.lower() not in known)
    if len(known) > 2:
        if sorted(key.lower() for key in ballot.ranking) != sorted(known):
            yield f"ranking: name each team once, the best first: {names}"
        if ballot.winner and ballot.winner.lower() != ballot.ranking[0].lower():
            yield f"winner: {ballot.winner} does not come first in the ranking"
    elif ballot.ranking:
        yield "ranking: is for four teams; name the winner"
    elif ballot.winner.lower() not in (*known, TIE):
        yield f"winner: name {names} or {TIE}"


def _contradiction(ballot: Adjudication) -> str:
    order = ballot.ranking or (ballot.winner, *(key for key in ballot.totals if key != ballot.winner))
    points = [ballot.totals[key] for key in order if key in ballot.totals]
    if ballot.winner == TIE:
        return "a tie is called, but the totals differ" if len({*points}) > 1 else ""
    falling = all(higher >= lower for higher, lower in pairwise(points))
    if falling and ballot.low_point_win:
        return f"a low-point win is stated, but nobody below {order[0]} has more points"
    if not falling and not ballot.low_point_win:
        told = ", ".join(f"{key} {ballot.totals[key]:g}" for key in order)
        return f"the result contradicts the points ({told}): state low_point_win if it is meant"
    return ""
