"""How well the model of kinds tells the kind of a point, on motions and people that it was not fitted on; and its fit.

It is fitted on passages that were written for it, about subjects that are no motion here, and on the labelled points of
people that are not held out. scikit-learn fits it, and only here.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import Measurement
from bench.matches.silent import counted as counting
from bench.reading.kinds import kind_bars, kind_row
from bench.reading.labelled_passages import PointTold, points
from config.errors import ConfigError
from planning.debate.points import Objection
from planning.language.cues.point_cues import cues_of
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import ORDER, Floats, KindModel, counted, unit
from planning.ports import Embedder

VECTOR, CUES, RIDGE = 2.0, 0.6, 0.1  # how much each weighs, and how little the weights are drawn to none
OF_PEOPLE = 5.0  # how much a point of theirs counts beside a written passage
AT_LEAST = 2  # points of a kind that there are said to be in every set of points
GROUPS = 4  # of motions, each judged by what is fitted on the others
RIGHT = 0.5  # of the points whose kind is named: the least probability is the lowest that promises so much

Told = tuple[int, float, int]  # of a point the likeliest kind, its probability, and the right kind


def run(
    passages: Path, folders: Sequence[Path], fit: Path | None = None, embedder: Embedder | None = None
) -> Measurement:
    """Judge it on motions left out, and on people held out; then write it, fitted on all that may be fitted on.

    Args:
        passages: tab-separated with a head line: subject, kind, words.
        folders: of labelled people.

    Raises:
        ConfigError: there are none, a kind is unknown, or scikit-learn is not installed.
    """
    cached, _ = counting(embedder)
    written, people = list(_written(passages)), points(folders)
    if not people:
        raise ConfigError(f"{', '.join(map(str, folders))}: there are no labelled points in it")
    table = _Vectors(cached, written, people)
    open_ = np.flatnonzero([not one.held_out for one in people])
    closed = np.flatnonzero([one.held_out for one in people])
    motions = list(dict.fromkeys(people[i].motion for i in open_))
    told: list[Told] = []
    for group in (motions[i::GROUPS] for i in range(GROUPS)):
        inside = np.asarray([people[i].motion in group for i in open_], dtype=bool)
        told += table.told(table.fitted(open_[~inside]), open_[inside])
    sure = least_sure(told, RIGHT)
    model = table.fitted(open_, sure)
    rows = [_row("motions left out", told, sure)]
    if len(closed):
        rows.append(_row("people held out", table.told(model, closed), sure))
        if (ours := shipped.kind_model()).encoder == cached.name:
            rows.append(_row("people held out, as shipped", table.told(ours, closed), ours.sure))
    if fit is not None:
        write(
            fit, model, f"{len(written)} written passages, {len(open_)} points of people; motions left out: {rows[0]}"
        )
    settings = {"passages": len(written), "embedder": cached.name, "named from": sure}
    return Measurement("kinds", settings, rows, list(kind_bars(rows[-1])))


def write(path: Path, model: KindModel, fitted: str) -> None:
    """As `shipped.kind_model` reads it. `fitted`: on what, and what it was worth."""
    short = {name: getattr(model, name).astype(np.float16) for name in ("mean", "of_vector", "of_cues", "always")}
    kinds = np.asarray([str(kind) for kind in ORDER])
    np.savez_compressed(path, kinds=kinds, encoder=model.encoder, sure=model.sure, fitted=fitted, **short)


def least_sure(told: Sequence[Told], share: float = RIGHT) -> float:
    """The lowest probability from which so many of the kinds that are named are right."""
    ordered = sorted(told, key=lambda one: -one[1])
    hits = np.cumsum([best == right for best, _, right in ordered])
    enough = [i for i, hit in enumerate(hits) if hit >= share * (i + 1)]
    return round(ordered[enough[-1]][1], 3) if enough else 1.0


def _row(what: str, told: Sequence[Told], sure: float) -> dict[str, Any]:
    """As `kind_row`, with how often the likeliest kind is right, named or not."""
    named = [(ORDER[best] if share >= sure else Objection.OTHER, ORDER[right]) for best, share, right in told]
    right = round(float(np.mean([best == right for best, _, right in told])), 3) if told else 0.0
    return kind_row(what, named) | {"likeliest_right": right}


class _Vectors:
    """Vectors and cues of all that there is, encoded once."""

    def __init__(
        self, embedder: Embedder, written: Sequence[tuple[Objection, str]], people: Sequence[PointTold]
    ) -> None:
        texts = [text for _, text in written] + [" ".join(one.passages) for one in people]
        self.encoder = embedder.name
        self._vectors = np.asarray(embedder.embed(texts), dtype=np.float32)
        self._cues = np.stack([counted(cues_of(text)) for text in texts])
        kinds = [kind for kind, _ in written] + [one.kind for one in people]
        self._right = np.asarray([ORDER.index(kind) for kind in kinds], dtype=np.intp)
        self._written, self._mean = len(written), self._vectors[: len(written)].mean(axis=0)

    def fitted(self, chosen: NDArray[np.intp], sure: float = 0.0) -> KindModel:
        """A model of the written passages and these points of people, as common as kinds are with these people."""
        try:
            from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # it brings no types
        except ImportError as error:
            raise ConfigError("scikit-learn is needed to fit: pip install scikit-learn") from error
        rows = np.concatenate([np.arange(self._written), self._written + chosen])
        worth = np.concatenate([np.ones(self._written), np.full(len(chosen), OF_PEOPLE)])
        right = self._right[rows]
        known = np.hstack([unit(self._vectors[rows] - self._mean) * VECTOR, self._cues[rows] * CUES])
        model = LogisticRegression(C=RIDGE, max_iter=1000).fit(known, right, sample_weight=worth)
        weights, always = np.zeros((len(ORDER), known.shape[1])), np.full(len(ORDER), -np.inf)
        weights[model.classes_], always[model.classes_] = model.coef_, model.intercept_
        common = np.bincount(self._right[self._written + chosen], minlength=len(ORDER)) + AT_LEAST
        seen = np.maximum(np.bincount(right, weights=worth, minlength=len(ORDER)), AT_LEAST)
        always += np.log(common / common.sum()) - np.log(seen / seen.sum())
        size = self._vectors.shape[1]
        of_vector, of_cues = weights[:, :size] * VECTOR, weights[:, size:] * CUES
        mean, vector, cues, base = (
            part.astype(np.float32) for part in (self._mean, of_vector, of_cues, np.maximum(always, -50.0))
        )
        return KindModel(self.encoder, mean, vector, cues, base, sure)

    def told(self, model: KindModel, chosen: NDArray[np.intp]) -> list[Told]:
        """For each of these points of people the likeliest kind, its probability, and the right kind."""
        found = []
        for row in self._written + chosen:
            cues = {kind: int(count) for kind, count in zip(ORDER, self._cues[row], strict=True)}
            shares: Floats = model.probabilities(self._vectors[row], cues)
            found.append((int(shares.argmax()), float(shares.max()), int(self._right[row])))
        return found


def _written(path: Path) -> Iterator[tuple[Objection, str]]:
    """Raises ConfigError: it cannot be read, or a line of it has no kind."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for number, row in enumerate(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE), 2):
                if row.get("kind") not in set(ORDER) or not row.get("words"):
                    raise ConfigError(f"{path}:{number}: no subject, kind and words; the kind is {row.get('kind')!r}")
                yield Objection(row["kind"]), row["words"]
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
