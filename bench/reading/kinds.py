"""How well the kind of an objection is told, on points that readers have labelled; and its weights, fitted on them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.reading.labelled_passages import PointTold
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.language.cues.questions import asks
from planning.methods.treedebater.reading.kind_model import ORDER
from planning.methods.treedebater.reading.kinds import Kinds, KindWeights, examples
from planning.methods.treedebater.reading.weights import Floats
from planning.ports import Embedder

STEPS, STEP = 400, 0.05
LIKE_SCALE = 10.0  # a likeness moves within a tenth of what cues move within
FLAT, FLAT_BIAS = 0.05, 0.03  # how much the weights of a kind are drawn to those of all, and to none
GROUPS = 4  # of motions, each judged by what is fitted on the others
OF_EXAMPLES = 0.3  # how much an example counts beside a labelled point
RIGHT = 0.5  # of the points whose kind is named: the least probability is the lowest that promises so much


@dataclass(frozen=True, eq=False)
class Asked:
    """Points of one motion, or the examples: features of shape (points, kinds, 2), the place of the right kind each."""

    motion: str
    features: Floats
    right: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.right)


def of_examples(kinds: Kinds, embedder: Embedder) -> Asked:
    """The examples themselves, each beside all but itself."""
    rows, right = [], []
    for kind, text in examples():
        features = kinds.features(Encoded(text, embedder)).copy()
        place = ORDER.index(kind)
        features[place, 0] -= (1.0 - features[place, 0]) / 2  # it is its own nearest: what the two next to it leave
        rows.append(features)
        right.append(place)
    return Asked("", np.stack(rows), np.asarray(right, dtype=np.intp))


def fitted(asked: Sequence[Asked], sure: float = 0.0) -> KindWeights:
    """Weights under which the labels are most probable: Adam (Kingma & Ba 2015), with weight decay."""
    features = np.concatenate([one.features for one in asked]).astype(np.float64) * (LIKE_SCALE, 1.0)
    right = np.concatenate([one.right for one in asked])
    worth = np.concatenate([np.full(len(one), 1.0 if one.motion else OF_EXAMPLES) for one in asked])
    count, worth = len(ORDER), worth / worth.sum()
    wanted = np.eye(count)[right]
    weights = np.zeros(2 + 2 * count)  # of likeness, of cues; and of cues and always, kind by kind
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    decay = np.asarray([0.0, 0.0, *[FLAT] * count, *[FLAT_BIAS] * count])
    for step in range(1, STEPS + 1):
        scores = features[..., 0] * weights[0] + features[..., 1] * (weights[1] + weights[2 : 2 + count])
        scores += weights[2 + count :]
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        off = (shares / shares.sum(axis=1, keepdims=True) - wanted) * worth[:, None]
        by_cue = (off * features[..., 1]).sum(axis=0)
        slope = np.asarray([(off * features[..., 0]).sum(), by_cue.sum(), *by_cue, *off.sum(axis=0)]) + decay * weights
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope**2
        weights -= STEP * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    cue, always = weights[1] + weights[2 : 2 + count], weights[2 + count :]
    return KindWeights(float(weights[0] * LIKE_SCALE), cue.astype(np.float32), always.astype(np.float32), sure)


def judged(asked: Sequence[Asked], base: Asked) -> list[tuple[int, float, int]]:
    """For each point the likeliest kind by weights fitted on other motions, its probability, and the right kind."""
    found = []
    for motion in dict.fromkeys(one.motion for one in asked):
        weights = fitted([base, *(one for one in asked if one.motion != motion)])
        found += [told for one in asked if one.motion == motion for told in told_by(weights, one)]
    return found


def told_by(weights: KindWeights, asked: Asked) -> Iterator[tuple[int, float, int]]:
    """For each point the likeliest kind, its probability, and the right kind."""
    for features, right in zip(asked.features, asked.right, strict=True):
        shares = weights.probabilities(features)
        yield int(shares.argmax()), float(shares.max()), int(right)


def least_sure(told: Sequence[tuple[int, float, int]], share: float = RIGHT) -> float:
    """The lowest probability from which so many of the kinds that are named are right."""
    ordered = sorted(told, key=lambda one: -one[1])
    hits = np.cumsum([best == right for best, _, right in ordered])
    enough = [i for i, hit in enumerate(hits) if hit >= share * (i + 1)]
    return round(ordered[enough[-1]][1], 3) if enough else 1.0


def write(path: Path, weights: KindWeights, told: dict[str, object]) -> None:
    """The weights as the file that `KindWeights.read` reads."""
    of_kind = {
        part: {str(kind): round(float(value), 4) for kind, value in zip(ORDER, values, strict=True)}
        for part, values in (("cue", weights.cue), ("always", weights.always))
    }
    content = {"fitted": told, "like": round(weights.like, 4), **of_kind, "sure": weights.sure}
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def measured(
    found: Sequence[PointTold], embedder: Embedder, fit: Path | None, *, left_out: bool
) -> list[dict[str, object]]:
    """How well kinds and questions are told, on the points that may be fitted on and on those held out.

    Args:
        fit: where to write weights fitted on the former.
    """
    if not found:
        return []
    rest, closed = ([p for p in found if p.held_out is which] for which in (False, True))
    flat = KindWeights(1.0, np.zeros(len(ORDER), dtype=np.float32), np.zeros(len(ORDER), dtype=np.float32), 0.0)
    reader = Kinds(embedder, flat)

    def asked(part: Sequence[PointTold]) -> list[Asked]:
        of: dict[str, list[PointTold]] = defaultdict(list)
        for point in part:
            of[point.motion].append(point)
        return [
            Asked(
                motion,
                np.stack([reader.features(Encoded(" ".join(one.passages), embedder)) for one in own]),
                np.asarray([ORDER.index(one.kind) for one in own], dtype=np.intp),
            )
            for motion, own in of.items()
        ]

    base, open_, shut = of_examples(reader, embedder), asked(rest), asked(closed)
    told = judged(open_, base) if left_out else [t for one in open_ for t in told_by(KindWeights.read(), one)]
    weights = fitted([base, *open_], least_sure(told)) if left_out else KindWeights.read()
    rows = [kind_row("kinds of points by examples", told, weights.sure)]
    if shut:
        rows.append(
            kind_row(
                "kinds of points by examples, held out",
                [t for one in shut for t in told_by(weights, one)],
                weights.sure,
            )
        )
    if fit is not None:
        write(fit, weights, {"points": len(told), "motions left out": rows[0]})
    rows.append({"what": "questions", **_questions(rest)})
    if closed:
        rows.append({"what": "questions, held out", **_questions(closed)})
    return rows


def kind_row(what: str, told: Sequence[tuple[int, float, int]], sure: float) -> dict[str, Any]:
    named = [
        (best, right) for best, probability, right in told if probability >= sure and ORDER[best] is not Objection.OTHER
    ]
    return {
        "what": what,
        "points": len(told),
        "likeliest_right": round(float(np.mean([best == right for best, _, right in told])), 3) if told else 0.0,
        "named": len(named),
        "named_right": round(float(np.mean([best == right for best, right in named])), 3) if named else 0.0,
    }


def _questions(found: Sequence[PointTold]) -> Mapping[str, float]:
    seen = [(any(map(asks, point.passages)), point.asks) for point in found]
    asked, hits = sum(one for _, one in seen), sum(got and one for got, one in seen)
    extra = sum(got and not one for got, one in seen)
    return {
        "asked": asked,
        "found": round(hits / asked, 3) if asked else 0.0,
        "taken_for_questions": extra,
        "points": len(seen),
    }
