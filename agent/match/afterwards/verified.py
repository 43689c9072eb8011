"""What the sides of a match looked into: each claim once, with its tree and the sentences that it bears on. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from agent.match.events import ClaimVerified, SentenceSpoken
from config.format import Side
from planning.verify.record import ClaimFinding, VerifiedTree


@dataclass
class VerifiedClaim:
    """A claim that `side` looked into. `number`: from 1, in the order in which they were; `turn` (from 0): the first
    that it was looked into for. `points`: ids of the other side's that made it, none where it is the side's own.
    `sentences`: (turn, id) of all that `side` wrote which it bears on."""

    number: int
    side: Side
    turn: int
    claim: str
    finding: ClaimFinding
    tree: VerifiedTree
    points: set[str] = field(default_factory=set)
    sentences: set[tuple[int, str]] = field(default_factory=set)

    @property
    def whose(self) -> Side:
        """Which side makes the claim."""
        return self.side.other if self.points else self.side

    def bears_on(self, spoken: SentenceSpoken) -> bool:
        return spoken.side is self.side and (spoken.turn, spoken.id) in self.sentences


def verified_claims(told: Iterable[ClaimVerified]) -> tuple[VerifiedClaim, ...]:
    """From the events of a log; those that a seat may not read yet are left out."""
    found: dict[tuple[Side, str], VerifiedClaim] = {}
    for event in told:
        key = event.side, event.claim
        if key not in found and event.tree is not None and event.finding is not None:
            number = len(found) + 1
            found[key] = VerifiedClaim(number, event.side, event.turn, event.claim, event.finding, event.tree)
        if key in found:
            found[key].points.update(event.points)
            found[key].sentences.update((event.turn, one) for one in event.sentences)
    return tuple(found.values())
