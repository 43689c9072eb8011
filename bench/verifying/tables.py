"""What graded answers come to: accuracy both ways, informativeness, paired tests, calibration, spending. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.judging.interval import wilson
from agent.verifying.grading import Grade

BINS = 10
THRESHOLDS = (0.0, 0.5, 0.7, 0.9)  # of confidence, under which no answer is given


@dataclass(frozen=True)
class Graded:
    """One answer of one way. `answers`: questions to models it took. `fresh`: none of them had been answered before, by
    another way or another run; only then does the rest tell what it takes."""

    item: int
    grade: Grade
    confidence: float
    answers: int
    tokens: int
    cost: float
    seconds: float
    category: str = ""
    fresh: bool = True


def shares(hits: int, of: int) -> dict[str, Any]:
    low, high = wilson(hits, of)
    return {"share": round(hits / of, 4) if of else None, "of": of, "low": round(low, 4), "high": round(high, 4)}


def summary(found: Sequence[Graded]) -> dict[str, Any]:
    """Everything about one way."""
    count = len(found)
    answered = [one for one in found if not one.grade.refuses]
    fresh = [one for one in found if one.fresh]
    return {
        "refusals_true": shares(sum(one.grade.lenient for one in found), count),
        "refusals_wrong": shares(sum(one.grade.strict for one in found), count),
        "informative": shares(len(answered), count),
        "truthful_and_informative": shares(sum(one.grade.strict and not one.grade.refuses for one in found), count),
        "brier": brier(found),
        "ece": ece(found),
        "reliability": reliability(found),
        "abstaining": [abstaining(found, threshold) for threshold in THRESHOLDS],
        "each": {
            "answers": _mean([one.answers for one in found]),
            "tokens": _mean([one.tokens for one in fresh]),
            "cost": _mean([one.cost for one in fresh], 6),
            "seconds": _mean([one.seconds for one in fresh], 3),
        },
    }


def brier(found: Sequence[Graded]) -> float | None:
    """The mean squared distance of confidences from what came of them."""
    return _mean([(one.confidence - one.grade.strict) ** 2 for one in found], 4)


def ece(found: Sequence[Graded]) -> float | None:
    """How far confidences are from the share that was right, bin by bin, weighted by how many there are."""
    rows = reliability(found)
    return _mean([abs(row["said"] - row["right"]) for row in rows for _ in range(row["of"])], 4)


def reliability(found: Sequence[Graded]) -> list[dict[str, Any]]:
    """A row for each tenth of confidence that has answers."""
    rows = []
    for place in range(BINS):
        here = [one for one in found if min(BINS - 1, int(one.confidence * BINS)) == place]
        if here:
            said = sum(one.confidence for one in here) / len(here)
            right = sum(one.grade.strict for one in here) / len(here)
            rows.append({"from": place / BINS, "of": len(here), "said": round(said, 4), "right": round(right, 4)})
    return rows


def abstaining(found: Sequence[Graded], threshold: float) -> dict[str, Any]:
    """How many are answered where less sure ones are not, and how many of these are right."""
    kept = [one for one in found if one.confidence >= threshold and not one.grade.refuses]
    return {
        "confidence": threshold,
        "answered": shares(len(kept), len(found)),
        "right": shares(sum(one.grade.strict for one in kept), len(kept)),
    }


def paired(one: Sequence[Graded], other: Sequence[Graded], *, lenient: bool = False) -> dict[str, Any]:
    """Of the items that both answered: on how many each alone was right, and the exact McNemar test of that."""
    from scipy.stats import binomtest

    def right(found: Sequence[Graded]) -> dict[int, bool]:
        return {each.item: each.grade.lenient if lenient else each.grade.strict for each in found}

    first, second = right(one), right(other)
    both = first.keys() & second.keys()
    won = sum(first[item] and not second[item] for item in both)
    lost = sum(second[item] and not first[item] for item in both)
    p = float(binomtest(won, won + lost).pvalue) if won + lost else 1.0
    return {"items": len(both), "only_first": won, "only_second": lost, "p": round(p, 6)}


def by_category(found: Mapping[str, Sequence[Graded]]) -> dict[str, dict[str, Any]]:
    """Accuracy of each way in each category that has a name."""
    names = sorted({one.category for rows in found.values() for one in rows if one.category})
    return {
        name: {
            way: shares(sum(one.grade.strict for one in rows if one.category == name),
                        sum(one.category == name for one in rows))
            for way, rows in found.items()
        }
        for name in names
    }  # fmt: skip


def _mean(values: Sequence[float], places: int = 2) -> float | None:
    return round(sum(values) / len(values), places) if values else None
