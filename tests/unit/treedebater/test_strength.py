"""f_k, the only scoring formula: the paper's figures, and a plain recursion as the second opinion."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning.methods.treedebater.trees.strength import strengths

GAMMA = 0.8
NONE = float("nan")
score = st.floats(0, 2, allow_nan=False)


class Plain:
    """The definition as the paper writes it, one node at a time."""

    def __init__(self, parents: list[int], attack: list[float], support: list[float]) -> None:
        self.parents, self.attack, self.support = parents, attack, support
        self.children: list[list[int]] = [[] for _ in parents]
        self.level: list[int] = []
        for node, above in enumerate(parents):
            self.level.append(self.level[above] + 1 if above >= 0 else 0)
            if above >= 0:
                self.children[above].append(node)

    def f(self, k: int, node: int) -> float:
        base = self.base(node)
        if k == 0 or not self.children[node]:
            return base
        return base - GAMMA * max(self.f(k - 1, child) for child in self.children[node])

    def base(self, node: int) -> float:
        if self.level[node] == 0:
            return self.support[node]
        if self.level[node] == 1:
            return self.attack[node]
        return (self.attack[node] + self.support[node]) / 2

    def height(self, node: int) -> int:
        return max((1 + self.height(child) for child in self.children[node]), default=0)


@st.composite
def trees(draw: st.DrawFn) -> Plain:
    size = draw(st.integers(1, 30))
    parents = [-1] + [draw(st.integers(0, i - 1)) for i in range(1, size)]
    attack = draw(st.lists(score, min_size=size, max_size=size))
    support = draw(st.lists(score, min_size=size, max_size=size))
    return Plain(parents, attack, support)


def table(tree: Plain, max_k: int | None = None) -> np.ndarray:
    return strengths(tree.parents, tree.attack, tree.support, max_k=max_k)


def test_the_golden_case_of_appendix_b3() -> None:
    # root, its child, the child's child, and three leaves under that
    parents = [-1, 0, 1, 2, 2, 2]
    attack = [NONE, 1.3, 1.4, 0.8, 1.0, 1.2]
    support = [1.6, NONE, 1.6, 0.8, 0.8, 1.0]
    f = strengths(parents, attack, support)
    assert f[3:, 0] == pytest.approx([0.8, 0.9, 1.1], abs=1e-12)
    assert f[2, 1] == pytest.approx(0.62, abs=1e-12)
    assert f[1, 2] == pytest.approx(0.804, abs=1e-12)
    assert f[0, 3] == pytest.approx(0.9568, abs=1e-12)


@pytest.mark.parametrize("k", [0, 1, 2, 5])
def test_a_leaf_has_the_same_strength_for_every_k(k: int) -> None:
    f = strengths([-1, 0, 0], [NONE, 1.25, 0.5], [1.5, NONE, NONE], max_k=5)
    assert f[1, k] == 1.25
    assert f[2, k] == 0.5


def test_a_tree_of_one_claim() -> None:
    assert strengths([-1], [NONE], [1.4]).tolist() == [[1.4]]


def test_only_the_best_reply_counts() -> None:
    f = strengths([-1, 0, 0], [NONE, 0.3, 1.0], [2.0, NONE, NONE])
    assert f[0, 1] == pytest.approx(2.0 - 0.8 * 1.0)


def test_look_ahead_may_stop_short_of_the_leaves() -> None:
    f = strengths([-1, 0, 1], [NONE, 1.3, 1.0], [1.6, NONE, 1.0], max_k=1)
    assert f.shape == (3, 2)
    assert f[0, 1] == pytest.approx(1.6 - 0.8 * 1.3)  # the answer to the answer lies beyond k


def test_another_gamma() -> None:
    assert strengths([-1, 0], [NONE, 1.0], [1.0, NONE], gamma=0.5)[0, 1] == 0.5


@given(trees(), st.integers(0, 8))
def test_the_table_is_the_recursion(tree: Plain, max_k: int) -> None:
    f = table(tree, max_k)
    expected = [[tree.f(k, node) for k in range(max_k + 1)] for node in range(len(tree.parents))]
    assert np.allclose(f, expected, atol=1e-12)


@given(trees())
def test_beyond_its_height_a_node_no_longer_changes(tree: Plain) -> None:
    deep = table(tree, max_k=35)
    for node in range(len(tree.parents)):
        assert (deep[node, tree.height(node) :] == deep[node, -1]).all()
    by_default = table(tree)
    assert by_default.shape[1] == tree.height(0) + 1
    assert (by_default[:, -1] == deep[:, -1]).all()


@given(trees())
def test_no_strength_is_above_its_base_by_more_than_a_losing_reply_allows(tree: Plain) -> None:
    f = table(tree)
    assert (f <= 2.0 + GAMMA * max(0.0, -float(f.min()))).all()


def test_scores_a_level_does_not_use_may_be_missing() -> None:
    f = strengths([-1, 0, 1], [NONE, 1.0, 1.0], [1.0, NONE, 1.0])
    assert not np.isnan(f).any()


@pytest.mark.parametrize(
    ("parents", "attack", "support"),
    [
        ([-1, 0], [1.0], [1.0, 1.0]),
        ([-1, 0], [1.0, 1.0], [1.0]),
        ([-1], [1.0, 1.0], [1.0, 1.0]),
    ],
)
def test_one_score_a_node_is_needed(parents: list[int], attack: list[float], support: list[float]) -> None:
    with pytest.raises(ValueError, match="one entry for each node"):
        strengths(parents, attack, support)


@pytest.mark.parametrize("parents", [[1, -1], [0], [-1, 1], [-1, 2, 0]])
def test_a_parent_comes_before_its_children(parents: list[int]) -> None:
    with pytest.raises(ValueError, match="before its children"):
        strengths(parents, [1.0] * len(parents), [1.0] * len(parents))


def test_a_tree_of_a_hundred_thousand_nodes() -> None:
    chance = random.Random(20261120)
    size = 100_000
    parents = [-1] + [chance.randrange(i) for i in range(1, size)]
    tree = Plain(parents, [chance.uniform(0, 2) for _ in parents], [chance.uniform(0, 2) for _ in parents])
    f = table(tree)
    deepest = max(tree.level)
    assert f.shape == (size, deepest + 1)
    for node in [0, *chance.sample(range(size), 300)]:
        for k in {0, 1, 2, deepest}:
            assert f[node, k] == pytest.approx(tree.f(k, node), abs=1e-9)


def test_a_chain_a_hundred_thousand_nodes_long_needs_no_recursion() -> None:
    size = 100_000
    f = strengths([-1, *range(size - 1)], [1.0] * size, [1.0] * size, max_k=2)
    assert f[0].tolist() == pytest.approx([1.0, 0.2, 0.84])
