"""The kind of an objection from vectors: what is fitted is read again, and another encoder goes by examples."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bench.reading.kind_model import run
from config.errors import ConfigError
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.methods.treedebater.reading.kind_model import ORDER, KindModel, shipped_kinds
from planning.methods.treedebater.reading.kinds import Kinds
from tests.fakes import BagEmbedder

SIZE = 256  # of a bag of words
PEOPLE = Path("tests/debates/people")
PASSAGES = Path("tests/debates/objection_kinds.tsv")


def model(encoder: str = "bag", sure: float = 0.5) -> KindModel:
    """Says cost where there is a cue of cost, whatever the vector."""
    size, kinds = SIZE, len(ORDER)
    of_cues = np.zeros((kinds, kinds), dtype=np.float32)
    cost = ORDER.index(Objection.COST)
    of_cues[cost, cost] = 9.0
    zeros = np.zeros((kinds, size), dtype=np.float32)
    return KindModel(encoder, np.zeros(size, np.float32), zeros, of_cues, np.zeros(kinds, np.float32), sure)


def test_it_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "kinds.npz"
    model().write(path, "a test")
    again = KindModel.read(path)
    assert (again.encoder, again.sure) == ("bag", 0.5)
    cues = {Objection.COST: 1}
    vector = np.ones(SIZE, dtype=np.float32)
    assert again.probabilities(vector, cues) == pytest.approx(model().probabilities(vector, cues), abs=1e-3)
    assert ORDER[int(again.probabilities(vector, cues).argmax())] is Objection.COST


@pytest.mark.parametrize("content", [b"", b"PK no archive", b"\0" * 100])
def test_what_is_no_model_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "kinds.npz"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="not a model of kinds"):
        KindModel.read(path)


def test_another_encoder_goes_by_examples() -> None:
    said = Encoded("somebody has to pay for that and it will be us", BagEmbedder())
    by_examples = Kinds(BagEmbedder(), model=model("another encoder")).of(said)
    assert by_examples.kind is Objection.COST
    assert by_examples.probabilities != Kinds(BagEmbedder(), model=model(BagEmbedder().name)).of(said).probabilities


def test_the_shipped_one_is_of_the_embedded_encoder() -> None:
    assert shipped_kinds().encoder == "all-MiniLM-L6-v2"
    assert 0.2 < shipped_kinds().sure < 1.0


def test_a_passage_without_a_kind_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "passages.tsv"
    path.write_text("subject\tkind\twords\na\tcost\tWho pays?\nb\tcosts\tWho pays?\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"passages.tsv:3: .*'costs'"):
        run(path, [PEOPLE], embedder=BagEmbedder())


def test_every_written_passage_is_there_once_and_no_kind_is_rare() -> None:
    rows = [line.split("\t") for line in PASSAGES.read_text(encoding="utf-8").splitlines()[1:]]
    assert len({words for _, _, words in rows}) == len(rows)
    assert all(sum(kind == one for _, kind, _ in rows) >= 100 for one in ORDER)
