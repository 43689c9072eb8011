"""What ratings and duels promise: intervals that hold the truth, errors within their bounds, and speed."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from agent.arena.design import design
from agent.arena.duel import Duel
from agent.arena.likelihood import maximum
from agent.arena.ratings import ELO, rate
from agent.arena.scored import Scored
from bench import Measurement, Target
from bench.arena.simulation import LEANS, World, coverage, duelled, spread
from config.format import Side

WORLDS = ((10, 66, 100), (5, 20, 40))  # contestants, motions, pairings; each is held in both stances
DUELS = (Duel(0, 50, most=600), Duel(0, 100, most=600))
OFF, ERRORS = 0.02, 0.06  # from .95; of .05, with what 2,000 duels may be off by chance
FIT_SECONDS, SAMPLES_SECONDS, OFF_LIBRARY = 5.0, 60.0, 1.0
WINNERS = {1.0: "X", 0.0: "Y", 0.5: "Draw"}
Found = TypeVar("Found")


def run(*, times: int, duels: int, contestants: int, matches: int, samples: int, seed: int) -> Measurement:
    """All of it."""
    settings = {"times": times, "duels": duels, "contestants": contestants, "matches": matches, "samples": samples}
    outcome = Measurement("ratings", settings | {"seed": seed}, [])
    _covers(outcome, times, seed)
    _errs(outcome, duels, seed)
    _lasts(outcome, many(contestants, matches, seed), samples)
    return outcome


def _covers(outcome: Measurement, times: int, seed: int) -> None:
    for contestants, motions, pairs in WORLDS:
        found = coverage(World(spread(contestants, 300), motions), pairs, times=times, seed=seed, samples=1000)
        told = {"strengths": found.strengths, "ranks": found.ranks, "being_pro": found.stance, "elo_wide": found.width}
        world = {"contestants": contestants, "motions": motions, "matches": 2 * pairs}
        outcome.results.append(world | {name: round(value, 3) for name, value in told.items()})
        off = round(abs(found.strengths - 0.95), 4)
        outcome.bars.append(Target(f"{2 * pairs} matches: coverage of intervals, off .95", off, OFF))


def _errs(outcome: Measurement, times: int, seed: int) -> None:
    for duel in DUELS:
        for lean, tie in LEANS:
            low = duelled(duel, duel.low, times=times, seed=seed, lean=lean, tie=tie)
            high = duelled(duel, duel.high, times=times, seed=seed + 1, lean=lean, tie=tie)
            name = f"duel of {duel.low:g} or {duel.high:g} Elo, being pro worth {lean:g}, ties {tie:g}"
            pairs = {"pairs_of_equals": low.pairs, "pairs_of_unequals": high.pairs, "fixed": low.fixed}
            outcome.results.append({"duel": name} | {key: round(value, 1) for key, value in pairs.items()})
            outcome.bars.append(Target(f"{name}: wrongly better", round(low.better, 4), ERRORS))
            outcome.bars.append(Target(f"{name}: wrongly not", round(high.not_better, 4), ERRORS))
            if (
                lean < 1
            ):  # where nearly all pairs are drawn, a fixed number of them is small, and no test of large numbers
                outcome.bars.append(Target(f"{name}: pairs", round(max(low.pairs, high.pairs), 1), low.fixed))


def _lasts(outcome: Measurement, scored: list[Scored], samples: int) -> None:
    data, preparing = _timed(lambda: design(scored))
    _, fitting = _timed(lambda: maximum(data, data.weight))
    _, whole = _timed(lambda: rate(scored, samples=samples))
    library, theirs = _timed(lambda: of_library(scored))
    alike, ours = _timed(lambda: without_effects(scored))
    off = max(abs(alike[name] - library[name]) for name in alike)
    seconds = {"fit": preparing + fitting, f"ratings_with_{samples}_samples": whole}
    seconds |= {"fit_without_effects": ours, "fit_by_evalica": theirs}
    outcome.results.append({name: round(value, 2) for name, value in seconds.items()})
    outcome.bars.append(Target("seconds: fit", round(preparing + fitting, 2), FIT_SECONDS))
    outcome.bars.append(Target(f"seconds: ratings with {samples} samples", round(whole, 1), SAMPLES_SECONDS))
    outcome.bars.append(Target("furthest from evalica, of a model without effects, in Elo", round(off, 3), OFF_LIBRARY))


def _timed(work: Callable[[], Found]) -> tuple[Found, float]:
    began = time.perf_counter()
    return work(), time.perf_counter() - began


def many(contestants: int, matches: int, seed: int) -> list[Scored]:
    """Matches of contestants of all strengths on a thousand motions, drawn all at once."""
    draw = np.random.default_rng(seed)
    strengths = draw.normal(0, 0.8, contestants)
    pro = draw.integers(0, contestants, matches)
    con = (pro + draw.integers(1, contestants, matches)) % contestants
    words = draw.integers(300, 900, (matches, 2))
    d = strengths[pro] - strengths[con] + 0.2
    wins, loses = np.exp(d / 2), np.exp(-d / 2)
    point = draw.random(matches) * (wins + loses + 0.4)
    scores = np.where(point < wins, 1.0, np.where(point < wins + loses, 0.0, 0.5))
    rows = zip(pro, con, scores, words, draw.integers(0, 1000, matches), draw.integers(1, 4, matches), strict=True)
    return [
        Scored(f"m{motion}", f"c{a}", f"c{b}", float(score), 0.0 if score == 0.5 else float(margin), Side.PRO, (v, w))
        for a, b, score, (v, w), motion, margin in rows
    ]


def without_effects(scored: Sequence[Scored], ridge: float = 1e-6) -> dict[str, float]:
    """Elo of all, whose mean is 0, by our model without what other libraries do not have."""
    data = design(scored)
    bare = replace(data, effects=(), z=data.z[:, : len(data.names)])
    return dict(zip(data.names, (ELO * maximum(bare, data.weight, ridge=ridge)).tolist(), strict=False))


def of_library(scored: Sequence[Scored]) -> dict[str, float]:
    """The same by evalica."""
    import evalica

    winners = [WINNERS[one.score] for one in scored]
    found = evalica.newman(
        [one.pro for one in scored],
        [one.con for one in scored],
        [evalica.Winner[winner] for winner in winners],
        weights=[1 / (1 + math.exp(-one.margin)) for one in scored],
        tolerance=1e-9,
        limit=10_000,
    )
    elo = ELO * np.log(found.scores)
    return dict((elo - elo.mean()).items())
