"""Prepared material for an action (Alg. 3), over the trees of both sides."""

from __future__ import annotations

import pytest

from config.format import Side
from planning.debate.argument import ActionKind
from planning.debate.encoding import Encoded
from planning.debate.planned import Anticipated
from planning.methods.treedebater.choosing.retrieve import (
    Candidate,
    anticipated,
    backed,
    by_kind,
    hit,
    hit_rate,
    retrieve,
)
from planning.methods.treedebater.trees.index import Index
from planning.methods.treedebater.trees.rehearsal import MotionFile, Rehearsal
from tests.fakes import BagEmbedder, uniforms_data

PRO, CON = Side
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind


@pytest.fixture(scope="module")
def index(motion: Rehearsal, embedder: BagEmbedder) -> Index:
    return Index(motion, embedder)


def found(index: Index, side: Side, kind: ActionKind, target: str, k: int = 0, source: str | None = None) -> list[str]:
    (result,) = retrieve([Candidate(kind, target, side, source=source)], index, side, k)
    return [node.id for node, _ in result.nodes]


# -- Alg. 3, line by line ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [PROPOSE, REINFORCE])
def test_for_ones_own_claim_the_similar_node_of_ones_own_side(index: Index, kind: ActionKind) -> None:
    assert found(index, PRO, kind, "bullying over clothes: uniforms reduce it") == ["p1"]


def test_against_the_opponents_claim_the_children_of_its_node(index: Index) -> None:
    assert set(found(index, CON, ATTACK, "uniforms reduce bullying over clothes")) == {"p1.1", "p1.2"}


def test_against_the_opponents_attack_the_children_of_that_attack(index: Index) -> None:
    assert found(index, PRO, REBUT, "bullies simply find other marks to mock") == ["p1.1.1"]


def test_the_trees_of_both_sides_are_searched(index: Index) -> None:
    assert found(index, PRO, ATTACK, "dress lets teenagers express their identity") == ["c1.1"]
    assert found(index, PRO, ATTACK, "sparing some moves cruelty onto others") == []  # a leaf has no answer
    assert found(index, CON, REBUT, "identity shows in words and deeds instead") == ["c1.1.1"]
    assert found(index, CON, REINFORCE, "bullies simply find other marks to mock") == ["p1.1"]


def test_the_other_sides_nodes_are_never_taken_for_ones_own(index: Index) -> None:
    assert found(index, CON, REINFORCE, "uniforms reduce bullying over clothes") == []
    assert found(index, CON, ATTACK, "bullies simply find other marks to mock") == []


def test_under_the_threshold_there_is_nothing(index: Index) -> None:
    assert found(index, PRO, REINFORCE, "uniforms") == []
    assert found(index, PRO, ATTACK, "the moon pulls the tides") == []


def test_each_node_comes_with_its_strength_and_the_strongest_first(index: Index, motion: Rehearsal) -> None:
    for k in (0, 1, 2):
        (result,) = retrieve([Candidate(ATTACK, motion.nodes["p1"].claim, PRO)], index, CON, k)
        strengths = [f for _, f in result.nodes]
        assert {node.id: f for node, f in result.nodes} == {n: motion.nodes[n].f(k) for n in ("p1.1", "p1.2")}
        assert strengths == sorted(strengths, reverse=True)


def test_a_recognised_target_needs_no_likeness(index: Index) -> None:
    assert found(index, PRO, REBUT, "those lads pick on anything", source="p1.1") == ["p1.1.1"]
    assert found(index, PRO, REINFORCE, "what I said first", source="p1") == ["p1"]


def test_a_source_from_another_library_is_no_help(index: Index) -> None:
    assert found(index, PRO, REBUT, "those lads pick on anything", source="elsewhere") == []


# -- the index ---------------------------------------------------------------------------------------


def test_of_each_tree_only_the_best_node_is_taken(index: Index) -> None:
    everything = index.similar(Encoded("uniforms reduce bullying over clothes", index.embedder), PRO, -1.0)
    roots = [index.rehearsal.root_of(node).id for node, _ in everything]
    assert sorted(roots) == ["c1", "c2", "p1", "p2"]
    assert everything[0][0].id == "p1"
    assert [cosine for _, cosine in everything] == sorted((c for _, c in everything), reverse=True)


def test_cosines_are_one_a_node(index: Index, motion: Rehearsal) -> None:
    cosines = index.cosines(Encoded(motion.nodes["c2"].claim, index.embedder))
    assert cosines.shape == (len(motion.nodes),)
    assert index.nodes[int(cosines.argmax())].id == "c2"
    assert cosines.max() == pytest.approx(1.0, abs=1e-5)


def test_the_ear_knows_a_claim_by_its_reasons_too(motion: Rehearsal, embedder: BagEmbedder) -> None:
    reason = Encoded("mockery starts where labels are compared", embedder)
    assert Index(motion, embedder).similar(reason, PRO, 0.8) == []
    ((node, cosine),) = Index(motion, embedder, arguments=True).similar(reason, PRO, 0.8)
    assert node.id == "p1"
    assert cosine == pytest.approx(0.95, abs=1e-5)


def test_another_way_of_saying_a_claim_counts_as_the_claim(embedder: BagEmbedder) -> None:
    data = uniforms_data()
    data["sides"]["pro"]["trees"][0]["root"]["heard"] = ["nobody gets picked on for cheap trainers any more"]
    index = Index(Rehearsal(MotionFile.model_validate(data)), embedder)
    assert found(index, PRO, REINFORCE, "nobody gets picked on any more for cheap trainers") == ["p1"]


# -- hit rate ----------------------------------------------------------------------------------------


def test_the_hit_rate_is_the_share_of_actions_with_something_prepared(index: Index, motion: Rehearsal) -> None:
    targets = [motion.nodes["c1"].claim, motion.nodes["c2"].claim, "uniforms itch", "wool shrinks in the wash"]
    results = retrieve([Candidate(ATTACK, target, CON) for target in targets], index, PRO, 0)
    rows = by_kind(results, PRO)
    assert rows == (Anticipated(kind=ATTACK, count=4, own=0, theirs=2, either=2),)
    assert hit_rate(rows) == 0.5
    assert [bool(hit(one.candidate, PRO, index)) for one in results] == [bool(one.nodes) for one in results]


def test_the_hit_rate_of_nothing() -> None:
    assert hit_rate([]) is None
    assert hit_rate(anticipated([(ATTACK, frozenset())], PRO)) == 0.0


def test_a_claim_that_was_made_is_backed_by_its_grandchildren(index: Index) -> None:
    motion = index.rehearsal
    claim = motion.nodes["p1"].claim
    (reinforced,) = backed(retrieve([Candidate(REINFORCE, claim, PRO, source="p1")], index, PRO, 1), motion, 1)
    assert {node.id for node, _ in reinforced.nodes} == {"p1", "p1.1.1", "p1.2.1"}
    assert all(node.side is PRO for node, _ in reinforced.nodes)
    (attacked,) = backed(retrieve([Candidate(ATTACK, claim, PRO, source="p1")], index, CON, 1), motion, 1)
    assert {node.id for node, _ in attacked.nodes} == {"p1.1", "p1.2"}
