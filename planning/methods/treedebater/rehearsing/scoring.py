"""How much an argument matters: the question, and who answers it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from config.format import Side


@dataclass(frozen=True)
class Impact:
    """A question of how much an argument matters (TreeDebater 3.2): its r_a or its r_s.

    `chain` holds the arguments from the main claim down to the one in question; it attacks the last but one, and
    supports the last but two, or the stance of `side` where it is the main claim itself.
    """

    motion: str
    side: Side  # of the argument in question
    chain: tuple[str, ...]
    relation: Literal["attack", "support"]


class ImpactScorer(Protocol):
    """Says how much arguments matter, from 0 (not) over 1 (medium) to 2 (impactful)."""

    @property
    def name(self) -> str: ...

    async def score(self, questions: Sequence[Impact], deadline: float) -> list[float]:
        """A score in [0, 2] for each, in order.

        Raises:
            ProviderError: they could not be scored in time.
        """
        ...
