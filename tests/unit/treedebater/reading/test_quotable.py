"""The clause of a passage that may be quoted: whole, word for word, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning.methods.treedebater.reading.quotable import (
    LEAST,
    LEAST_SAID,
    MOST,
    MOST_SAID,
    question,
    quotable,
    sentence,
)


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


def test_a_clause_with_a_doubtful_word_is_left_and_another_one_quoted() -> None:
    passage = "The port was closed for nine days. The customers had printed the invitations already."
    words = passage.split()
    assert quotable(passage, {words.index("port")}) == "The customers had printed the invitations already"
    assert quotable(passage, {words.index("invitations")}) == "The port was closed for nine days"
    assert quotable(passage, {words.index("port"), words.index("invitations")}) is None


@pytest.mark.parametrize(
    ("passage", "asked"),
    [
        ("Who pays for the second uniform? Nobody told us.", "Who pays for the second uniform?"),
        ("Fair enough. And the strike? who pays for that one.", "who pays for that one"),  # heard with a full stop
        ("Where I live it rains in May.", None),
        ("My uncle pays. Right?", None),  # too short to be said back
        (
            "If the one who works twice as hard gets the same as the other, why would anybody work hard at all?",
            "why would anybody work hard at all?",
        ),
    ],
)
def test_the_question_of_a_passage_is_found(passage: str, asked: str | None) -> None:
    assert question(passage) == asked


def test_of_a_question_the_part_that_was_surely_heard_is_said_back() -> None:
    passage = "But when the limit penches, how long does the limit stay put?"
    assert question(passage, {4}) == "how long does the limit stay put?"
    assert question(passage, {8}) is None
    assert question("And who pays for the second uniform?", {0}) == "who pays for the second uniform?"
    assert question("Who pays for it? Did you get servant?", {7}) == "Who pays for it?"


@pytest.mark.parametrize(
    ("passage", "said"),
    [
        (
            "Write it in the contract, no selling, no adverts, wipe it in July.",
            "Write it in the contract, no selling, no adverts, wipe it in July",
        ),
        (
            "But twenty minutes of fractions isn't the same as four hours of people falling off skateboards, "
            "and you know it isn't.",
            "twenty minutes of fractions isn't the same as four hours of people falling off skateboards",
        ),
        ("Well, I want the teacher looking at the pupils.", "I want the teacher looking at the pupils"),
        ("It's worse than that for them, and everybody in the staff room knows it.", None),  # of nobody knows what
        ("If more people make things, and more people go and see them, and more people still buy them, "
         "and you still say decline, then it isn't a fact.", None),  # half of a condition
        ("Everyone said the nurses would forget how to think.", None),  # another's words
        ("I asked them twice about the bill for the second uniform.", None),  # of the debate
    ],
)  # fmt: skip
def test_a_whole_sentence_is_said_back_as_it_was_spoken(passage: str, said: str | None) -> None:
    assert sentence(passage) == said
    if said is not None:
        assert LEAST_SAID <= len(said.split()) <= MOST_SAID


def test_no_sentence_with_a_doubtful_word_is_said_back() -> None:
    passage = "Write it in the contract, no selling, no adverts, wipe it in July."
    assert sentence(passage, {4}) is None


def test_what_is_put_into_somebodys_mouth_is_not_said_back_as_the_speakers() -> None:
    assert quotable("When the pumps came in everyone said, oh, nurses will forget how to think.") is None
    assert question("The director rings me, and he asks, how do we comply without changing anything?") is None
