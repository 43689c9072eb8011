"""Labelled speeches: labels that fit, and what was heard of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.reading.labels import COLUMNS, cut_lines, heard, heard_lines, labels
from config.errors import ConfigError
from config.format import Side, Stage
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.trees.rehearsal import Rehearsal
from tests.heard import match_heard

PRO, CON = Side
OPPONENTS = Path(__file__).parents[2] / "debates" / "opponents"
HEAD = "\t".join(COLUMNS)


def folder_with(tmp_path: Path, *rows: str, head: str = HEAD) -> Path:
    (tmp_path / "points.tsv").write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    return tmp_path


# -- labels ------------------------------------------------------------------------------------------


def test_labels_are_read(motion: Rehearsal, tmp_path: Path) -> None:
    folder = folder_with(tmp_path, "opening\t1\t2\tclaim\tp1,p2", "opening\t2\t0\tnone\t", "closing\t1\t1\tquote\tc1")
    found = labels(folder, motion, PRO)
    assert found[Stage.OPENING, 1].claims == {"p1", "p2"}
    assert found[Stage.OPENING, 1].point == 2
    assert found[Stage.CLOSING, 1].kind == "quote"


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("opening\t1\t1\tclaim\tp99", "p99"),
        ("opening\t1\t1\tclaim\tc1", "no claim of pro"),
        ("opening\t1\t1\tquote\tp1", "no claim of con"),
        ("opening\t1\t1\tsong\t", "song"),
        ("opening\tone\t1\tnone\t", "line 2"),
        ("prologue\t1\t1\tnone\t", "prologue"),
        ("opening\t1", "line 2"),
    ],
)
def test_labels_that_do_not_fit_are_refused_with_their_line(
    motion: Rehearsal, tmp_path: Path, row: str, reason: str
) -> None:
    with pytest.raises(ConfigError, match=reason):
        labels(folder_with(tmp_path, row), motion, PRO)


def test_other_columns_are_refused(motion: Rehearsal, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="columns"):
        labels(folder_with(tmp_path, head="a\tb"), motion, PRO)


@pytest.mark.parametrize("rehearsal", Library().all(), ids=lambda one: one.id)
def test_every_sentence_of_the_unseen_speeches_has_one_label(rehearsal: Rehearsal) -> None:
    for side in Side:
        folder = OPPONENTS / f"{rehearsal.id}-{side}"
        found = labels(folder, rehearsal, side)
        texts = {stage: (folder / f"{stage}.txt").read_text(encoding="utf-8").splitlines() for stage in Stage}
        assert set(found) == {(s, n) for s, lines in texts.items() for n, line in enumerate(lines, 1) if line.strip()}


def test_a_passage_says_what_most_of_it_says() -> None:
    short, long = "Yes.", "Grey wool itches terribly in summer and in winter, as every pupil of this school knows."
    cut = list(cut_lines([long, short, long]))
    assert " ".join(text for text, _ in cut).split().count("wool") == 2
    assert all(lines for _, lines in cut)
    assert {line for _, lines in cut for line in lines} >= {1, 3}


# -- what was heard ------------------------------------------------------------------------------------

SAID = ["Wool itches in summer.", "Every pupil of this school knows it.", "So let us wear cotton."]


def test_what_was_misheard_belongs_to_the_sentence_in_its_place() -> None:
    passages = ["wool ditches in some are", "every people of this", "school nose it", "so lettuce wear cotton uh"]
    assert [lines for _, lines in heard_lines(passages, SAID)] == [[1], [2], [2], [3]]


def test_a_passage_over_two_sentences_is_told_of_both_and_one_over_none_of_the_first() -> None:
    assert [*heard_lines(["in summer every pupil"], SAID)] == [("in summer every pupil", [1, 2])]
    assert [lines for _, lines in heard_lines(["uh", "wool itches"], SAID)] == [[1], [1]]
    assert [*heard_lines([], SAID)] == []
    assert [lines for _, lines in heard_lines(["hello there"], [])] == [[0]]


def test_what_was_heard_is_read_from_a_match(tmp_path: Path) -> None:
    match_heard(tmp_path / "m", opening="wool ditches", closing="vote con")
    assert heard(tmp_path / "m", CON) == {
        Stage.OPENING: ["wool ditches"],
        Stage.REBUTTAL: [],
        Stage.CLOSING: ["vote con"],
    }
    assert not any(heard(tmp_path / "m", PRO).values())
