"""Who is on which side of a debate of two. Pure."""

from __future__ import annotations

import numpy as np

from agent.tournament.core.plan import Sides
from agent.tournament.draw.contenders import Contender


def sided(one: Contender, other: Contender, rule: Sides, lot: np.random.Generator) -> tuple[str, str, str]:
    """Pro, con, and why: whoever was pro more often is con; equal ones by lot."""
    heads = bool(lot.integers(2))
    if rule is Sides.RANDOM or one.lead == other.lead:
        first, second = (one, other) if heads else (other, one)
        return first.name, second.name, "sides by lot"
    first, second = (one, other) if one.lead < other.lead else (other, one)
    return (
        first.name,
        second.name,
        f"{second.name} was pro more often than {first.name} (by {second.lead - first.lead})",
    )
