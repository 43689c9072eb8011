"""A library file is read once, however many matches are made of it, and again when it is another."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from config.errors import LibraryError
from planning.methods.treedebater.library.library import SHIPPED, Library


def test_a_file_is_read_once(tmp_path: Path) -> None:
    shutil.copy(SHIPPED / "ai-tutor.json", tmp_path)
    first = Library(tmp_path).get("ai-tutor")
    assert Library(tmp_path).get(first.motion) is first


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    shutil.copy(SHIPPED / "ai-tutor.json", path)
    before = Library(tmp_path).get("mine")
    shutil.copy(SHIPPED / "labor-unions.json", path)
    assert Library(tmp_path).get("mine").motion != before.motion
    path.write_text("{")
    with pytest.raises(LibraryError, match=r"mine\.json"):
        Library(tmp_path).get("mine")
