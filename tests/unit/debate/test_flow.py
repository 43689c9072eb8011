"""Debate flow trees: Alg. 2 line by line, and what no sequence of actions can break."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.errors import RuleError
from config.format import Side
from planning.debate.argument import Action, ActionKind
from planning.debate.encoding import Encoded
from planning.debate.flow import ROOT, ClaimStatus, FlowTree, find
from tests.fakes import BagEmbedder

PRO, CON = Side.PRO, Side.CON
PROPOSE, REINFORCE, ATTACK, REBUT = ActionKind


def act(kind: ActionKind, actor: Side, claim: str, argument: str = "", target: str = "") -> Action:
    return Action(kind=kind, actor=actor, claim=claim, argument=argument, target=target)


def opened() -> FlowTree:
    """Pro has claimed something, con has attacked it, pro has rebutted."""
    tree = FlowTree(PRO)
    tree.apply(act(PROPOSE, PRO, "uniforms reduce bullying", "labels start mockery"))
    tree.apply(act(ATTACK, CON, "bullies find other marks", "hair and accents"), "pro1")
    tree.apply(act(REBUT, PRO, "the easiest target is gone"), "pro2")
    return tree


# -- Alg. 2, line by line ----------------------------------------------------------------------------


def test_a_proposal_is_a_child_of_the_root_with_status_proposed() -> None:
    tree = FlowTree(PRO)
    node = tree.nodes[tree.apply(act(PROPOSE, PRO, "uniforms reduce bullying", "labels start mockery")) or ""]
    assert (node.parent, node.side, node.status, node.visits) == (ROOT, PRO, ClaimStatus.PROPOSED, 0)
    assert (node.claim, node.arguments, node.children) == ("uniforms reduce bullying", ["labels start mockery"], [])
    assert tree.top == [node.id]


def test_the_target_of_a_proposal_means_nothing() -> None:
    tree = opened()
    made = tree.apply(act(PROPOSE, PRO, "uniforms save money"), "pro2")
    assert made in tree.top
    assert tree.nodes["pro2"].visits == 1


def test_an_attack_visits_its_target_and_hangs_under_it() -> None:
    tree = opened()
    target, attack = tree.nodes["pro1"], tree.nodes["pro2"]
    assert (target.visits, target.status, target.children) == (1, ClaimStatus.ATTACKED, ["pro2"])
    assert (attack.side, attack.parent, attack.status, attack.visits) == (CON, "pro1", ClaimStatus.ATTACKED, 1)


def test_a_rebuttal_does_to_the_attack_what_the_attack_did() -> None:
    tree = opened()
    assert tree.nodes["pro2"].status is ClaimStatus.ATTACKED
    assert tree.nodes["pro3"].parent == "pro2"
    assert tree.nodes["pro3"].status is ClaimStatus.PROPOSED


def test_reinforcement_adds_the_argument_and_a_visit_and_nothing_else() -> None:
    tree = opened()
    assert tree.apply(act(REINFORCE, PRO, "uniforms reduce bullying", "a study agrees"), "pro1") == "pro1"
    node = tree.nodes["pro1"]
    assert node.arguments == ["labels start mockery", "a study agrees"]
    assert (node.visits, node.children, len(tree.nodes)) == (2, ["pro2"], 3)


def test_reinforcing_an_attacked_claim_leaves_it_attacked() -> None:
    tree = opened()
    tree.apply(act(REINFORCE, PRO, "uniforms reduce bullying", "a study agrees"), "pro1")
    assert tree.nodes["pro1"].status is ClaimStatus.ATTACKED


def test_an_action_without_an_argument_adds_none() -> None:
    tree = opened()
    tree.apply(act(REINFORCE, PRO, "uniforms reduce bullying"), "pro1")
    assert tree.nodes["pro1"].arguments == ["labels start mockery"]
    assert tree.nodes["pro3"].arguments == []


def test_what_matches_nothing_is_kept() -> None:
    tree = opened()
    lost = act(ATTACK, CON, "the sea is rising", target="the weather is fine")
    assert tree.apply(lost, None) is None
    assert tree.unmatched == [lost]
    assert len(tree.nodes) == 3


def test_where_a_claim_was_recognised_it_remembers_from_where() -> None:
    tree = FlowTree(CON)
    action = act(PROPOSE, CON, "dress is identity").model_copy(update={"source": "c1"})
    assert tree.nodes[tree.apply(action) or ""].source == "c1"


def test_nobody_proposes_in_the_other_sides_tree() -> None:
    tree = FlowTree(PRO)
    with pytest.raises(RuleError, match="con cannot propose in the tree of pro"):
        tree.apply(act(PROPOSE, CON, "dress is identity"))
    assert tree == FlowTree(PRO)


@pytest.mark.parametrize("kind", [REINFORCE, ATTACK, REBUT])
def test_a_target_that_is_not_in_the_tree(kind: ActionKind) -> None:
    tree = opened()
    with pytest.raises(RuleError, match="has no node 'con1'"):
        tree.apply(act(kind, CON, "anything"), "con1")
    assert tree == opened()


# -- reading the tree --------------------------------------------------------------------------------


def test_walking_goes_depth_first_in_the_order_of_speaking() -> None:
    tree = opened()
    tree.apply(act(PROPOSE, PRO, "uniforms save money"))
    tree.apply(act(ATTACK, CON, "cheap versions stay visible"), "pro1")
    assert [node.id for node in tree] == ["pro1", "pro2", "pro3", "pro5", "pro4"]


def test_each_side_has_its_nodes() -> None:
    tree = opened()
    assert [node.id for node in tree.of(PRO)] == ["pro1", "pro3"]
    assert [node.id for node in tree.of(CON)] == ["pro2"]


def test_a_node_knows_its_thread_and_depth() -> None:
    tree = opened()
    last = tree.nodes["pro3"]
    assert tree.thread(last) is tree.nodes["pro1"]
    assert [tree.depth(tree.nodes[n]) for n in ("pro1", "pro2", "pro3")] == [0, 1, 2]


def test_only_the_opponents_leaves_are_unanswered() -> None:
    tree = opened()
    assert tree.unanswered(PRO) == []
    assert [node.id for node in tree.unanswered(CON)] == ["pro3"]
    tree.apply(act(ATTACK, CON, "cheap versions stay visible"), "pro1")
    assert [node.claim for node in tree.unanswered(PRO)] == ["cheap versions stay visible"]


# -- any debate at all -------------------------------------------------------------------------------

moves = st.lists(
    st.tuples(
        st.sampled_from(list(ActionKind)),
        st.sampled_from(list(Side)),
        st.integers(0, 40),  # which node, counted round
        st.booleans(),  # whether the target is found
        st.sampled_from(["", "because it is so"]),
    ),
    max_size=40,
)


@given(st.sampled_from(list(Side)), moves)
def test_no_debate_breaks_the_tree(owner: Side, debate: list[tuple[ActionKind, Side, int, bool, str]]) -> None:
    tree = FlowTree(owner)
    visits: Counter[str] = Counter()
    made, lost = 0, 0
    for number, (kind, actor, pick, found, argument) in enumerate(debate):
        names = list(tree.nodes)
        target = names[pick % len(names)] if names and found else None
        action = act(kind, owner if kind is PROPOSE else actor, f"claim {number}", argument)
        result = tree.apply(action, target)
        if kind is PROPOSE:
            made += 1
        elif target is None:
            lost += 1
            assert result is None
        else:
            visits[target] += 1
            made += kind is not REINFORCE
            assert (result == target) is (kind is REINFORCE)

    assert len(tree.nodes) == made
    assert len(tree.unmatched) == lost
    assert Counter(node.id for node in tree) == Counter(list(tree.nodes))  # every node is reached, and once
    for node in tree:
        assert node.visits == visits[node.id]
        assert (node.status is ClaimStatus.ATTACKED) is bool(node.children)
        assert all(tree.nodes[child].parent == node.id for child in node.children)
        assert (node.parent == ROOT) is (node.id in tree.top)
        assert tree.thread(node).id in tree.top
    leaves = {node.id for node in tree if not node.children}
    for side in Side:
        assert {node.id for node in tree.unanswered(side)} == {n for n in leaves if tree.nodes[n].side is not side}


@given(st.sampled_from(list(Side)), moves)
def test_the_same_debate_gives_the_same_tree_twice(
    owner: Side, debate: list[tuple[ActionKind, Side, int, bool, str]]
) -> None:
    first, second = FlowTree(owner), FlowTree(owner)
    for kind, actor, pick, found, argument in debate:
        names = list(first.nodes)
        target = names[pick % len(names)] if names and found else None
        action = act(kind, owner if kind is PROPOSE else actor, f"claim {pick}", argument)
        assert first.apply(action, target) == second.apply(action, target)
    assert first == second


# -- finding a target --------------------------------------------------------------------------------


def test_the_same_words_are_found_without_asking_the_embedder(embedder: BagEmbedder) -> None:
    tree = opened()
    assert find(Encoded("uniforms reduce bullying", embedder), tree.of(PRO), 2.0) == "pro1"  # no cosine reaches 2


def test_a_reordering_reaches_the_threshold(embedder: BagEmbedder) -> None:
    assert find(Encoded("bullying? uniforms reduce it", embedder), opened().of(PRO), 0.8) == "pro1"


def test_the_threshold_itself_is_enough(embedder: BagEmbedder) -> None:
    said, asked = "uniforms reduce bullying", "uniforms reduce boredom"
    cosine = float(embedder.embed([said])[0] @ embedder.embed([asked])[0])
    assert find(Encoded(asked, embedder), opened().of(PRO), cosine) == "pro1"
    assert find(Encoded(asked, embedder), opened().of(PRO), cosine + 1e-3) is None


def test_the_best_of_several_is_taken(embedder: BagEmbedder) -> None:
    tree = opened()
    tree.apply(act(PROPOSE, PRO, "uniforms reduce teasing at school"))
    assert find(Encoded("uniforms reduce teasing in school", embedder), tree.of(PRO), 0.5) == "pro4"


def test_only_the_side_in_question_is_searched(embedder: BagEmbedder) -> None:
    tree = opened()
    assert find(Encoded("bullies find other marks", embedder), tree.of(PRO), 0.8) is None
    assert find(Encoded("bullies find other marks", embedder), tree.of(CON), 0.8) == "pro2"


@pytest.mark.parametrize("claim", ["", "uniforms reduce bullying"])
def test_nothing_is_found_where_nothing_is(embedder: BagEmbedder, claim: str) -> None:
    assert find(Encoded(claim, embedder), [], 0.0) is None
    assert find(Encoded("", embedder), opened().of(PRO), 0.0) is None
