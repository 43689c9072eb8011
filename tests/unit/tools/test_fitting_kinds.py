"""Fitting the kinds of objections: what it is fitted on, and from which probability a kind is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from config.errors import ConfigError
from planning.methods.treedebater.reading.fitted import ORDER
from tests.fakes import BagEmbedder
from tools.fitting.kinds import least_sure, run

PEOPLE = Path("tests/debates/people")
PASSAGES = Path("tests/debates/objection_kinds.tsv")


def test_nothing_is_sure_enough_where_all_is_wrong() -> None:
    assert least_sure([(0, 0.9, 1), (0, 0.8, 2)]) == 1.0
    assert least_sure([(0, 0.9, 0), (0, 0.8, 2), (1, 0.4, 2)]) == 0.8


def test_a_passage_without_a_kind_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "passages.tsv"
    path.write_text("subject\tkind\twords\na\tcost\tWho pays?\nb\tcosts\tWho pays?\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"passages.tsv:3: .*'costs'"):
        run(path, [PEOPLE], embedder=BagEmbedder())


def test_every_written_passage_is_there_once_and_no_kind_is_rare() -> None:
    rows = [line.split("\t") for line in PASSAGES.read_text(encoding="utf-8").splitlines()[1:]]
    assert len({words for _, _, words in rows}) == len(rows)
    assert all(sum(kind == one for _, kind, _ in rows) >= 100 for one in ORDER)
