"""The journal of a rehearsal, which outlives crashes and second runs, and the id that names its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.errors import LibraryError
from planning.asking.journal import Journal
from planning.methods.treedebater.rehearsing.store import motion_id


def test_a_line_that_a_crash_cut_short_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    with Journal(path) as journal:
        journal.put("a", "counters", {"claim": "é"})
        journal.put("b", "counters", 1.5)
    whole = path.read_bytes()
    for end in range(len(whole) - 2, whole.index(b"\n") + 1, -7):
        path.write_bytes(whole[:end])
        with Journal(path) as journal:
            assert journal.get("b") is None
            journal.put("c", "counters", [1])
        with Journal(path) as journal:
            assert journal.get("c") == [1]


def test_two_runs_never_write_one_journal(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl"), pytest.raises(LibraryError, match="another run"), Journal(tmp_path / "j.jsonl"):
        pass


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text("my notes\n")
    with pytest.raises(LibraryError, match="not a journal"), Journal(path):
        pass
    assert path.read_text() == "my notes\n"


def test_a_motion_has_an_id_that_a_file_can_have() -> None:
    assert motion_id("We should ban zoos!") == "we-should-ban-zoos"
    long = motion_id("We should " + "really " * 30 + "ban zoos")
    assert len(long) <= 69 and long != motion_id("We should " + "really " * 30 + "keep zoos")
    assert re.fullmatch(r"[0-9a-f]{8}", motion_id("Запретить зоопарки"))
