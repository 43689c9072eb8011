"""A judge over single opening speeches that people rated from 1 to 5: whether it puts them in the same order.

The file is a table (csv) with the columns topic, source, text and goodopeningspeech, a list of ratings, as that of
Project Debater's study. Length is held constant, for people's ratings go with it within some sources.
"""

from __future__ import annotations

import ast
import asyncio
import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.judging.debatrix import side_by_side
from agent.judging.masking import masked
from agent.judging.panel import panel_models, sitting
from bench import Measurement
from config.errors import UsageError
from config.settings import Settings
from planning.asking.prompts import Prompts

PROMPTS = Prompts(Path(__file__).parent / "prompts", of="bench judge")
CLASSES = (1.0, 2.0, 3.0, 4.0, 5.0)
SECONDS, LETTERS = 120.0, 14_000
SEED, RESAMPLES = 25, 2000
COLUMNS = ("topic", "source", "text", "goodopeningspeech")


@dataclass(frozen=True)
class RatedSpeech:
    topic: str
    source: str
    text: str
    rating: float

    @property
    def words(self) -> int:
        return len(self.text.split())


def read_speeches(path: Path) -> list[RatedSpeech]:
    """All of a file. Raises UsageError: it cannot be read, or a row is no rated speech; names it."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return [_rated(path, number, row) for number, row in enumerate(csv.DictReader(file), 1)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from error


def _rated(path: Path, number: int, row: dict[str, str]) -> RatedSpeech:
    try:
        topic, source, text, told = (row[name] for name in COLUMNS)
        ratings = [float(one) for one in ast.literal_eval(told)]
        return RatedSpeech(topic, source, text, sum(ratings) / len(ratings))
    except (KeyError, TypeError, ValueError, SyntaxError, ZeroDivisionError) as error:
        needed = ", ".join(COLUMNS)
        raise UsageError(f"{path}: row {number}: no rated speech ({error}); the columns {needed} are needed") from error


def run(settings: Settings, speeches: Sequence[RatedSpeech], journal: Path) -> Measurement:
    """Each speech by the first judge of the panel; without a model the floors alone. Raises as `judge.run`."""
    people = [one.rating for one in speeches]
    words = [float(one.words) for one in speeches]
    results = [
        {"name": "words (floor)"} | _order(words, people),
        {"name": "source (floor)"} | _order(_sources(speeches), people),
    ]
    if panel_models(settings.models, settings.judging.panel).roles:
        scores = asyncio.run(_scores(settings, speeches, journal))
        told = {"name": "judge"} | _order(scores, people) | {"length held constant": _partial(scores, people, words)}
        results = [told, *results, *_within(speeches, scores)]
    return Measurement("judge", {"speeches": len(speeches)}, results)


async def _scores(settings: Settings, speeches: Sequence[RatedSpeech], journal: Path) -> list[float]:
    models = panel_models(settings.models, settings.judging.panel)
    role = next(iter(models.roles))
    async with sitting(models, journal) as panel:
        prompts = [PROMPTS.render("rate", motion=one.topic, speech=masked(one.text, ())[:LETTERS]) for one in speeches]
        return await side_by_side(panel.models[0].expect(role, prompt, CLASSES, SECONDS) for prompt in prompts)


def _sources(speeches: Sequence[RatedSpeech]) -> list[float]:
    """What one knows of a speech who knows only where it is from: the mean of the others from there."""
    sums = {name: [one.rating for one in speeches if one.source == name] for name in {one.source for one in speeches}}
    return [
        (sum(some) - one.rating) / (len(some) - 1) if len(some := sums[one.source]) > 1 else one.rating
        for one in speeches
    ]


def _order(scores: Sequence[float], people: Sequence[float]) -> dict[str, Any]:
    return {"speeches": len(people), "spearman": _interval(_spearman, scores, people)}


def _partial(scores: Sequence[float], people: Sequence[float], words: Sequence[float]) -> list[float]:
    return _interval(_spearman_given, scores, people, words)


def _spearman(scores: Any, people: Any) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(scores, people).statistic)


def _spearman_given(scores: Any, people: Any, held: Any) -> float:
    """Of the ranks, the part that the ranks of a third do not explain (partial rank correlation)."""
    import numpy as np
    from scipy.stats import pearsonr, rankdata

    third = np.column_stack([np.ones(len(held)), rankdata(held)])
    left = [rankdata(one) - third @ np.linalg.lstsq(third, rankdata(one), rcond=None)[0] for one in (scores, people)]
    return float(pearsonr(*left).statistic)


def _interval(measure: Any, *columns: Sequence[float]) -> list[float]:
    """The value, and 95 % by bootstrap over speeches."""
    from scipy.stats import bootstrap

    between = bootstrap(
        columns, measure, paired=True, vectorized=False, n_resamples=RESAMPLES, method="percentile", rng=SEED
    ).confidence_interval
    return [round(one, 3) for one in (measure(*columns), float(between.low), float(between.high))]


def _within(speeches: Sequence[RatedSpeech], scores: Sequence[float]) -> Iterator[dict[str, Any]]:
    for source in sorted({one.source for one in speeches}):
        here = [(score, one.rating) for score, one in zip(scores, speeches, strict=True) if one.source == source]
        if len(here) >= 10:
            yield {"name": f"judge within {source}"} | _order([one for one, _ in here], [one for _, one in here])


def lines(measured: Measurement) -> Iterator[str]:
    """A line a row; the first says whether the judge is shown to do better than counting words."""
    judge, *rest = measured.results
    if "length held constant" in judge:
        low = judge["length held constant"][1]
        yield f"The judge {'agrees' if low > 0 else 'is NOT shown to agree'} with people once length is held constant"
    else:
        yield "No language model is set for judging: floors only"
    for row in (judge, *rest):
        told = "".join(f"  {name} {_told(row[name])}" for name in ("spearman", "length held constant") if name in row)
        yield f"{row['name'][:40]:40} {row['speeches']:5}{told}"


def _told(value: Sequence[float]) -> str:
    return "{:.2f} [{:.2f}, {:.2f}]".format(*value)
