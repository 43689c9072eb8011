"""Fits the model that says whether a passage makes a claim, and judges it on motions left out, with scikit-learn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import Measurement
from bench.matches.silent import counted
from bench.reading.attribution import FALSE, Chosen, attributed, curve, likeliest, made, read_with, weighed
from bench.reading.labelled_passages import UNTRUSTED, LabelledPassage, LabelledSpeech, Say, speeches
from config.errors import ConfigError
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import OF_ACCEPTANCE, OF_PAIR, Acceptance, Floats, PairModel, Weights
from planning.methods.treedebater.reading.pair_features import FALLING, RISING
from planning.ports import Embedder
from tools.fitting.claims import FittedPassage
from tools.fitting.claims import fitted as fitted_weights

TREES, LEAVES, RATE, LEAST_ROWS, SHRINK = 60, 6, 0.1, 80, 10.0  # few and small ones: more of them learn the motions

RIDGE, NEWTON_STEPS = 0.1, 25
GROUPS = 5  # of motions, each read with what was fitted on the others


def run(
    folders: Sequence[Path],
    motions: Sequence[str] = (),
    *,
    out: Path | None = None,
    say: Say = lambda _: None,
    embedder: Embedder | None = None,
) -> Measurement:
    """Read each motion with what was fitted on the others, and what is held out with what was fitted on all the rest.

    Args:
        folders: each with `<motion>-<side>/points.tsv`, the speeches, and `objections.tsv` where there is one.
        motions: ids; all with labels if left out.
        out: where to write the model that was fitted on all that is not held out.

    Raises:
        ConfigError: no labels in the folders, or they do not fit the speeches or the trees; or one motion only.
    """
    cached, _ = counted(embedder)
    chosen, model = judged(speeches(folders, motions, cached, say), say)
    rest = [one for one in chosen if not one.told.held_out]
    named = next((level for share, level, _ in curve(rest) if share == 1 - FALSE), 1.0)
    if out is not None:
        write(out, replace(model, named=round(named, 3)), {"passages": len(rest), "motions left out": _curve(rest)})
    settings = {"opponents": ", ".join(map(str, folders)), "embedder": cached.name, "named from": round(named, 3)}
    results = list(read_with(chosen, named, "motion left out"))
    return Measurement("pairs", settings, results, list(attributed(rest, named)))


def judged(found: Sequence[LabelledSpeech], say: Say) -> tuple[list[Chosen], PairModel]:
    """Each motion read with what was fitted on other motions, and the held-out with what was fitted on all."""
    open_ = [speech for speech in found if not speech.told[0].held_out]
    closed = [speech for speech in found if speech.told[0].held_out]
    ids = list(dict.fromkeys(speech.told[0].motion for speech in open_))
    if len(ids) < 2:
        raise ConfigError("what is fitted is judged on motions that it was not fitted on: two motions are needed")
    unseen: list[tuple[list[str], PairModel, Weights]] = []
    for number in range(min(GROUPS, len(ids))):
        group = ids[number::GROUPS]
        say(f"fitting without {', '.join(group)}")
        rest = [speech for speech in open_ if speech.told[0].motion not in group]
        weights = fitted_weights([_for_weights(one) for speech in rest for one in speech.told])
        unseen.append((group, _fitted(rest, weights), weights))
    known = {tuple(group): _known(model, weights, _of(open_, group)) for group, model, weights in unseen}
    chosen: list[Chosen] = []
    for group, model, weights in unseen:
        own = replace(model, acceptance=_accepting([part for other, part in known.items() if other != tuple(group)]))
        chosen += weighed(own, weights, _of(open_, group))
    say("fitting on all")
    whole = replace(_fitted(open_, shipped.weights()), acceptance=_accepting([*known.values()]))
    return [*chosen, *weighed(whole, shipped.weights(), closed)], whole


def _of(found: Iterable[LabelledSpeech], motions: Sequence[str]) -> list[LabelledSpeech]:
    return [speech for speech in found if speech.told[0].motion in motions]


def _known(model: PairModel, weights: Weights, found: Sequence[LabelledSpeech]) -> tuple[Floats, NDArray[np.bool_]]:
    """What is known of the likeliest claim of each passage, and whether its point makes it."""
    for speech in found:
        speech.weigh(weights)
    told = [one for speech in found for one in speech.told]
    of_point = made(told)
    rows = [(one, *likeliest(model, one)) for one in told]
    right = [one.nodes[best] in one.claims.union(*(of_point[point] for point in one.points)) for one, best, _ in rows]
    return np.stack([known for _, _, known in rows]), np.asarray(right, dtype=bool)


def _accepting(parts: Sequence[tuple[Floats, NDArray[np.bool_]]]) -> Acceptance:
    return accepting(np.concatenate([known for known, _ in parts]), np.concatenate([right for _, right in parts]))


def _fitted(found: Sequence[LabelledSpeech], weights: Weights) -> PairModel:
    for speech in found:
        speech.weigh(weights)
    told = [one for speech in found for one in speech.told]
    return fitted(np.concatenate([one.features for one in told]), np.concatenate([one.right for one in told]))


def _for_weights(one: LabelledPassage) -> FittedPassage:
    return FittedPassage(one.motion, one.points, one.claims, one.nodes, one.table, one.nothing)


def _curve(chosen: Sequence[Chosen]) -> dict[str, dict[str, float]]:
    return {f"{share:.0%} right, from {level}": found.numbers() for share, level, found in curve(chosen)}


def fitted(features: Floats, right: NDArray[np.bool_]) -> PairModel:
    """Trees that tell the pairs of which the passage makes the claim from the others.

    Args:
        features: shape (pairs, features). right: shape (pairs,).

    Raises:
        ConfigError: scikit-learn is not installed.
    """
    try:
        from sklearn.ensemble import (  # type: ignore[import-untyped]  # it brings no types
            HistGradientBoostingClassifier,
        )
    except ImportError as error:
        raise ConfigError("scikit-learn is needed to fit: pip install scikit-learn") from error
    steady = [1 if name in RISING else -1 if name in FALLING else 0 for name in OF_PAIR]
    model = HistGradientBoostingClassifier(
        max_iter=TREES,
        learning_rate=RATE,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=LEAST_ROWS,
        l2_regularization=SHRINK,
        monotonic_cst=steady,
        early_stopping=False,
        random_state=0,
    ).fit(features, right)
    # the library has no public way to its trees; how they are kept has been the same since they were added
    trees = [_tree(found.nodes) for (found,) in model._predictors]
    return PairModel.of(float(np.ravel(model._baseline_prediction)[0]), trees, UNTRUSTED, 1.0)


def accepting(known: Floats, right: NDArray[np.bool_]) -> Acceptance:
    """Weights that tell the passages of which the likeliest claim is right: a logistic regression with a ridge.

    Args:
        known: shape (passages, features), by models that were not fitted on these passages. right: shape (passages,).
    """
    mean, scale = known.mean(axis=0), known.std(axis=0) + 1e-6
    rows = np.column_stack([np.ones(len(known)), (known - mean) / scale]).astype(np.float64)
    ridge = np.diag([0.0, *[1.0 / RIDGE] * known.shape[1]])
    weights = np.zeros(rows.shape[1])
    for _ in range(NEWTON_STEPS):
        shares = 1.0 / (1.0 + np.exp(-rows @ weights))
        slope = rows.T @ (shares - right) + ridge @ weights
        bend = (rows * (shares * (1 - shares))[:, None]).T @ rows + ridge
        weights -= np.linalg.solve(bend, slope)
    each = weights[1:] / scale
    return Acceptance(float(weights[0] - each @ mean), each.astype(np.float32))


def _tree(nodes: Any) -> list[list[float]]:
    return [
        [0, 0.0, -1, -1, round(float(node["value"]), 5)]
        if node["is_leaf"]
        else [
            int(node["feature_idx"]),
            float(np.float32(node["num_threshold"])),
            int(node["left"]),
            int(node["right"]),
            0.0,
        ]
        for node in nodes
    ]


def write(path: Path, model: PairModel, told: Mapping[str, object]) -> None:
    """The model as the file that `shipped.pairs` reads."""
    places = range(model.feature.shape[1])
    trees: Sequence[list[list[float]]] = [
        [
            [0, 0, -1, -1, _short(model.value[tree, i])]
            if model.left[tree, i] == i
            else [
                int(model.feature[tree, i]),
                _short(model.threshold[tree, i]),
                int(model.left[tree, i]),
                int(model.right[tree, i]),
                0,
            ]
            for i in places
        ]
        for tree in range(len(model.feature))
    ]
    weights = {name: _short(value) for name, value in zip(OF_ACCEPTANCE, model.acceptance.weights, strict=True)}
    acceptance = {"base": round(model.acceptance.base, 5), "weights": weights}
    content = {"fitted": told, "named": model.named, "acceptance": acceptance, "features": OF_PAIR, "base": model.base}
    lines = ",\n  ".join(json.dumps(tree, separators=(",", ":")) for tree in trees)
    text = json.dumps(content, indent=1)[:-2]
    path.write_text(f'{text},\n "trees": [\n  {lines}\n ]\n}}\n', encoding="utf-8")


def _short(value: np.floating[Any]) -> float:
    return float(np.format_float_positional(value, unique=True))
