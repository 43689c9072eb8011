"""Whether a passage makes a claim: trees that are read as they were grown."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bench.reading.labelled_passages import UNFITTED, UNTRUSTED
from config.errors import ConfigError
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import OF_PAIR, PairModel

WIDE = len(OF_PAIR)
DEBATES = Path(__file__).parents[3] / "debates"


def test_a_split_sends_what_is_not_over_it_to_the_left() -> None:
    tree = [[0, 0.5, 1, 2, 0.0], [0, 0.0, -1, -1, -2.0], [0, 0.0, -1, -1, 2.0]]
    model = PairModel.of(0.0, [tree], UNTRUSTED, 0.9)
    features = np.zeros((3, WIDE), dtype=np.float32)
    features[:, 0] = 0.2, 0.5, 0.6
    assert model.probabilities(features) == pytest.approx([0.119, 0.119, 0.881], abs=1e-3)


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    raw = json.loads(shipped.PAIRS.read_text(encoding="utf-8"))
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps({**raw, "features": raw["features"][1:]}), encoding="utf-8")
    with pytest.raises(ConfigError, match="it is for other features"):
        shipped.pairs(path)


def test_a_model_without_trees_knows_nothing() -> None:
    assert UNFITTED.probabilities(np.zeros((2, WIDE), dtype=np.float32)).tolist() == [0.5, 0.5]
