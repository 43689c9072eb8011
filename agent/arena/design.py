"""Judged debates as arrays, and the effects that can be told apart from who debated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from agent.arena.scored import Scored, names_of
from config.format import Side

Array = npt.NDArray[np.float64]
STANCE, ORDER, LENGTH = "being pro", "speaking first", "twice the words"
MOST_DENSE = 50_000  # numbers; computing with few takes less than keeping them sparse does
APART = 1e-6  # share of a column's squares that no other explains, under which it has no effect of its own


@dataclass(frozen=True)
class Design:
    """Debates as arrays, one row a debate. `effects`: those that vary by themselves.

    `z`: sparse where it is large; a column a contestant, 1 for pro and -1 for con, and a column an effect.
    """

    names: tuple[str, ...]
    effects: tuple[str, ...]
    z: Array | csr_array
    score: Array
    weight: Array
    motion: npt.NDArray[np.intp]

    @property
    def ties(self) -> bool:
        return bool((self.score == 0.5).any())

    @property
    def motions(self) -> int:
        return int(self.motion.max()) + 1

    @property
    def size(self) -> int:
        """Of the parameters: strengths, effects, and ln nu where there are ties."""
        return len(self.names) + len(self.effects) + self.ties


def design(scored: Sequence[Scored]) -> Design:
    names = names_of(scored)
    place = {name: number for number, name in enumerate(names)}
    motions = {motion: number for number, motion in enumerate(dict.fromkeys(one.motion for one in scored))}
    everything = _columns(
        [place[one.pro] for one in scored],
        [place[one.con] for one in scored],
        np.array([(1.0, 1.0 if one.first is Side.PRO else -1.0, _longer(one.words)) for one in scored]),
        len(names),
    )
    kept = _independent(everything, len(names))
    z = everything[:, kept]
    effects = (STANCE, ORDER, LENGTH)
    return Design(
        names=names,
        effects=tuple(effects[column - len(names)] for column in kept[len(names) :]),
        z=z.toarray() if z.shape[0] * z.shape[1] <= MOST_DENSE else z,
        score=np.array([one.score for one in scored]),
        weight=1 / (1 + np.exp(-np.array([one.margin for one in scored]))),
        motion=np.array([motions[one.motion] for one in scored]),
    )


def _longer(words: tuple[int, int]) -> float:
    """From -3 to 3, 1 where pro has twice con's words; it changes its sign where sides are swapped."""
    return (words[0] - words[1]) / sum(words) * 3 if all(words) else 0.0


def _columns(pro: Sequence[int], con: Sequence[int], effects: Array, count: int) -> csr_array:
    rows, width = len(pro), effects.shape[1]
    values = np.column_stack([np.ones(rows), -np.ones(rows), effects])
    places = np.column_stack([pro, con, np.tile(np.arange(count, count + width), (rows, 1))])
    each = np.arange(rows + 1) * (2 + width)
    return csr_array((values.ravel(), places.ravel(), each), shape=(rows, count + width))


def _independent(z: csr_array, count: int) -> list[int]:
    """The columns of contestants, and of effects that those before them do not explain: pro speaks first in many
    formats, and then one effect stands for both; if everybody is always on one side, it has none of its own."""
    kept = list(range(count))
    squares = (z.T @ z).toarray()
    for column in range(count, z.shape[1]):
        among, shared = squares[np.ix_(kept, kept)], squares[kept, column]
        explained = shared @ np.linalg.solve(among + 1e-9 * np.eye(len(kept)), shared)
        if squares[column, column] - explained > APART * z.shape[0]:
            kept.append(column)
    return kept
