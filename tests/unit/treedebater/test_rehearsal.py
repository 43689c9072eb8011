"""Library files: read whole, or refused with the path, the place in the file and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from config.errors import LibraryError, UnknownName
from config.format import Side
from planning.methods.treedebater.library.library import SHIPPED, Library, load
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from tests.fakes import uniforms_data

SHIPPED_FILES = sorted(SHIPPED.glob("*.json"))


def write(folder: Path, data: Any, name: str = "uniforms.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def refused(path: Path) -> LibraryError:
    with pytest.raises(LibraryError) as caught:
        load(path)
    error = caught.value
    assert error.path == path
    assert str(path) in str(error)
    assert error.reason
    assert "\n" not in str(error)
    return error


# -- what is in a file -------------------------------------------------------------------------------


def test_a_motion_survives_the_round_trip(tmp_path: Path, motion: Rehearsal) -> None:
    path = tmp_path / "copy.json"
    path.write_text(motion.file.model_dump_json(by_alias=True), encoding="utf-8")
    copy = load(path)
    assert copy.file == motion.file
    assert copy.nodes == motion.nodes


def test_every_answer_is_in_the_voice_of_the_other_side(motion: Rehearsal) -> None:
    assert [motion.nodes[n].side for n in ("p1", "p1.1", "p1.1.1", "p1.1.1.1")] == ["pro", "con", "pro", "con"]
    assert [motion.nodes[n].side for n in ("c1", "c1.1", "c1.1.1", "c1.1.1.1")] == ["con", "pro", "con", "pro"]
    assert {motion.nodes[n].owner for n in ("p1", "p1.1", "p1.1.1")} == {Side.PRO}


def test_a_node_knows_its_place(motion: Rehearsal) -> None:
    node = motion.nodes["p1.2.1"]
    assert (node.level, node.parent, node.children) == (2, "p1.2", ("p1.2.1.1",))
    assert motion.root_of(node) is motion.nodes["p1"]
    assert motion.tree_of(node).topic == node.topic == "bullying"


def test_a_side_speaks_in_the_trees_of_both(motion: Rehearsal) -> None:
    voices = {node.id for node in motion.spoken_by(Side.CON)}
    assert {"c1", "c1.1.1", "p1.1", "p1.1.1.1"} <= voices
    assert not voices & {"p1", "p1.1.1", "c1.1"}
    assert voices.isdisjoint(node.id for node in motion.spoken_by(Side.PRO))


def test_strengths_are_those_of_the_formula(motion: Rehearsal) -> None:
    last = (1.2 + 1.0) / 2  # p1.1.1.1
    third = (1.4 + 1.6) / 2 - 0.8 * last  # p1.1.1
    assert motion.nodes["p1.1.1"].f(1) == pytest.approx(third)
    assert motion.nodes["p1.1"].f(2) == pytest.approx(1.3 - 0.8 * third)
    assert motion.nodes["p1.1"].f(99) == motion.nodes["p1.1"].f(2)
    assert motion.nodes["p1"].f(0) == 1.6


def test_the_line_for_the_list_of_motions(motion: Rehearsal) -> None:
    assert motion.summary == {
        "id": "uniforms",
        "motion": "School uniforms should be mandatory",
        "type": "policy",
        "domain": "Education",
        "claims": {"pro": 2, "con": 2},
        "nodes": 19,
    }


# -- the shipped library -----------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_a_shipped_motion_is_whole(path: Path) -> None:
    rehearsal = load(path)
    assert rehearsal.id == path.stem
    for side in Side:
        assert len(rehearsal.roots(side)) >= 3
        for root in rehearsal.roots(side):
            assert max(node.level for node in rehearsal.nodes.values() if rehearsal.root_of(node) is root) == 3


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_no_two_claims_of_a_shipped_motion_are_the_same(path: Path) -> None:
    claims = [node.claim for node in load(path).nodes.values()]
    assert len(set(claims)) == len(claims)


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_every_figure_of_a_shipped_motion_has_its_evidence(path: Path) -> None:
    rehearsal = load(path)
    used = {key for node in rehearsal.nodes.values() for key in node.node.evidence}
    assert used == set(rehearsal.file.evidence)  # nothing is cited that is not there, nothing is there unused
    for node in rehearsal.nodes.values():
        own = " ".join(rehearsal.file.evidence[key].finding for key in node.node.evidence)
        for sentence in (node.claim, *node.node.argument, node.node.impact):
            for figure in (word.strip(".,%") for word in sentence.split() if any(c.isdigit() for c in word)):
                assert figure in own, f"{node.id}: {figure} in {sentence!r}"


def test_the_library_knows_its_motions() -> None:
    assert {r.id for r in Library().all()} >= {"ai-tutor", "cultural-borrowing", "fat-tax"}


@pytest.mark.parametrize(
    "name",
    ["fat-tax", "Developed countries should impose a fat tax", "  developed countries SHOULD impose a fat tax. "],
)
def test_a_motion_is_found_by_id_or_text(name: str) -> None:
    assert Library().get(name).id == "fat-tax"


def test_an_unknown_motion_lists_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"no motion 'fat-taxes'; the nearest: fat-tax"):
        Library().get("fat-taxes")


def test_a_motion_like_no_other_lists_what_there_is() -> None:
    with pytest.raises(UnknownName, match=r"there are: fat-tax, .*, \.\.\.; `rostrum motions` lists them"):
        Library().get("###")


def test_the_later_folder_wins(tmp_path: Path) -> None:
    data = uniforms_data() | {"id": "fat-tax", "motion": "Our own wording"}
    write(tmp_path, data, "fat-tax.json")
    library = Library(SHIPPED, tmp_path)
    assert library.get("fat-tax").motion == "Our own wording"
    assert len(library.all()) == len(Library(SHIPPED).all())


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="not a folder"):
        Library(tmp_path / "none").all()


# -- damage ------------------------------------------------------------------------------------------


def test_no_such_file(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path / "none.json").reason


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.touch()
    assert refused(path).place == "line 1 column 1"


def test_a_file_that_stops_in_the_middle(tmp_path: Path) -> None:
    path = write(tmp_path, uniforms_data())
    text = path.read_text(encoding="utf-8")
    for share in (0.1, 0.5, 0.99):
        path.write_text(text[: int(len(text) * share)], encoding="utf-8")
        assert refused(path).place.startswith("line 1 column ")


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes('{"schema": "caf\xe9"}'.encode("latin-1"))
    error = refused(path)
    assert (error.place, error.reason) == ("byte 15", "not UTF-8")


def test_brackets_without_end(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    refused(path)


@pytest.mark.parametrize("data", [[], "text", 7, None, {}, {"schema": "other"}])
def test_json_that_is_no_rehearsal_file(tmp_path: Path, data: Any) -> None:
    error = refused(write(tmp_path, data))
    assert error.place == "schema"
    assert "rostrum.rehearsal" in error.reason


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_version(tmp_path: Path, version: Any) -> None:
    assert refused(write(tmp_path, uniforms_data() | {"version": version})).place == "version"


Damage = Callable[[dict[str, Any]], None]


def root(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["sides"]["pro"]["trees"][0]["root"]
    return found


def answer(data: dict[str, Any], levels: int) -> dict[str, Any]:
    node = root(data)
    for _ in range(levels):
        node = node["children"][0]
    return node


DAMAGED: dict[str, tuple[Damage, str, str]] = {
    "an unknown key": (lambda d: d.update(colour="red"), "colour", "no such setting or field"),
    "an unknown key in a node": (
        lambda d: root(d).update(mood="grim"), "sides.pro.trees.0.root.mood", "no such setting or field"
    ),
    "an unknown side": (lambda d: d["sides"].update(judge=d["sides"]["pro"]), "sides.judge", "'pro' or 'con'"),
    "a missing side": (lambda d: d["sides"].pop("con"), "sides", "the con side is missing"),
    "no sides": (lambda d: d.pop("sides"), "sides", "required"),
    "no trees": (lambda d: d["sides"]["pro"].update(trees=[]), "sides.pro.trees", "at least 1"),
    "no criterion": (lambda d: d["sides"]["con"].update(criterion=[]), "sides.con.criterion", "at least 1"),
    "an unknown kind of motion": (lambda d: d.update(type="whim"), "type", "'policy'"),
    "an id with spaces": (lambda d: d.update(id="school uniforms"), "id", "pattern"),
    "an empty claim": (lambda d: root(d).update(claim=""), "sides.pro.trees.0.root.claim", "at least 1"),
    "an endless claim": (lambda d: root(d).update(claim="x" * 401), "sides.pro.trees.0.root.claim", "at most 400"),
    "a claim that is a number": (lambda d: root(d).update(claim=7), "sides.pro.trees.0.root.claim", "string"),
    "no argument": (lambda d: root(d).update(argument=[]), "sides.pro.trees.0.root.argument", "at least 1"),
    "a score above two": (lambda d: root(d).update(support=2.1), "sides.pro.trees.0.root.support", "equal to 2"),
    "a score below nothing": (lambda d: root(d).update(support=-0.1), "sides.pro.trees.0.root.support", "equal to 0"),
    "a score that is no number": (
        lambda d: root(d).update(support=float("nan")), "sides.pro.trees.0.root.support", ""
    ),
    "no support at the root": (lambda d: root(d).update(support=None), "sides.pro.trees.0 node p1 support", "missing"),
    "no attack at level 1": (
        lambda d: answer(d, 1).update(attack=None), "sides.pro.trees.0 node p1.1 attack", "missing"
    ),
    "no support at level 2": (
        lambda d: answer(d, 2).update(support=None), "sides.pro.trees.0 node p1.1.1 support", "missing"
    ),
    "no attack at level 2": (
        lambda d: answer(d, 2).update(attack=None), "sides.pro.trees.0 node p1.1.1 attack", "missing"
    ),
    "no support at level 3": (
        lambda d: answer(d, 3).update(support=None), "sides.pro.trees.0 node p1.1.1.1 support", "missing"
    ),
    "no attack at level 3": (
        lambda d: answer(d, 3).pop("attack"), "sides.pro.trees.0 node p1.1.1.1 attack", "missing"
    ),
    "one id twice in a tree": (lambda d: answer(d, 2).update(id="p1"), "sides.pro.trees.0 node p1", "occurs twice"),
    "one id twice in the file": (
        lambda d: d["sides"]["con"]["trees"][1]["root"].update(id="p1"), "sides.con.trees.1 node p1", "occurs twice"
    ),
    "unknown evidence": (
        lambda d: answer(d, 1).update(evidence=["e9"]), "sides.pro.trees.0 node p1.1 evidence", "'e9'"
    ),
    "evidence from the future": (lambda d: d["evidence"]["e1"].update(year=2999), "evidence.e1.year", "2100"),
    "evidence without a finding": (lambda d: d["evidence"]["e1"].pop("finding"), "evidence.e1.finding", "required"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_with_its_place_and_reason(tmp_path: Path, name: str) -> None:
    damage, place, reason = DAMAGED[name]
    data = uniforms_data()
    damage(data)
    error = refused(write(tmp_path, data))
    assert error.place.startswith(place)
    assert reason in error.reason


def test_a_damaged_file_is_named_when_the_library_is_listed(tmp_path: Path) -> None:
    path = write(tmp_path, uniforms_data() | {"version": 9})
    with pytest.raises(LibraryError, match=str(path)):
        Library(SHIPPED, tmp_path).all()


def test_a_deep_tree_is_read_without_recursion_of_ours() -> None:
    data = uniforms_data()
    node = answer(data, 3)
    for depth in range(40):
        child = answer(uniforms_data(), 3) | {"id": f"deep{depth}"}
        node["children"] = [child]
        node = child
    assert max(n.level for n in Rehearsal(MotionFile.model_validate(data)).nodes.values()) == 43


def test_a_recogniser_is_told_the_motion_first_then_names_topics_and_main_claims(motion: Rehearsal) -> None:
    motion_line, names, topics, *claims = motion.hints.splitlines()
    assert (motion_line, names) == ("School uniforms should be mandatory", "Leeds")
    assert topics == "bullying, family budgets, self expression, teaching hours"
    assert claims[:2] == [motion.roots(Side.PRO)[0].claim, motion.roots(Side.CON)[0].claim]
    assert len(claims) == 4
