"""What the reader calls an opponent's: what is counted as right, and what the benchmark tells."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.reading.attribution import Chosen, curve, run, score
from bench.reading.labelled_passages import LabelledPassage
from config.errors import ConfigError
from config.format import Stage
from planning.methods.treedebater.reading.pair_features import HeardPassage
from tests.fakes import BagEmbedder

PEOPLE = Path("tests/debates/people")


def told(point: int, *claims: str, stage: Stage = Stage.OPENING) -> LabelledPassage:
    nothing = np.zeros(0, dtype=np.float32)
    heard = HeardPassage("", nothing, nothing, nothing, nothing, nothing, 0.0, 1, stage)
    return LabelledPassage(
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


def test_the_benchmark_tells_what_is_attributed_what_kind_it_is_and_what_is_asked() -> None:
    outcome = run([PEOPLE], ["fat-tax"], embedder=BagEmbedder())
    rows = {str(row["what"]): row for row in outcome.results}
    assert rows["held out"]["how"] == rows["people"]["how"] == "shipped weights"
    assert rows["people"]["attributed"] == 0  # a bag of words is sure of nothing that a person says
    assert rows["questions"]["points"] == rows["kinds of points"]["points"] > 0
    assert [bar.name.split()[0] for bar in outcome.bars] == ["share"] * 4 + ["milliseconds"]


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"no points\.tsv"):
        run([tmp_path], ["fat-tax"], embedder=BagEmbedder())
