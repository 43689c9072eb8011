"""Fitting which claim is the likeliest: weights that learn, scores that count what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from config.errors import ConfigError, LogError
from config.format import Side, Stage
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import OF_NODE, OF_NOTHING
from tests.fakes import BagEmbedder
from tests.heard import match_heard
from tools.fitting.claims import ClaimScore, FittedPassage, chosen, fitted, run

OPPONENTS = Path("tests/debates/opponents")


def passage(right: int, nodes: int = 3, signal: float = 1.0, motion: str = "m", point: int = 1) -> FittedPassage:
    """The right node stands out in its first feature; -1: it makes none."""
    features = np.zeros((nodes, len(OF_NODE)), dtype=np.float32)
    if right >= 0:
        features[right, 0] = signal
    nothing = np.zeros(len(OF_NOTHING), dtype=np.float32)
    nothing[0] = 1.0
    names = tuple(f"p{i}" for i in range(nodes))
    claims = frozenset({names[right]}) if right >= 0 else frozenset()
    return FittedPassage(motion, frozenset({(motion, Stage.OPENING, point)}), claims, names, features, nothing)


def test_what_was_heard_is_scored_by_itself(tmp_path: Path, embedder: BagEmbedder) -> None:
    for side in Side:
        match_heard(tmp_path / f"fat-tax-{side}", opening="a tax on food takes the largest share from the poor")
    outcome = run(OPPONENTS, ["fat-tax"], matches=tmp_path, embedder=embedder)
    assert {line["how"] for line in outcome.results} == {"read", "heard"}
    with pytest.raises(LogError, match="ai-tutor"):
        run(OPPONENTS, ["ai-tutor"], matches=tmp_path, embedder=embedder)


def test_a_folder_without_labels_is_told(tmp_path: Path, embedder: BagEmbedder) -> None:
    with pytest.raises(ConfigError, match=r"points\.tsv"):
        run(tmp_path, ["fat-tax"], embedder=embedder)


# -- weights -----------------------------------------------------------------------------------------


def test_weights_learn_what_tells_the_right_node_and_when_there_is_none() -> None:
    seen = [passage(i % 3) for i in range(60)] + [passage(-1) for _ in range(60)]
    weights = fitted(seen)
    for one in seen:
        best, probability = chosen(weights, one)
        assert (probability > 0.5) == bool(one.claims)
        if one.claims:
            assert one.nodes[best] in one.claims


def test_weights_are_judged_on_other_motions_only(tmp_path: Path, embedder: BagEmbedder) -> None:
    with pytest.raises(ConfigError, match="two motions"):
        run(OPPONENTS, ["fat-tax"], fit=tmp_path / "weights.json", embedder=embedder)
    assert not (tmp_path / "weights.json").exists()


def test_fitted_weights_are_written_with_what_they_were_worth(tmp_path: Path, embedder: BagEmbedder) -> None:
    path = tmp_path / "weights.json"
    outcome = run(OPPONENTS, ["fat-tax", "ai-tutor"], fit=path, embedder=embedder)
    assert [line["motion"] for line in outcome.results][:2] == ["fat-tax", "ai-tutor"]
    assert '"encoder": "bag of words"' in path.read_text()
    assert shipped.weights(path).node.any()


# -- scores ------------------------------------------------------------------------------------------


def test_scores_count_points_once_and_passages_each() -> None:
    score = ClaimScore()
    score.add(passage(0, point=1), best=0, probability=0.9, least=0.2)
    score.add(passage(0, point=1), best=1, probability=0.9, least=0.2)
    score.add(passage(1, point=2), best=1, probability=0.1, least=0.2)
    score.add(passage(-1, point=3), best=1, probability=0.9, least=0.2)
    numbers = score.numbers()
    assert numbers["points"] == 3
    assert numbers["points_in_trees"] == pytest.approx(2 / 3, abs=1e-3)
    assert numbers["points_recognised"] == pytest.approx(2 / 3, abs=1e-3)
    assert numbers["points_right"] == 0.5
    assert numbers["passages_accepted"] == 3
    assert numbers["precision"] == pytest.approx(1 / 3, abs=1e-3)
