"""What to ask of a point nobody prepared for, and in which of its words."""

from __future__ import annotations

from collections import Counter

import pytest

from config.phrases import load_phrases
from planning.language.reasoning import Form, OwnWords, form_of
from planning.language.wording import Phrases

FAMILIAR = {"price": 4, "health": 6, "family": 2, "budgets": 2}
WORDS = OwnWords(FAMILIAR, ["The rise of price levels", "It is good for health and price."], ["family budgets"])


@pytest.mark.parametrize(
    ("passage", "form"),
    [
        ("a study found that forty percent of them stopped", Form.FIGURE),
        ("my neighbour told me when i met her at the shop", Form.STORY),
        ("it is unfair and every person has a right to choose", Form.RIGHT),
        ("soon they will do it and it will end up in tears", Form.FORECAST),
        ("who pays for it when no family can afford the bill", Form.COST),
        ("why not use the courts instead they already have the power", Form.OTHER_WAY),
        ("it never works and nobody ever does it", Form.ALWAYS),
        ("it happens because fear makes people leave", Form.CAUSE),
        ("grey wool and green hills", Form.PLAIN),
    ],
)
def test_how_a_point_argues_shows_in_small_words(passage: str, form: Form) -> None:
    assert form_of([passage]) is form


def test_every_form_has_something_to_ask() -> None:
    phrases = Phrases(load_phrases(), "seed")
    for form in Form:
        assert phrases.has(f"reason.{form}.ask")
        assert phrases.has(f"reason.{form}.then")


def of(point: str, said: str = "") -> str:
    return WORDS.of([point], Counter(said.lower().split()))


def test_a_familiar_noun_is_named_as_the_opponent_used_it() -> None:
    assert of("they raised the price") == "the price"
    assert of("we care about health") == "health"
    assert of("every price in the shop") == "every price"


def test_a_compound_stays_together() -> None:
    assert of("this squeezes family budgets") == "family budgets"


def test_one_is_named() -> None:
    assert of("the price and health and family budgets") == "family budgets"


def test_a_word_nobody_prepared_must_be_heard_twice() -> None:
    assert of("i looked at the hammer and then left", "the hammer") == ""
    assert of("i looked at the hammer and then left", "the hammer and my hammer") == "the hammer"


@pytest.mark.parametrize(
    "point", ["the running was long", "a terrible mess", "the same and the other", "per person", ""]
)
def test_what_is_no_noun_or_says_nothing_is_not_named(point: str) -> None:
    assert of(point, f"{point} {point} again") == ""
