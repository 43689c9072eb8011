"""Two documents argue in a tree: what is asked, how deep it goes, and what is asked again when a person steers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from config.errors import UnknownName, UsageError
from planning.compare.records import MOST_DEPTH, Comparison, Ended, Origin, Steer
from planning.compare.steering import place, steered
from tests.model_server import Asked, ModelServer
from tests.unit.compare.scripted import Player, compared, kind, shown


def counted(server: ModelServer) -> Counter[str]:
    return Counter(map(kind, server.asked))


def played(server: ModelServer, folder: Path, player: Player | None = None, **more) -> Comparison:
    server.plays(player or Player())
    return compared(server, folder, **more)


def test_the_focus_deliberates_and_its_subtopics_are_debated(tmp_path: Path) -> None:
    with ModelServer() as server:
        found = played(server, tmp_path)
    root, *children = found.trees[0].nodes
    assert found.complete
    assert (root.id, root.depth, root.debate, root.ended) == ("1", 0, {}, Ended.GROWN)
    assert [(one.id, one.ended) for one in children] == [(f"1.{n}", Ended.DEPTH) for n in (1, 2, 3)]
    assert counted(server) == {
        "ClaimsAnswer": 2,
        "LabelsAnswer": 4,
        "SubtopicsAnswer": 1,
        "TurnAnswer": 3 * 6,
        "SynthesisAnswer": 2,
        "PartsAnswer": 3 * 2 + 2,
    }  # the synthesis is asked for once more, for its length


@pytest.mark.parametrize("depth", [1, 2, pytest.param(3, marks=pytest.mark.long)])
def test_a_moderator_who_always_wants_more_never_passes_the_depth(tmp_path: Path, depth: int) -> None:
    with ModelServer() as server:
        found = played(server, tmp_path, Player(expands=lambda topic: True), depth=depth)
    depths = [node.depth for node in found.trees[0].nodes]
    assert max(depths) == depth <= MOST_DEPTH
    assert [depths.count(level) for level in range(depth + 1)] == [3**level for level in range(depth + 1)]
    assert counted(server)["TurnAnswer"] == 6 * sum(3**level for level in range(1, depth + 1))


def test_a_settled_topic_grows_nothing(tmp_path: Path) -> None:
    with ModelServer() as server:
        found = played(server, tmp_path, Player(expands=lambda topic: topic.endswith("part 2")), depth=2)
    nodes = found.trees[0].nodes
    assert [node.id for node in nodes if node.depth == 2] == ["1.2.1", "1.2.2", "1.2.3"]
    settled = next(node for node in nodes if node.id == "1.1")
    assert settled.ended is Ended.SETTLED
    assert settled.expansion is not None and settled.expansion.winner == "A"


def test_both_speak_at_once_and_see_only_the_stages_before(tmp_path: Path) -> None:
    with ModelServer() as server:
        played(server, tmp_path)
    turns = [asked for asked in server.asked if kind(asked) == "TurnAnswer"]
    assert not any("We present" in asked.user for asked in turns if "Make one argument" in asked.system)
    for asked in turns:
        if "Answer the other" in asked.system:
            assert asked.user.count("We present") == 2 and "We respond" not in asked.user
        if "as it stands now" in asked.system:
            assert asked.user.count("We present") == asked.user.count("We respond") == 2


def test_what_a_document_has_nothing_on_it_does_not_argue(tmp_path: Path) -> None:
    def silent(asked: Asked, answer: object) -> object:
        if kind(asked) == "LabelsAnswer":
            return {
                "labels": [
                    {"segment": key, "supports": True, "refutes": False, "clarifies": False, "irrelevant": True}
                    for key in shown(asked)
                ]
            }
        return answer

    with ModelServer() as server:
        found = played(server, tmp_path, Player(bends=silent))
    tree = found.trees[0]
    assert tree.nodes[0].not_addressed == {"A": ("B.1", "B.2"), "B": ("A.1", "A.2")}
    assert all(node.ended is Ended.ONE_SIDED for node in tree.nodes[1:])
    assert counted(server)["TurnAnswer"] == 3  # who has something presents it; there is nobody to answer
    synthesis = next(asked for asked in server.asked if kind(asked) == "SynthesisAnswer")
    assert synthesis.user.count("does not address it") == 3


def test_both_may_concede(tmp_path: Path) -> None:
    with ModelServer() as server:
        found = played(
            server,
            tmp_path,
            Player(
                expands=lambda topic: True,
                bends=lambda asked, answer: answer | {"concedes": True} if kind(asked) == "TurnAnswer" else answer,
            ),
            depth=3,
        )
    assert {node.ended for node in found.trees[0].nodes[1:]} == {Ended.CONCEDED}
    assert "ExpansionAnswer" not in counted(server)


# -- steering ------------------------------------------------------------------------------------------


def again(server: ModelServer, folder: Path, *changes: Steer) -> tuple[Comparison, Counter[str]]:
    """The same comparison with these changes, and what was asked for it."""
    before = len(server.asked)
    found = compared(server, folder, steering=changes)
    return found, Counter(map(kind, server.asked[before:]))


def test_the_same_comparison_asks_nothing_again(tmp_path: Path) -> None:
    with ModelServer() as server:
        first = played(server, tmp_path)
        second, asked = again(server, tmp_path)
    assert not asked
    assert second.trees == first.trees and second.spent.remembered == len(server.asked)


def test_a_subtopic_more_costs_its_own_debate_and_the_synthesis(tmp_path: Path) -> None:
    with ModelServer() as server:
        first = played(server, tmp_path)
        found, asked = again(server, tmp_path, Steer(what="add", node="1", text="Sport after dark"))
    assert asked == {"LabelsAnswer": 2, "TurnAnswer": 6, "PartsAnswer": 2, "SynthesisAnswer": 2}
    # what the sentences mean was checked before
    added = found.trees[0].nodes[-1]
    assert (added.id, added.topic, added.origin) == ("1.4", "Sport after dark", Origin.PERSON)
    assert found.trees[0].nodes[1:4] == first.trees[0].nodes[1:4]


def test_a_subtopic_less_costs_the_synthesis_alone(tmp_path: Path) -> None:
    with ModelServer() as server:
        played(server, tmp_path)
        found, asked = again(server, tmp_path, Steer(what="drop", node="1.2"))
        assert set(asked) == {"SynthesisAnswer"}
        assert "part 2" not in server.asked[-1].user
    assert [(one.id, one.ended) for one in found.trees[0].nodes[1:]] == [
        ("1.1", Ended.DEPTH),
        ("1.2", Ended.DROPPED),
        ("1.3", Ended.DEPTH),
    ]


def test_a_question_is_answered_by_both_and_ends_there(tmp_path: Path) -> None:
    with ModelServer() as server:
        played(server, tmp_path)
        found, asked = again(server, tmp_path, Steer(what="ask", node="1.1", text="Who measured sleep better?"))
    node = next(one for one in found.trees[0].nodes if one.question)
    assert (node.id, node.ended) == ("1.1.1", Ended.ASKED)
    assert asked["TurnAnswer"] == 6
    assert any("A reader asks: Who measured sleep better?" in asked.user for asked in server.asked[-2:])


def test_changes_that_cannot_be_are_refused(tmp_path: Path) -> None:
    with ModelServer() as server:
        found = played(server, tmp_path)
    tree = found.trees[0]
    deepest = tree.nodes[1].model_copy(update={"id": "1.1.1.1", "parent": "1.1.1", "depth": 3})
    found = found.model_copy(update={"trees": (tree.model_copy(update={"nodes": (*tree.nodes, deepest)}),)})
    deep = Steer(what="add", node="1.1.1.1", text="Deeper")
    with pytest.raises(UsageError, match=r"at depth 3, the greatest there is; put it under 1\.1\.1"):
        steered(found, [deep])
    with pytest.raises(UnknownName, match=r"no node '1\.9'"):
        steered(found, [Steer(what="drop", node="1.9")])
    with pytest.raises(UsageError, match="focus itself"):
        steered(found, [Steer(what="drop", node="1")])
    with pytest.raises(UsageError, match="no words"):
        steered(found, [Steer(what="ask", node="1", text="?!")])
    assert len(steered(found, [Steer(what="drop", node="1.1"), Steer(what="ask", node="1.2", text="Why?")])) == 2


def test_a_node_is_named_with_its_tree_where_there_are_several() -> None:
    assert place("1.2", ["t1"]) == ("t1", "1.2")
    assert place("t2:1", ["t1", "t2"]) == ("t2", "1")
    with pytest.raises(UsageError, match=r"t1:1\.2"):
        place("1.2", ["t1", "t2"])
    with pytest.raises(UnknownName):
        place("t3:1", ["t1", "t2"])
