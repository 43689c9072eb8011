"""Which heard words may be said back: a content word needs more than a small one, and the first least."""

from __future__ import annotations

from config.heard_word import HeardWord
from planning.reading.quoting import unsure


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
