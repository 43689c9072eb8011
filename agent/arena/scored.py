"""A debate that was judged, as ratings count it; who met whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from config.errors import UsageError
from config.format import Side

MOST_MARGIN = 3.0


@dataclass(frozen=True)
class Scored:
    """One debate of two contestants.

    `score`: of pro, 1 for a win, ½ for a tie, 0. `margin`: how far apart both were on the overall dimension of the
    judges, from 0 to 3. `first`: who spoke first. `words`: spoken by pro and by con; zeros where nobody counted.
    """

    motion: str
    pro: str
    con: str
    score: float
    margin: float = 0.0
    first: Side = Side.PRO
    words: tuple[int, int] = (0, 0)
    judge: str = ""

    def __post_init__(self) -> None:
        if self.score not in (0.0, 0.5, 1.0):
            raise UsageError(f"{self.motion}: a score is 1, 0.5 or 0, not {self.score}")
        if not 0.0 <= self.margin <= MOST_MARGIN:
            raise UsageError(f"{self.motion}: a margin is from 0 to {MOST_MARGIN:g}, not {self.margin}")
        if self.pro == self.con:
            raise UsageError(f"{self.motion}: {self.pro} debated itself, which says nothing of anybody's strength")


def names_of(scored: Sequence[Scored]) -> tuple[str, ...]:
    return tuple(sorted({name for one in scored for name in (one.pro, one.con)}))


def groups(scored: Sequence[Scored]) -> list[tuple[str, ...]]:
    """Contestants of whom none met any of another group; between groups nothing can be compared."""
    return _components(scored, "weak")


def unbounded(scored: Sequence[Scored]) -> frozenset[str]:
    """Those outside the largest group in which each took points from each, over others (Ford, 1957): without a ridge
    their strength beside it would be infinite, such as that of one who never lost. All of them where two groups are the
    largest."""
    parts = _components(scored, "strong")
    size = max(map(len, parts))
    largest = [part for part in parts if len(part) == size]
    return frozenset(names_of(scored)) - (frozenset(largest[0]) if len(largest) == 1 else frozenset())


def _components(scored: Sequence[Scored], connection: str) -> list[tuple[str, ...]]:
    names = names_of(scored)
    place = {name: number for number, name in enumerate(names)}
    took = [(place[one.pro], place[one.con]) for one in scored if one.score > 0]
    took += [(place[one.con], place[one.pro]) for one in scored if one.score < 1]
    rows, columns = zip(*took, strict=True)
    graph = coo_array((np.ones(len(took)), (rows, columns)), shape=(len(names), len(names))).tocsr()
    count, labels = connected_components(graph, directed=True, connection=connection)
    return [tuple(name for name, label in zip(names, labels, strict=True) if label == group) for group in range(count)]
