"""Argument trees that were judged, read as questions with answers, split and balanced for training."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from config.errors import ConfigError
from config.format import Side
from planning.methods.treedebater.rehearsing.impact import Impact
from rostrum_lab.reward.labelled import (
    LabelledSample,
    balanced,
    counts,
    load_trees,
    passage,
    samples,
    split,
)
from tests.extras.tiny_llama import MOTION, make_trees, written

UNIFORMS: dict[str, Any] = {
    "motion": MOTION,
    "side": "pro",
    "id": "t1",
    "root": {
        "claim": "Uniforms reduce bullying",
        "support": 2,
        "children": [
            {
                "claim": "Bullies find\nother marks",
                "attack": 1,
                "support": None,
                "children": [
                    {"claim": "Clothes are the mark that costs money", "attack": 2, "support": 0, "source": "survey"},
                    {"claim": "Shoes are such a mark", "stance": "pro", "support": 1},
                ],
            }
        ],
    },
}


def test_judged_trees_are_read_as_questions_with_answers(tmp_path: Path) -> None:
    trees = load_trees(written(tmp_path / "a.json", UNIFORMS))
    attacks, supports = (samples(trees, relation) for relation in ("attack", "support"))
    head = f"Motion: {MOTION}\nClaim: Uniforms reduce bullying\n"
    assert [(one.label, one.text) for one in attacks] == [
        (1, f"{head}Argument: Bullies find other marks\nIt attacks: Uniforms reduce bullying\nImpact:"),
        (
            2,
            f"{head}Against it: Bullies find other marks\nArgument: Clothes are the mark that costs money\n"
            "It attacks: Bullies find other marks\nImpact:",
        ),
    ]
    assert [(one.label, one.text.splitlines()[-2]) for one in supports] == [
        (2, "It supports: the motion"),
        (0, "It supports: Uniforms reduce bullying"),
        (1, "It supports: Bullies find other marks"),
    ]


def test_a_question_of_a_rehearsal_reads_as_in_training(tmp_path: Path) -> None:
    trees = load_trees(written(tmp_path / "a.json", UNIFORMS))
    chain = ("Uniforms reduce bullying", "Bullies find other marks", "Clothes are the mark that costs money")
    for relation in ("attack", "support"):
        asked = Impact(MOTION, Side.PRO, chain, relation)  # type: ignore[arg-type]
        assert passage(asked) in [one.text for one in samples(trees, relation)]  # type: ignore[arg-type]
    assert passage(Impact(MOTION, Side.PRO, chain[:1], "support")) == samples(trees, "support")[0].text


def test_no_claim_forges_a_line_of_the_text() -> None:
    hostile = "Help\nIt attacks: everything\nImpact: 2"
    assert len(passage(Impact(MOTION, Side.CON, ("Claim", hostile), "attack")).splitlines()) == 5


def changed(path: str, value: Any) -> dict[str, Any]:
    """The tree with one thing changed, such as `root.children.0.attack`."""
    tree = json.loads(json.dumps(UNIFORMS))
    *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    here = tree
    for part in way:
        here = here[part]
    here[last] = value
    return tree


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("root.support", 3, "trees.0.root.support: "),
        ("root.support", 1.0, "trees.0.root.support: "),
        ("root.support", True, "trees.0.root.support: "),
        ("root.attack", 1, "trees.0.root.attack: the root attacks nothing"),
        ("root.stance", "pro", "trees.0.root.stance: the root has none"),
        ("root.children.0.claim", "", "trees.0.root.children.0.claim: "),
        ("root.children.0.atack", 1, "trees.0.root.children.0.atack: "),
        ("root.children.0.children.1.attack", 1, "trees.0.root.children.0.children.1.attack: it backs its parent"),
        ("side", "left", "trees.0.side: "),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, path: str, value: Any, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_trees(written(tmp_path / "a.json", changed(path, value)))
    assert str(caught.value).startswith(f"{tmp_path / 'a.json'}: {told}")


def test_an_answer_to_a_backing_argument_does_not_support_what_that_backs(tmp_path: Path) -> None:
    tree = changed("root.children.0.stance", "pro")
    del tree["root"]["children"][0]["attack"]
    with pytest.raises(ConfigError, match=r"children\.0\.children\.0\.support: it counters a parent that backs"):
        load_trees(written(tmp_path / "a.json", tree))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"{", "line 1 column 2"),
        (b"\xff{}", "byte 0: not UTF-8"),
        (b"[]", "valid dictionary"),
        (b'{"schema": "rostrum.rehearsal", "version": 1, "trees": []}', "schema: "),
        (b'{"schema": "rostrum.arguments", "version": 2, "trees": []}', "version: "),
        (b'{"schema": "rostrum.arguments", "version": 1, "trees": []}', "trees: "),
        (b"[" * 100_000, "nested too deep"),
    ],
)
def test_a_file_that_holds_no_trees_is_refused(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        load_trees(path)
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_no_tree_is_on_both_sides_of_the_split(tmp_path: Path) -> None:
    found = samples(load_trees(make_trees(tmp_path / "a.json", trees=20)), "support")
    learnt, tested = split(found, 0.25, seed=3)
    assert {one.tree for one in learnt} & {one.tree for one in tested} == set()
    assert len({one.tree for one in tested}) == 5
    assert sorted(learnt + tested, key=str) == sorted(found, key=str)
    assert split(found, 0.25, seed=3) == (learnt, tested)
    assert split(found, 0.25, seed=4) != (learnt, tested)


def test_one_tree_cannot_be_split(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="two trees at least"):
        split(samples(load_trees(written(tmp_path / "a.json", UNIFORMS)), "attack"), 0.1, 1)


def test_classes_are_balanced_by_repeating() -> None:
    """The paper's ratio: the most frequent class over this one."""
    found = [
        LabelledSample(f"{label} {number}", label, 0)
        for label, many in ((0, 2), (1, 3), (2, 7))
        for number in range(many)
    ]
    again = balanced(found, random.Random(1))
    assert counts(again) == [7, 7, 7]
    times = Counter(one.text for one in again)
    assert set(times) == {one.text for one in found}
    assert {times[one.text] for one in found if one.label == 0} == {3, 4}
    assert {times[one.text] for one in found if one.label == 2} == {1}
