"""What people said, by line and by point: the labels fit the speeches and the trees, and what does not fit is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.reading import labels as by_line
from bench.reading.objections import COLUMNS, Objected, held_out, objections
from config.errors import ConfigError
from config.format import Side, Stage
from planning.debate.points import Objection
from planning.methods.treedebater.library.library import Library
from planning.methods.treedebater.trees.rehearsal import Rehearsal

PRO, CON = Side
PEOPLE = Path(__file__).parents[2] / "debates" / "people"
FOLDERS = sorted(one for one in PEOPLE.iterdir() if one.is_dir())

SPEECHES = {
    "opening": "So grey is cheap, and that's it.\nWho washes the second one, I'd like to know?\nThank you.\n",
    "rebuttal": "They said it itches.\nIt doesn't itch me.\n",
    "closing": "Good night.\n",
}
LINES = (
    "opening\t1\t1\tclaim\tp1,p2",
    "opening\t2\t2\tnew\t",
    "opening\t3\t0\tnone\t",
    "rebuttal\t1\t1\tquote\tc1",
    "rebuttal\t2\t1\tnone\t",
    "closing\t1\t0\tnone\t",
)
CHEAP = "opening\t1\tGrey clothes cost little.\tp1\tcost\tso grey is cheap and\tno"
WASHES = "opening\t2\tNobody said who washes.\t\tleaves-someone-out\tWho washes the second one\tyes"


def said_and_labelled(folder: Path, *points: str, head: str = "\t".join(COLUMNS)) -> Path:
    """A folder with three short speeches in favour of uniforms, labelled by line, and these points."""
    for stage, text in SPEECHES.items():
        (folder / f"{stage}.txt").write_text(text, encoding="utf-8")
    (folder / "points.tsv").write_text("\n".join(["\t".join(by_line.COLUMNS), *LINES, ""]), encoding="utf-8")
    (folder / "objections.tsv").write_text("\n".join([head, *points, ""]), encoding="utf-8")
    return folder


# -- the people ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda one: one.name)
def test_every_line_and_every_point_of_the_people_is_labelled(folder: Path) -> None:
    motion, _, side = folder.name.rpartition("-")
    rehearsal = Library().get(motion)
    found = by_line.labels(folder, rehearsal, Side(side))
    texts = {stage: (folder / f"{stage}.txt").read_text(encoding="utf-8").splitlines() for stage in Stage}
    assert set(found) == {(s, n) for s, lines in texts.items() for n, line in enumerate(lines, 1) if line.strip()}
    points = objections(folder, rehearsal, Side(side))
    assert {stage for stage, _ in points} == set(Stage)
    assert sum(one.asks for one in points.values()) >= 2


@pytest.mark.parametrize("rehearsal", Library().all(), ids=lambda one: one.id)
def test_one_side_of_each_motion_is_held_out(rehearsal: Rehearsal) -> None:
    assert [held_out(f"{rehearsal.id}-{side}") for side in Side].count(True) == 1


def test_which_side_is_held_out() -> None:
    assert held_out("wage-transparency-pro")
    assert not held_out("wage-transparency-con")
    assert held_out("labor-unions-con")
    assert not held_out("labor-unions-pro")


@pytest.mark.parametrize("name", ["labor-unions", "pro", "-pro", "labor-unions-both", ""])
def test_a_folder_of_no_side_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="<motion>-pro or <motion>-con"):
        held_out(name)


# -- points that fit, and that do not ------------------------------------------------------------------


def test_points_are_read(motion: Rehearsal, tmp_path: Path) -> None:
    found = objections(said_and_labelled(tmp_path, CHEAP, WASHES), motion, PRO)
    assert list(found) == [(Stage.OPENING, 1), (Stage.OPENING, 2)]
    assert found[Stage.OPENING, 1].claims == {"p1"}
    assert not found[Stage.OPENING, 1].asks
    assert found[Stage.OPENING, 2] == Objected(
        Stage.OPENING,
        2,
        "Nobody said who washes.",
        frozenset(),
        Objection.LEAVES_OUT,
        "Who washes the second one",
        asks=True,
    )


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (CHEAP.replace("\tcost\t", "\tmoney\t"), "'money' is none of leaves-someone-out"),
        (CHEAP.replace("\tp1\t", "\tp99\t"), "'p99' is no claim of pro"),
        (CHEAP.replace("\tp1\t", "\tc1\t"), "'c1' is no claim of pro"),
        (CHEAP.replace("\tp1\t", "\t\t"), "claims for point 1: p1, p2"),
        (WASHES.replace("\t\t", "\tp1\t"), "no line of point 2 that makes 'p1'"),
        (CHEAP.replace("grey is cheap", "grey is not cheap"), "nobody says 'so grey is not cheap and' in the opening"),
        (CHEAP.replace("so grey is cheap and", "rey is cheap and"), "nobody says"),
        (CHEAP.replace("so grey is cheap and", "grey is cheap"), "3 words, not 4 to 14"),
        (CHEAP.replace("so grey is cheap and", "so " * 15), "15 words"),
        (CHEAP.replace("opening\t1", "opening\t3"), "no point 3 in the opening"),
        (CHEAP.replace("opening\t1", "rebuttal\t1"), "no point 1 in the rebuttal"),  # it only quotes
        (CHEAP.replace("opening\t1", "opening\tone"), "invalid literal"),
        (CHEAP.replace("opening", "prologue"), "prologue"),
        (CHEAP.replace("Grey clothes cost little.", ""), "no paraphrase"),
        (CHEAP.replace("\tno", "\tmaybe"), "'maybe' is neither yes nor no"),
        (CHEAP.replace("\tno", ""), "6 columns in place of 7"),
    ],
)
def test_a_point_that_does_not_fit_is_refused_with_its_line(
    motion: Rehearsal, tmp_path: Path, row: str, reason: str
) -> None:
    with pytest.raises(ConfigError, match=reason) as told:
        objections(said_and_labelled(tmp_path, row), motion, PRO)
    assert "objections.tsv line 2: " in str(told.value)


def test_a_point_that_is_there_twice_or_missing_is_refused(motion: Rehearsal, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"line 3: point 1 of the opening is there twice"):
        objections(said_and_labelled(tmp_path, CHEAP, CHEAP), motion, PRO)
    with pytest.raises(ConfigError, match=r"point 2 of the opening, which points\.tsv has, is missing"):
        objections(said_and_labelled(tmp_path, CHEAP), motion, PRO)


def test_other_columns_are_refused(motion: Rehearsal, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="columns must be speech, point"):
        objections(said_and_labelled(tmp_path, CHEAP, head="a\tb"), motion, PRO)


@pytest.mark.parametrize("name", ["points.tsv", "objections.tsv", "rebuttal.txt"])
def test_a_file_that_is_missing_is_named(motion: Rehearsal, tmp_path: Path, name: str) -> None:
    folder = said_and_labelled(tmp_path, CHEAP, WASHES)
    (folder / name).unlink()
    with pytest.raises(ConfigError, match=name):
        objections(folder, motion, PRO)


def test_labels_by_line_of_the_wrong_side_are_refused_here_too(motion: Rehearsal, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"points\.tsv line 2: 'p1' is no claim of con"):
        objections(said_and_labelled(tmp_path, CHEAP, WASHES), motion, CON)
