"""The clause of a passage that may be quoted: whole, word for word, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning.reading.quotable import LEAST, MOST, quotable


@pytest.mark.parametrize(
    ("passage", "clause"),
    [
        (
            "but we can fix that with a free account and a bit of shame",
            "we can fix that with a free account and a bit of shame",
        ),
        ("My members haven't got accounts on some island.", "My members haven't got accounts on some island"),
        (
            "So you do it like the drinks, with steps, so the company can dodge it by making the stuff better.",
            "the company can dodge it by making the stuff better",
        ),
        (
            "So our lads pay the dues and the whole town gets the rise.",
            "our lads pay the dues and the whole town gets the rise",
        ),
    ],
)
def test_a_whole_clause_is_quoted_as_it_was_heard(passage: str, clause: str) -> None:
    assert quotable(passage) == clause


@pytest.mark.parametrize(
    "passage",
    [
        "because of a number",
        "it is worse than that for them",  # of nobody knows what
        "so who pays for the second uniform when the first is wet",
        "ladies and gentlemen thank you for having me here tonight",
        "they told us that uniforms reduce bullying over clothes",
        "which nobody in the whole school could ever afford",
        "and then the ones with the most and",
        "a greedy cousin who've got better reasons than me",
        "don't you buy it first and then act surprised",
        "",
    ],
)
def test_what_cannot_stand_alone_is_not_quoted(passage: str) -> None:
    assert quotable(passage) is None


@given(
    st.lists(
        st.sampled_from("the school pays and but it is a rule because children who lose, money should. cost".split()),
        max_size=40,
    )
)
def test_a_quotation_is_always_words_that_follow_each_other(words: list[str]) -> None:
    passage = " ".join(words)
    clause = quotable(passage)
    if clause is not None:
        assert clause in passage
        assert LEAST <= len(clause.split()) <= MOST
