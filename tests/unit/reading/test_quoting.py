"""Words that somebody is said to have used are looked up in what was heard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.heard_word import HeardWord
from planning.reading.passages import Passage, found, unsure

HEARD = [
    Passage("well my opponent says it reduces bullying but bullies don't need clothes", 0.0, 6.0),
    Passage("they find 60,000 other marks, shoes and phones and hair.", 7.0, 12.0),
]


OTHERS = "they find 60,000 other marks,"
ALL = "they find 60,000 other marks, shoes and phones and hair."


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("bullies don't need clothes", "bullies don't need clothes"),
        ("“Bullies dont need clothes.”", "bullies don't need clothes"),
        ("BULLIES DON’T NEED CLOTHES, they find 60,000 other marks", f"bullies don't need clothes {OTHERS}"),
        ("they find many other marks, shoes", None),
        ("they find 60,000 other marks, shoes and scarves and hair", ALL),
        ("they find 60,000 marks shoes and phones", "they find 60,000 other marks, shoes and phones"),
        ("shoes and hats", None),
        ("uniforms are a waste of money", None),
        ("", None),
        ("…", None),
    ],
)
def test_a_quote_is_found_as_it_was_heard_or_not_at_all(quote: str, words: str | None) -> None:
    clause = found(quote, HEARD)
    assert (clause.text if clause else None) == words


def test_a_clause_has_the_times_of_its_words() -> None:
    words = [
        HeardWord(text, 1.0 * place, place + 0.9) for place, text in enumerate("they find other marks anyway".split())
    ]
    clause = found("other marks", [Passage("well then", 0.0, 0.5), Passage.of(words)])
    assert clause is not None
    assert (clause.start, clause.end, clause.passage.text) == (2.0, 3.9, "they find other marks anyway")


def test_without_times_of_words_they_are_guessed_within_the_passage() -> None:
    clause = found("bullies don't need clothes", HEARD)
    assert clause is not None
    assert 2.0 < clause.start < 4.5 and clause.end == 6.0
    assert HEARD[0].timed()[0].start == 0.0


@given(st.lists(st.sampled_from("shoes hats hair phones coats".split()), min_size=1, max_size=30), st.data())
def test_whatever_was_heard_can_be_quoted(heard: list[str], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(heard) - 1))
    last = data.draw(st.integers(first, len(heard) - 1))
    quote = " ".join(heard[first : last + 1])
    half = len(heard) // 2
    passages = [
        Passage(" ".join(part), at, at + 1.0) for at, part in ((0.0, heard[:half]), (1.0, heard[half:])) if part
    ]
    clause = found(quote, passages)
    assert clause is not None and clause.text == quote
    assert 0.0 <= clause.start < clause.end <= 2.0


def doubted(*words: tuple[str, float | None]) -> set[str]:
    heard = [HeardWord(text, i * 0.4, i * 0.4 + 0.3, sure) for i, (text, sure) in enumerate(words)]
    places = " ".join(text for text, _ in words).split()
    return {places[place] for place in unsure(heard)}


def test_a_content_word_below_its_limit_is_doubted() -> None:
    assert doubted(("Unions", 0.9), ("protect", 0.59), ("members", 0.6)) == {"protect"}


def test_a_small_word_that_begins_a_sentence_is_seldom_doubted() -> None:
    words = ("And", 0.25), ("unions", 0.9), ("pay.", 0.9), ("The", 0.25), ("members", 0.9), ("pay.", 0.9)
    assert doubted(*words) == set()
    assert doubted(("And", 0.1), ("unions", 0.9), ("pay", 0.9)) == {"And"}


def test_the_same_small_word_inside_a_sentence_is_doubted() -> None:
    assert doubted(("Unions", 0.9), ("and", 0.25), ("members", 0.9)) == {"and"}
    assert doubted(("Unions", 0.9), ("and", 0.45), ("members", 0.9)) == set()


def test_a_name_that_begins_a_sentence_is_doubted_like_any_other() -> None:
    assert doubted(("Foster", 0.5), ("pays.", 0.9)) == {"Foster"}


def test_nobody_doubts_words_of_which_nothing_is_told() -> None:
    assert unsure([HeardWord("mine", 0.0, 0.3), HeardWord("too", 0.3, 0.6)]) == frozenset()


def test_a_word_with_a_blank_in_it_stands_for_as_many_places() -> None:
    heard = [HeardWord("New York", 0.0, 0.5, 0.9), HeardWord("pays", 0.5, 0.8, 0.3)]
    assert unsure(heard) == {2}
