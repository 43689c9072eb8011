"""Fitting whether a passage makes a claim: what is grown is read again, and motions are left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from config.errors import ConfigError
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import OF_ACCEPTANCE, OF_PAIR, known_of
from tests.fakes import BagEmbedder
from tools.fitting import pairs

WIDE = len(OF_PAIR)
PEOPLE = Path("tests/debates/people")


def rows(count: int = 600) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of which the first feature tells what is right, nearly always."""
    chance = np.random.default_rng(0)
    features = chance.normal(size=(count, WIDE)).astype(np.float32)
    return features, features[:, 0] + 0.2 * chance.normal(size=count) > 0.5


def test_a_model_says_the_same_after_it_was_written_and_read(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    features, right = rows()
    model = pairs.fitted(features, right)
    assert model.probabilities(features)[right].mean() > 0.8
    assert model.probabilities(features)[~right].mean() < 0.2
    path = tmp_path / "pairs.json"
    pairs.write(path, model, {"passages": 1})
    assert shipped.pairs(path).probabilities(features) == pytest.approx(model.probabilities(features), abs=1e-4)


def test_what_stands_out_is_trusted_more() -> None:
    features, shares = np.zeros((3, WIDE), dtype=np.float32), np.asarray([0.7, 0.6, 0.1], dtype=np.float32)
    known = known_of(0, shares, features, np.asarray([0, 1, 0]))
    assert dict(zip(OF_ACCEPTANCE, known.tolist(), strict=True))["in_tree"] == pytest.approx(0.8)
    right = np.arange(40) % 2 == 0
    alone = np.stack([known * (2 if one else 1) for one in right])
    learnt = pairs.accepting(alone, right)
    assert learnt.probability(alone[0]) > 0.8 > 0.2 > learnt.probability(alone[1])


def test_one_motion_alone_cannot_be_left_out() -> None:
    with pytest.raises(ConfigError, match="two motions"):
        pairs.run([PEOPLE], ["fat-tax"], embedder=BagEmbedder())
