"""Thresholds from judged pairs: a table small enough to be worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from agent.cli.main import main
from config.errors import ConfigError
from config.likeness import CALIBRATED, EMBEDDED, thresholds
from planning.encoders.local import MiniLM
from planning.ports import Vectors
from rostrum_lab.calibration import Calibration, CurvePoint, Pair, calibrate, load_pairs
from rostrum_lab.cli.calibrate import numbers

HEAD = "topic,argument,key_point,stance,label\n"


class Dial:
    """A text ends in its angle's cosine to every key point, which are all alike: 'they itch 0.7'."""

    name, same, related = "dial", 0.8, 0.5

    def embed(self, texts: Sequence[str]) -> Vectors:
        cosines = [float(text.split()[-1]) if text[-1].isdigit() else 1.0 for text in texts]
        return np.array([[c, np.sqrt(1 - c * c)] for c in cosines], dtype=np.float32)


class Compass(Dial):
    """The last word of every text is its direction in degrees."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        angles = np.radians([float(text.split()[-1]) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def pairs(topic: str, matching: Sequence[float], other: Sequence[float]) -> list[Pair]:
    said = [(cosine, True) for cosine in matching] + [(cosine, False) for cosine in other]
    return [
        Pair(topic, f"{topic} {number} is {cosine}", "uniforms itch", yes) for number, (cosine, yes) in enumerate(said)
    ]


@pytest.fixture(scope="module")
def found() -> Calibration:
    """Zoos part at 0.75, ties already at 0.35."""
    return calibrate([*pairs("zoos", [0.9, 0.8], [0.7, 0.1]), *pairs("ties", [0.6, 0.4], [0.3, 0.2])], Dial())


def test_precision_recall_and_f1_at_a_threshold(found: Calibration) -> None:
    point = found.pair.at(0.5)
    assert point == CurvePoint(0.5, precision=3 / 4, recall=3 / 4)
    assert point.f1 == pytest.approx(0.75)
    assert found.pair.at(0.95) == CurvePoint(0.95, 0.0, 0.0)
    assert found.pair.at(0.95).f1 == 0.0


def test_the_greatest_f1_is_chosen_and_of_equals_the_most_careful(found: Calibration) -> None:
    assert found.pair.chosen.threshold == 0.4  # all four, and one too many: from 0.31 on
    assert (found.pair.chosen.precision, found.pair.chosen.recall) == (4 / 5, 1.0)


def test_no_topic_is_judged_at_a_threshold_chosen_on_itself(found: Calibration) -> None:
    assert found.pair.by_topic == {
        "zoos": CurvePoint(0.4, precision=2 / 3, recall=1.0),  # ties' own best
        "ties": CurvePoint(0.8, precision=0.0, recall=0.0),  # zoos'
    }
    assert (found.pair.judged.precision, found.pair.judged.recall) == (2 / 3, 2 / 4)
    assert found.pair.judged.f1 < found.pair.chosen.f1


def test_the_nearest_key_point_is_the_only_one_asked_about() -> None:
    """An argument at 0 degrees; its key points at 10 and 60. Only the one at 10 can be accepted."""
    table = [
        Pair("a", "said 0", "right 10", True),
        Pair("a", "said 0", "wrong 60", False),
        Pair("b", "told 0", "wrong 20", False),
        Pair("b", "told 0", "right 30", True),
        Pair("b", "alone 0", "far 80", False),
    ]
    found = calibrate(table, Compass())
    assert found.nearest.at(0.95) == CurvePoint(0.95, precision=1.0, recall=1 / 2)  # of two that have a match
    assert found.nearest.at(0.9) == CurvePoint(0.9, precision=1 / 2, recall=1 / 2)
    assert found.nearest.at(0.1) == CurvePoint(0.1, precision=1 / 3, recall=1 / 2)
    assert found.pair.at(0.85) == CurvePoint(0.85, precision=2 / 3, recall=1.0)


def test_the_numbers_tell_the_thresholds_in_use(found: Calibration) -> None:
    told = json.loads(json.dumps(numbers(found)))
    assert (told["embedder"], told["pairs"], told["same"], told["related"]) == ("dial", 8, 0.8, 0.5)
    assert told["pair"]["at_same"] == {"threshold": 0.8, "precision": 1.0, "recall": 0.5, "f1": 0.667}
    assert told["pair"]["at_related"]["threshold"] == 0.5
    assert len(told["nearest"]["curve"]) == 20


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("topic,argument,label\n", "no column key_point"),
        (HEAD + "zoos,a,b,1,1\nzoos,a,,1,0\n", "line 3"),
        (HEAD + "zoos,a,b,1,maybe\n", "a label of 0 or 1"),
        (HEAD + "zoos,a,b,1,1\nties,a,b,1,0\n", "two topics"),
        (HEAD + "zoos,a\n", "line 2"),
        ("", "no column topic"),
    ],
)
def test_a_table_that_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"pairs\.csv") as caught:
        load_pairs(path)
    assert told in str(caught.value)


def test_what_is_not_a_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not a table"):
        load_pairs(tmp_path / "x.csv")
    with pytest.raises(ConfigError, match="cannot be read"):
        load_pairs(tmp_path / "nowhere.csv")


def test_the_command_measures_the_embedded_encoder(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    rows = (
        "zoos,cages hurt animals,Animals suffer in cages,1,1",
        "zoos,cages hurt animals,Tickets are dear,1,0",
        "ties,uniforms cut down bullying,Uniforms reduce bullying,1,1",
        "ties,uniforms cut down bullying,Wool itches,1,0",
    )
    path.write_text(HEAD + "\n".join(rows), encoding="utf-8")
    done = CliRunner().invoke(main, ["calibrate", str(path), "--json"])
    assert done.exit_code == 0, done.output
    (told,) = json.loads(done.output)["embedders"]
    assert told["embedder"] == MiniLM.name
    chosen = told["nearest"]["chosen"]
    assert (chosen["precision"], chosen["recall"], chosen["f1"]) == (1, 1, 1)
    assert "judged_on_other_topics" in told["pair"]
    table = CliRunner().invoke(main, ["calibrate", str(path)])
    assert "Does the pair say the same?" in table.output and "other topics" in table.output


# -- where thresholds are kept -----------------------------------------------------------------------


def test_an_encoder_is_known_by_its_name_wherever_it_lies() -> None:
    for name in (EMBEDDED, f"sentence-transformers/{EMBEDDED}", f"/models/{EMBEDDED}/"):
        assert thresholds(name) == CALIBRATED[EMBEDDED]
    assert thresholds("some-other-encoder") is None
    assert (MiniLM.same, MiniLM.related) == (CALIBRATED[EMBEDDED].same, CALIBRATED[EMBEDDED].related)
