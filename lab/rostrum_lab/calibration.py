"""From which cosine on two texts mean the same: measured on pairs that people have judged.

A pair is an argument as somebody put it and the key point it may make (as in ArgKP-2021, Friedman et al. 2021). Two
questions are asked of an encoder, for the product asks both:

    a pair        do these two say the same? (clustering claims, finding what an action is aimed at)
    the nearest   is the key point that is most like this argument the one it makes? (what a passage means)

A threshold is never judged on the topic it was chosen on: each topic is judged at the one chosen on all others.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from config.errors import ConfigError
from planning.ports import Embedder

COLUMNS = ("topic", "argument", "key_point", "label")
THRESHOLDS = np.round(np.arange(0.0, 1.0, 0.01), 2)


@dataclass(frozen=True)
class Pair:
    """`matches`: whether people found that the argument makes the key point."""

    topic: str
    argument: str
    key_point: str
    matches: bool


@dataclass(frozen=True)
class CurvePoint:
    """What one threshold gives. `recall` is the share of what should have been found."""

    threshold: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def as_json(self) -> dict[str, float]:
        return {
            "threshold": self.threshold,
            "precision": round(self.precision, 3),
            "recall": round(self.recall, 3),
            "f1": round(self.f1, 3),
        }


@dataclass(frozen=True)
class PairDecisions:
    """Decisions that a threshold on `cosines` makes. All arrays have shape (decisions,).

    `right`: whether accepting is right; `wanted`: whether there was something to be found, accepted or not.
    """

    topics: NDArray[np.str_]
    cosines: NDArray[np.float64]
    right: NDArray[np.bool_]
    wanted: NDArray[np.bool_]

    def part(self, mask: NDArray[np.bool_]) -> PairDecisions:
        return PairDecisions(self.topics[mask], self.cosines[mask], self.right[mask], self.wanted[mask])

    def at(self, threshold: float) -> CurvePoint:
        return _point(threshold, self.cosines >= threshold, self.right, self.wanted)

    def best(self) -> CurvePoint:
        """Where F1 is greatest; of equals the highest threshold, which is the most careful."""
        return max((self.at(float(threshold)) for threshold in THRESHOLDS), key=lambda p: (p.f1, p.threshold))


@dataclass(frozen=True)
class Curve:
    """One question put to one encoder.

    `chosen` has the greatest F1 over all topics; `judged` is what choosing so is worth on topics not chosen on, where
    its threshold is the median of theirs.
    """

    points: tuple[CurvePoint, ...]
    chosen: CurvePoint
    judged: CurvePoint
    by_topic: dict[str, CurvePoint]

    def as_json(self, every: int = 5) -> dict[str, object]:
        return {
            "chosen": self.chosen.as_json(),
            "judged_on_other_topics": self.judged.as_json(),
            "by_topic": {topic: point.as_json() for topic, point in self.by_topic.items()},
            "curve": [point.as_json() for point in self.points[::every]],
        }

    def at(self, threshold: float) -> CurvePoint:
        """The nearest point measured."""
        return min(self.points, key=lambda point: abs(point.threshold - threshold))


@dataclass(frozen=True)
class Calibration:
    """An encoder's cosines against people's judgement; `same` and `related` are what it has now."""

    embedder: str
    same: float
    related: float
    pairs: int
    pair: Curve
    nearest: Curve


def load_pairs(path: Path) -> list[Pair]:
    """Read judged pairs: columns topic, argument, key_point and label (1 or 0); others are left alone.

    Raises:
        ConfigError: the file cannot be read or is not such a table: with the line; or it has fewer than two topics.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if missing := [name for name in COLUMNS if name not in (reader.fieldnames or ())]:
                raise ConfigError(f"{path}: there is no column {missing[0]}; it needs {', '.join(COLUMNS)}")
            pairs = [_pair(row, f"{path}: line {reader.line_num}") for row in reader]
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path}: is not a table: {error}") from error
    if len({pair.topic for pair in pairs if pair.matches}) < 2:
        raise ConfigError(f"{path}: two topics with matches are needed, so that none is judged by itself")
    return pairs


def _pair(row: dict[str, str | None], place: str) -> Pair:
    topic, argument, key_point, label = (row[name] for name in COLUMNS)
    if not (topic and argument and key_point) or label not in ("0", "1"):
        raise ConfigError(f"{place}: a topic, two texts and a label of 0 or 1 are needed")
    return Pair(topic, argument, key_point, label == "1")


def calibrate(pairs: Sequence[Pair], embedder: Embedder) -> Calibration:
    """Measure an encoder on judged pairs."""
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.argument, pair.key_point)))
    row = {text: i for i, text in enumerate(texts)}
    vectors = embedder.embed(texts)
    cosines = np.einsum(
        "ij,ij->i", vectors[[row[p.argument] for p in pairs]], vectors[[row[p.key_point] for p in pairs]]
    ).astype(np.float64)
    return Calibration(
        embedder.name,
        embedder.same,
        embedder.related,
        len(pairs),
        pair=_curve(_each_pair(pairs, cosines)),
        nearest=_curve(_each_nearest(pairs, cosines)),
    )


def _each_pair(pairs: Sequence[Pair], cosines: NDArray[np.float64]) -> PairDecisions:
    matches = np.array([pair.matches for pair in pairs])
    return PairDecisions(np.array([pair.topic for pair in pairs]), cosines, matches, matches)


def _each_nearest(pairs: Sequence[Pair], cosines: NDArray[np.float64]) -> PairDecisions:
    """For each argument the key point with the highest cosine among those it was paired with."""
    groups: dict[tuple[str, str], list[int]] = {}
    for i, pair in enumerate(pairs):
        groups.setdefault((pair.topic, pair.argument), []).append(i)
    nearest = [max(group, key=lambda i: cosines[i]) for group in groups.values()]
    return PairDecisions(
        np.array([topic for topic, _ in groups]),
        cosines[nearest],
        np.array([pairs[i].matches for i in nearest]),
        np.array([any(pairs[i].matches for i in group) for group in groups.values()]),
    )


def _curve(decisions: PairDecisions) -> Curve:
    topics = sorted(set(decisions.topics.tolist()))
    thresholds = {topic: decisions.part(decisions.topics != topic).best().threshold for topic in topics}
    accepted = decisions.cosines >= np.array([thresholds[topic] for topic in decisions.topics.tolist()])
    return Curve(
        points=tuple(decisions.at(float(threshold)) for threshold in THRESHOLDS),
        chosen=decisions.best(),
        judged=_point(float(np.median(list(thresholds.values()))), accepted, decisions.right, decisions.wanted),
        by_topic={topic: decisions.part(decisions.topics == topic).at(thresholds[topic]) for topic in topics},
    )


def _point(
    threshold: float, accepted: NDArray[np.bool_], right: NDArray[np.bool_], wanted: NDArray[np.bool_]
) -> CurvePoint:
    found = int((accepted & right).sum())
    return CurvePoint(threshold, found / max(1, int(accepted.sum())), found / max(1, int(wanted.sum())))
