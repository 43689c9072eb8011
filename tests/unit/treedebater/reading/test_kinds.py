"""The kind of an objection: by what is fitted to the vectors of one encoder, by small words with any other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from config.errors import ConfigError
from planning.debate.encoding import Encoded
from planning.debate.points import Objection
from planning.methods.treedebater import shipped
from planning.methods.treedebater.reading.fitted import ORDER, KindModel, Kinds
from tests.fakes import BagEmbedder
from tools.fitting.kinds import write

SIZE = 256  # of a bag of words


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
    write(path, model(), "a test")
    again = shipped.kind_model(path)
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
        shipped.kind_model(path)


def test_of_another_encoder_only_small_words_tell() -> None:
    kinds = Kinds(model("another encoder"))
    assert kinds.of(Encoded("somebody has to pay for that", BagEmbedder())) is Objection.COST
    assert kinds.of(Encoded("somebody has to do that", BagEmbedder())) is Objection.OTHER


def test_its_own_encoder_goes_by_the_model_and_what_is_unlikely_is_other() -> None:
    dear, vague = "somebody has to pay for that and it will be us", "volcanoes erupted near Iceland yesterday"
    kinds = Kinds(model(BagEmbedder().name))
    assert kinds.of(Encoded(dear, BagEmbedder())) is Objection.COST
    assert kinds.of(Encoded(vague, BagEmbedder())) is Objection.OTHER


def test_the_shipped_one_is_of_the_embedded_encoder() -> None:
    assert shipped.kind_model().encoder == "all-MiniLM-L6-v2"
    assert 0.2 < shipped.kind_model().sure < 1.0
