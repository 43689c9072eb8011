"""The kind of an objection: by examples, small words and weights that learn."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bench.reading.kinds import Asked, fitted, judged, least_sure, of_examples, write
from config.errors import ConfigError
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.methods.treedebater.reading.kind_model import ORDER
from planning.methods.treedebater.reading.kinds import Kinds, KindWeights, examples
from tests.fakes import BagEmbedder


@pytest.fixture(scope="module")
def kinds() -> Kinds:
    return Kinds(BagEmbedder())


def test_every_kind_has_examples_and_each_is_there_once() -> None:
    found = examples()
    assert {kind for kind, _ in found} == set(Objection)
    assert len({text for _, text in found}) == len(found)


def test_an_example_is_of_its_kind(kinds: Kinds) -> None:
    told = kinds.of(Encoded("somebody has to pay for that and it will be us", BagEmbedder()))
    assert told.kind is Objection.COST
    assert sum(told.probabilities.values()) == pytest.approx(1.0, abs=1e-5)


def test_what_is_like_none_is_other(kinds: Kinds) -> None:
    assert kinds.of(Encoded("volcanoes erupted near Iceland yesterday", BagEmbedder())).kind is Objection.OTHER


def points(motion: str, right: int) -> Asked:
    """The right kind has a cue, every time."""
    features = np.zeros((8, len(ORDER), 2), dtype=np.float32)
    features[:, right, 1] = 1.0
    return Asked(motion, features, np.full(8, right, dtype=np.intp))


def test_weights_learn_from_other_motions_what_tells_a_kind(kinds: Kinds, tmp_path: Path) -> None:
    base, asked = of_examples(kinds, BagEmbedder()), [points("a", 2), points("b", 2), points("c", 5)]
    told = judged(asked, base)
    assert all(best == right for best, _, right in told)
    path = tmp_path / "kinds.json"
    weights = fitted([base, *asked], least_sure(told))
    write(path, weights, {})
    assert KindWeights.read(path).cue == pytest.approx(weights.cue, abs=1e-3)


def test_nothing_is_sure_enough_where_all_is_wrong() -> None:
    assert least_sure([(0, 0.9, 1), (0, 0.8, 2)]) == 1.0
    assert least_sure([(0, 0.9, 0), (0, 0.8, 2), (1, 0.4, 2)]) == 0.8


def test_weights_of_other_kinds_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "kinds.json"
    path.write_text(json.dumps({"like": 1.0, "cue": {}, "always": {}, "sure": 0.5}), encoding="utf-8")
    with pytest.raises(ConfigError, match="not the weights of kinds"):
        KindWeights.read(path)
