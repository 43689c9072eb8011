"""How many calls the checks of a comparison add, counted on a tree whose size is known."""

from __future__ import annotations

from bench.comparing.checks import SENTENCES, run
from tests.fakes import BagEmbedder


def test_the_checks_are_two_a_debate_and_one_a_sentence() -> None:
    rows = run(BagEmbedder(), (1, 2)).results
    for row, debates in zip(rows, (3, 12), strict=True):
        assert row["checks"] == 2 * debates + SENTENCES + SENTENCES // 2  # half of them are written again
        assert row["written_again"] == 1
    assert [row["without_checks"] for row in rows] == [28, 112]
