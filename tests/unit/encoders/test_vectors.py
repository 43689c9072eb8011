"""Vectors of long lists of texts, kept on disk."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from planning.encoders.vector_files import MOST_FILES, WORTH, VectorFiles
from planning.ports import Vectors

LIST = [f"claim {i}" for i in range(WORTH)]


class Encoder:
    """Counts the lists it is asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(len(texts))
        return np.asarray([[len(text), sum(map(ord, text))] for text in texts], dtype=np.float32)


def test_a_long_list_is_encoded_once_and_for_all(tmp_path: Path) -> None:
    encoder = Encoder()
    first = VectorFiles(tmp_path / "a").get(LIST, encoder)
    again = VectorFiles(tmp_path / "a").get(LIST, encoder)
    assert np.array_equal(first, again)
    assert encoder.asked == [WORTH]
    assert [file.suffix for file in (tmp_path / "a").iterdir()] == [".npy"]


def test_another_list_another_order_and_another_encoder_are_not_mixed_up(tmp_path: Path) -> None:
    encoder = Encoder()
    files = VectorFiles(tmp_path / "a")
    forward = files.get(LIST, encoder)
    assert np.array_equal(files.get(LIST[::-1], encoder), forward[::-1])
    joined = [*LIST[:-2], f"{LIST[-2]} {LIST[-1]}", ""]
    files.get(joined, encoder)
    VectorFiles(tmp_path / "b").get(LIST, encoder)
    assert len(encoder.asked) == 4


def test_a_few_texts_are_not_kept(tmp_path: Path) -> None:
    encoder = Encoder()
    files = VectorFiles(tmp_path / "a")
    assert len(files.get(LIST[:-1], encoder)) == WORTH - 1
    files.get(LIST[:-1], encoder)
    assert len(encoder.asked) == 2
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("damage", [b"", b"not an array", b"\x93NUMPY\x01\x00"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    encoder = Encoder()
    files = VectorFiles(tmp_path)
    whole = files.get(LIST, encoder)
    [path] = tmp_path.iterdir()
    path.write_bytes(damage)
    assert np.array_equal(files.get(LIST, encoder), whole)
    files.get(LIST, encoder)
    assert len(encoder.asked) == 2


def test_vectors_of_another_number_of_texts_are_made_anew(tmp_path: Path) -> None:
    encoder = Encoder()
    files = VectorFiles(tmp_path)
    files.get(LIST, encoder)
    [path] = tmp_path.iterdir()
    np.save(path, np.zeros((3, 2), dtype=np.float32))
    assert len(files.get(LIST, encoder)) == WORTH


def test_where_nothing_can_be_kept_it_is_encoded_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    encoder = Encoder()
    files = VectorFiles(tmp_path / "file" / "vectors")
    assert len(files.get(LIST, encoder)) == WORTH
    assert len(files.get(LIST, encoder)) == WORTH


def test_what_was_used_longest_ago_makes_room(tmp_path: Path) -> None:
    encoder = Encoder()
    files = VectorFiles(tmp_path)
    for number in range(MOST_FILES):
        (tmp_path / f"{number}.npy").write_bytes(b"old")
        os.utime(tmp_path / f"{number}.npy", (number, number))
    files.get(LIST, encoder)
    left = {file.name for file in tmp_path.iterdir()}
    assert len(left) == MOST_FILES
    assert "0.npy" not in left
    assert "1.npy" in left
