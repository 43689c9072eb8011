"""More than two documents: what they contradict one another in, and the trees that open it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from planning.compare.answers import ContradictionAnswer
from planning.compare.contradictions import opposed, wrong_row
from planning.compare.records import Contradiction, Segment
from tests.model_server import ModelServer
from tests.unit.compare.scripted import FOUR, Player, compared, kind

KNOWN = {one: Segment(id=one, text=f"Segment {one} has 43 minutes.") for one in ("A1", "A2", "B1", "C1")}


def row(*positions: tuple[str, str, str, str]) -> dict[str, Any]:
    return {
        "claim": "The gain is kept.",
        "strength": "direct",
        "why": "They measured otherwise.",
        "positions": [
            {"document": letter, "stance": stance, "says": says, "segments": ids.split()}
            for letter, stance, says, ids in positions
        ],
    }


@pytest.mark.parametrize(
    ("positions", "why"),
    [
        ([("A", "affirms", "It is 43 minutes.", "A1"), ("B", "denies", "It is lost.", "B1")], ""),
        ([("A", "affirms", "It is kept.", "A1")], "at least two documents"),
        ([("A", "affirms", "It is.", "A1"), ("A", "denies", "It is not.", "A2")], "at least two documents"),
        ([("A", "affirms", "It is.", "A1"), ("B", "affirms", "It is.", "B1")], "the same stance"),
        ([("A", "affirms", "It is.", "A1"), ("H", "denies", "It is not.", "H1")], "no document H"),
        ([("A", "affirms", "It is.", "A1"), ("B", "denies", "It is not.", "A2")], "none of its passages"),
        ([("A", "affirms", "It is 52 minutes.", "A1"), ("B", "denies", "No.", "B1")], "do not have 52"),
    ],
)
def test_a_row_needs_two_stances_on_own_segments(positions: Any, why: str) -> None:
    found = wrong_row(ContradictionAnswer.model_validate(row(*positions)), "ABC", KNOWN)
    assert why in found if why else found == ""


def test_the_best_founded_of_each_stance_argue() -> None:
    one = Contradiction.model_validate(
        row(("A", "affirms", "Yes.", "A1"), ("B", "denies", "No.", "B1"), ("C", "affirms", "Yes.", "C1 A2"))
        | {"id": "c1"}
    )
    assert opposed(one) == ("B", "C")


def test_each_row_is_opened_by_a_tree_of_its_own(tmp_path: Path) -> None:
    with ModelServer() as server:
        server.plays(Player())
        found = compared(server, tmp_path, *FOUR, depth=3)
    (one,) = found.contradictions
    (tree,) = found.trees
    assert found.complete and one.tree == tree.id == "t1"
    assert tree.pair == ("A", "B") and tree.topic == one.claim
    assert max(node.depth for node in tree.nodes) == 1  # a contradiction is narrow already
    labels = [asked for asked in server.asked if kind(asked) == "LabelsAnswer"]
    assert len(labels) == 4 * 2 * 3 + 4  # every claim against every other document; then of the tree


def test_documents_that_agree_have_no_table(tmp_path: Path) -> None:
    with ModelServer() as server:
        server.plays(Player(bends=lambda asked, answer: {"contradictions": []}
                            if kind(asked) == "ContradictionsAnswer" else answer))  # fmt: skip
        found = compared(server, tmp_path, *FOUR[:3])
    assert found.complete and not found.contradictions and not found.trees


def test_a_row_that_cannot_stand_is_told_and_left_out(tmp_path: Path) -> None:
    bad = row(("A", "affirms", "It is 52 minutes.", "A1"), ("B", "denies", "No.", "B1"))
    with ModelServer() as server:
        server.plays(Player(bends=lambda asked, answer: {"contradictions": [*answer["contradictions"], bad]}
                            if kind(asked) == "ContradictionsAnswer" else answer))  # fmt: skip
        found = compared(server, tmp_path, *FOUR[:3])
    assert [one.claim for one in found.contradictions] == ["A later start keeps its gain in sleep."]
    assert any(one.what == "the contradiction “The gain is kept.”" for one in found.left_out)
