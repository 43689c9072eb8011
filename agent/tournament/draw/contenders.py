"""What a draw knows of each team: its rank, its points, whom it has met and on which sides. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.tournament.core.events import Drawn


@dataclass(frozen=True)
class Contender:
    """A team before a draw.

    `rank`: from 0, the best first; `points`: that brackets are made of. `sides`: how often it was on each. `met`: how
    often it has met others. `avoid`: institutions whose teams it should not meet, its own among them. `pulled`: how
    often it was pulled up, `byes`: how often it met nobody. `opposition`: the mean rank of those it has met, from 0;
    the higher, the weaker they are. `seed`: as its team has it, 1 is the best.
    """

    name: str
    rank: int = 0
    points: float = 0.0
    institution: str = ""
    sides: tuple[int, ...] = (0, 0)
    met: Mapping[str, int] = field(default_factory=dict)
    avoid: frozenset[str] = frozenset()
    pulled: int = 0
    byes: int = 0
    opposition: float = 0.0
    seed: int | None = None
    swing: bool = False

    @property
    def lead(self) -> int:
        """How often it was pro more than con."""
        return self.sides[0] - self.sides[1]


@dataclass(frozen=True)
class Draw:
    """The debates of a round, without rooms and panels. `cost`: of all faults, by their penalties."""

    debates: tuple[Drawn, ...]
    byes: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    cost: float = 0.0


def numbered(label: str, pairs: Sequence[Drawn]) -> tuple[Drawn, ...]:
    """Their ids: R1-1 and so on, in the order in which they are given."""
    return tuple(one.model_copy(update={"id": f"{label}-{number}"}) for number, one in enumerate(pairs, 1))
