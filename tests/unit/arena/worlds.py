"""Small arenas for tests: who debated whom, and how it came out."""

from __future__ import annotations

import numpy as np

from agent.arena.scored import Scored
from bench.arena.simulation import World, spread


def both(one: str, other: str, motion: str, score: float, margin: float = 1.0) -> list[Scored]:
    """A motion in both stances with the same score for `one`."""
    return [Scored(motion, one, other, score, margin), Scored(motion, other, one, 1 - score, margin)]


def a_field(pairs: int = 80, seed: int = 5) -> list[Scored]:
    """Five contestants 300 Elo apart at the ends, before three judges, with effects."""
    return World(spread(5, 300), motions=20).debates(pairs, seed)


def swapped(scored: list[Scored], one: str, other: str) -> list[Scored]:
    """The same debates with the names of two exchanged."""
    names = {one: other, other: one}
    return [
        Scored(
            debate.motion,
            names.get(debate.pro, debate.pro),
            names.get(debate.con, debate.con),
            debate.score,
            debate.margin,
            debate.first,
            debate.words,
        )
        for debate in scored
    ]


def drawn(seed: int, size: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.random.default_rng(seed).normal(0, 0.5, size)
