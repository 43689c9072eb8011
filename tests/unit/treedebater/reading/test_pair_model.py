"""Whether a passage makes a claim: trees that are read as they were grown, and what is counted as right."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bench.reading import pairs
from bench.reading.attribution import Chosen, curve, run, score
from bench.reading.labelled_passages import UNFITTED, Told
from config.errors import ConfigError
from config.format import Stage
from planning.methods.treedebater.reading.acceptance import OF_ACCEPTANCE, known_of
from planning.methods.treedebater.reading.pair_features import OF_PAIR, Heard
from planning.methods.treedebater.reading.pair_model import SHIPPED, PairModel
from tests.fakes import BagEmbedder

WIDE = len(OF_PAIR)
DEBATES = Path(__file__).parents[3] / "debates"


def rows(count: int = 600) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of which the first feature tells what is right, nearly always."""
    chance = np.random.default_rng(0)
    features = chance.normal(size=(count, WIDE)).astype(np.float32)
    return features, features[:, 0] + 0.2 * chance.normal(size=count) > 0.5


def test_a_split_sends_what_is_not_over_it_to_the_left() -> None:
    tree = [[0, 0.5, 1, 2, 0.0], [0, 0.0, -1, -1, -2.0], [0, 0.0, -1, -1, 2.0]]
    model = PairModel.of(0.0, [tree], pairs.UNFITTED, 0.9)
    features = np.zeros((3, WIDE), dtype=np.float32)
    features[:, 0] = 0.2, 0.5, 0.6
    assert model.probabilities(features) == pytest.approx([0.119, 0.119, 0.881], abs=1e-3)


def test_a_model_says_the_same_after_it_was_written_and_read(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    features, right = rows()
    model = pairs.fitted(features, right)
    assert model.probabilities(features)[right].mean() > 0.8
    assert model.probabilities(features)[~right].mean() < 0.2
    path = tmp_path / "pairs.json"
    pairs.write(path, model, {"passages": 1})
    assert PairModel.read(path).probabilities(features) == pytest.approx(model.probabilities(features), abs=1e-4)


def test_a_model_of_other_features_is_refused(tmp_path: Path) -> None:
    raw = json.loads(SHIPPED.read_text(encoding="utf-8"))
    path = tmp_path / "pairs.json"
    path.write_text(json.dumps({**raw, "features": raw["features"][1:]}), encoding="utf-8")
    with pytest.raises(ConfigError, match="it is for other features"):
        PairModel.read(path)


def test_what_stands_out_is_trusted_more() -> None:
    features, shares = np.zeros((3, WIDE), dtype=np.float32), np.asarray([0.7, 0.6, 0.1], dtype=np.float32)
    known = known_of(0, shares, features, np.asarray([0, 1, 0]))
    assert dict(zip(OF_ACCEPTANCE, known.tolist(), strict=True))["in_tree"] == pytest.approx(0.8)
    right = np.arange(40) % 2 == 0
    alone = np.stack([known * (2 if one else 1) for one in right])
    learnt = pairs.accepting(alone, right)
    assert learnt.probability(alone[0]) > 0.8 > 0.2 > learnt.probability(alone[1])


def told(point: int, *claims: str, stage: Stage = Stage.OPENING) -> Told:
    nothing = np.zeros(0, dtype=np.float32)
    heard = Heard("", nothing, nothing, nothing, nothing, nothing, 0.0, 1, stage)
    return Told(
        motion="m",
        folder="m-pro",
        held_out=False,
        people=True,
        stage=stage,
        text="",
        points=frozenset({("m-pro", stage, point)}) if point else frozenset(),
        claims=frozenset(claims),
        nodes=("p1", "p2"),
        trees=np.asarray([0, 1]),
        table=nothing,
        nothing=nothing,
        repeated=-1,
        silenced=False,
        heard=heard,
        seconds=0.0,
    )


def test_a_claim_is_right_for_the_whole_point_and_counts_once() -> None:
    said = [told(1, "p1"), told(1), told(2, "p2"), told(0)]
    chosen = [
        Chosen(said[0], "p1", 0.9),
        Chosen(said[1], "p1", 0.8),
        Chosen(said[2], "p1", 0.7),
        Chosen(said[3], "p2", 0.6),
    ]
    found = score(chosen, 0.5)
    assert (found.holds, found.understood, found.attributed, found.right) == (2, 1, 2, 1)
    assert score(chosen, 0.75).numbers() == {"points_in_trees": 2, "understood": 0.5, "attributed": 1, "false": 0.0}


def test_the_curve_gives_up_what_is_false() -> None:
    chosen = [Chosen(told(1, "p1"), "p1", 0.9), Chosen(told(2, "p2"), "p1", 0.4), Chosen(told(0), "p2", 0.3)]
    (strict, level, best), *_ = curve(chosen)
    assert (strict, level, best.attributed) == (0.95, 0.9, 1)


def test_a_model_without_trees_knows_nothing() -> None:
    assert UNFITTED.probabilities(np.zeros((2, WIDE), dtype=np.float32)).tolist() == [0.5, 0.5]


def test_the_benchmark_tells_what_is_attributed_what_kind_it_is_and_what_is_asked() -> None:
    outcome = run([DEBATES / "people"], ["fat-tax"], embedder=BagEmbedder())
    rows = {str(row["what"]): row for row in outcome.results}
    assert rows["held out"]["how"] == rows["people"]["how"] == "shipped weights"
    assert rows["people"]["attributed"] == 0  # a bag of words is sure of nothing that a person says
    assert rows["questions"]["points"] == rows["kinds of points by examples"]["points"] > 0
    assert [bar.name.split()[0] for bar in outcome.bars] == ["share", "share", "milliseconds"]


def test_one_motion_alone_cannot_be_left_out() -> None:
    with pytest.raises(ConfigError, match="two motions"):
        run([DEBATES / "people"], ["fat-tax"], left_out=True, embedder=BagEmbedder())


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no points\.tsv"):
        run([tmp_path], ["fat-tax"], embedder=BagEmbedder())
