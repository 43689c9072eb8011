"""Fitting the model that says whether a passage makes a claim; scikit-learn grows its trees, and only here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from config.errors import ConfigError
from planning.methods.treedebater.reading.acceptance import OF_ACCEPTANCE, Acceptance
from planning.methods.treedebater.reading.pair_features import FALLING, OF_PAIR, RISING
from planning.methods.treedebater.reading.pair_model import PairModel
from planning.methods.treedebater.reading.weights import Floats

TREES, LEAVES, RATE, LEAST_ROWS, SHRINK = 60, 6, 0.1, 80, 10.0  # few and small ones: more of them learn the motions

RIDGE, NEWTON_STEPS = 0.1, 25
UNFITTED = Acceptance(0.0, np.zeros(len(OF_ACCEPTANCE), dtype=np.float32))


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
    return PairModel.of(float(np.ravel(model._baseline_prediction)[0]), trees, UNFITTED, 1.0)


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
    """The model as the file that `PairModel.read` reads."""
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
