"""What holds of every tree, whatever a model answers."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planning.language.figures.figures import figures
from planning.verify.policy import Mode, Policy
from planning.verify.questions import combined
from planning.verify.record import AnswerSentence, Verdict
from planning.verify.tracing import lacking, names_without_source, traced, without_news
from tests.unit.verify.scripted import CLAIM, Player, played

POLICIES = st.builds(
    lambda mode, depth, nodes, branch, again: Policy(
        mode=mode, depth=depth, min_depth=min(1, depth) if mode is Mode.MINIMUM else 0, nodes=nodes, branch=branch,
        leaf_rounds=1, synthesis_rounds=1, second_pass_below=again,
    ),
    st.sampled_from([Mode.ADAPTIVE, Mode.FIXED, Mode.MINIMUM]), st.integers(1, 3), st.integers(1, 16),
    st.integers(2, 4), st.sampled_from([0.0, 0.6, 1.0]),
)  # fmt: skip
NAMES = ["Boston", "Curie", "Siemens", "Uganda"]


def wild(seed: int) -> Player:
    """A player who splits, judges and is sure at random, and whose syntheses invent names and figures."""
    chance, player = random.Random(seed), Player()

    def split(asked, given):
        wide = chance.randrange(1, 7)
        children = [one | {"question": f"{given['children'][0]['question']}{n}"} for n in range(wide)
                    for one in given["children"][:1]]  # fmt: skip
        return given | {"children": children, "atomic": chance.random() < 0.2}

    def difficulty(asked, given):
        kinds = ["decompose"] * 8 + ["atomic", "clarify"]
        scores = [one | {"difficulty": chance.random()} for one in given["scores"]]
        return given | {"scores": scores, "decision": chance.choice(kinds), "missing": ["where"]}

    def invent(given, *fields):
        more = f" {chance.choice(NAMES)} counted {chance.randrange(20, 9000)} of them."
        return given | {field: given[field] + more for field in fields}

    player.changes = {
        "ProposedSplit": split,
        "Difficulty": difficulty,
        "LeafJudgement": lambda asked, given: given | {"confidence": chance.random(), "winner": chance.choice(
            ["A", "B", "tie", "neither"])},
        "ProposedIntegration": lambda asked, given: invent(given, "integration"),
        "SynthesisJudgement": lambda asked, given: invent(given, "answer") | {"confidence": chance.random()},
        "WrittenAnswer": lambda asked, given: given | {"answer": [*given["answer"], {
            "text": f"{chance.choice(NAMES)} agrees with {chance.randrange(20, 9000)} others.", "leaves": ["1.1"]}]},
    }  # fmt: skip
    return player


@settings(max_examples=25, deadline=None)
@given(POLICIES, st.integers(0, 10_000))
def test_whatever_is_answered(policy, seed):
    found = played(wild(seed), policy)
    by_id = found.by_id
    assert len(found.nodes) <= policy.nodes  # the paper's algorithm overshoots by up to three
    for node in found.nodes:
        assert node.depth <= policy.depth and len(node.children) <= policy.branch
        assert len(node.children) != 1
        if node.children:
            assert node.confidence <= min(by_id[child].confidence for child in node.children)
            assert node.leaves == tuple(leaf for child in node.children for leaf in by_id[child].leaves)
        else:
            assert node.leaf_reason is not None
        if node.verdict is Verdict.CLARIFY:
            assert "where" in node.answer and not node.debates
    said = " ".join([found.answer, *(node.answer for node in found.nodes if node.children)])
    assert not re.search("|".join(NAMES), said)  # no fact that no leaf has
    if found.verdict not in (Verdict.CLARIFY, Verdict.UNDECIDED):
        assert any("agrees with" in one.text for one in found.struck) or found.root.leaf_reason is not None
        assert all(one.leaves for one in found.sentences)


@given(st.floats(0, 1), st.lists(st.floats(0, 1), min_size=1))
def test_no_node_is_surer_than_its_least_sure_child(own, children):
    assert combined(own, children) <= min(children)


LEAVES = {
    "1.1": "Does water boil at 93 degrees in Quito? Yes. In Quito, 2,850 metres up, water boils at about 91 degrees.",
    "1.2": "Does pressure fall with height? Air pressure falls by about 30 percent up to 3,000 metres.",
}
SENTENCES = st.lists(
    st.sampled_from([
        "In Quito water boils at about 91 degrees.",
        "Air pressure falls with height.",
        "In La Paz water boils at about 91 degrees.",
        "In Quito water boils at 87 degrees.",
        "“Nobody cooks rice up there,” people say.",
        "A study by Harvard found that pressure falls.",
        "Governments should subsidise stoves for poor villages.",
    ])
)  # fmt: skip


@given(SENTENCES)
def test_a_text_keeps_only_what_its_leaves_have(texts):
    kept, struck = without_news("1", " ".join(texts), LEAVES, [CLAIM])
    assert len(struck) == len(texts) - sum("Quito water boils at about" in one or "falls with" in one for one in texts)
    assert {*figures(kept)} <= {*figures(" ".join(LEAVES.values()))}
    assert not names_without_source(kept, [*LEAVES.values(), CLAIM])


def test_a_sentence_is_traced_to_the_leaf_it_comes_from_whatever_it_cites():
    wrong = traced("Air pressure falls by about 30 percent up to 3,000 metres.", ["1.1"], LEAVES)
    none = traced("Water boils at 91 degrees in Quito.", ["9.9"], LEAVES)
    assert isinstance(wrong, AnswerSentence) and "1.2" in wrong.leaves
    assert isinstance(none, AnswerSentence) and none.leaves == ("1.1",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("In La Paz it boils at 91 degrees.", "La, Paz"),
        ("Marie Curie measured it.", "Marie, Curie"),
        ("It boils at 77 degrees.", "77"),
        ("Governments should subsidise stoves for poor villages.", "most of its words"),
    ],
)
def test_what_is_struck_says_why(text, why):
    assert why in lacking(text, [*LEAVES.values()])
