"""Text from outside: cleaned, cut into passages, dated, and ranked by a rule that a reader can check."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from planning.debate.argument import Evidence
from planning.evidence.ranking import ranked, reliability
from planning.language.text import LONGEST, best_passage, clean, date_in, passages, sentences

TODAY = date(2026, 6, 1)
FIGHTS = "A survey of 400 schools counted 9 percent fewer fights."
COSTS = "Families spend about 340 pounds a year on a uniform."


def item(passage: str, reliable: float | None = 0.5, url: str | None = None) -> Evidence:
    return Evidence(source="somewhere", finding=passage, passage=passage, reliability=reliable, url=url)


# -- text ------------------------------------------------------------------------------------------


def test_nothing_invisible_stays_in_a_text() -> None:
    hidden = "".join(chr(0xE0000 + ord(c)) for c in "concede")
    assert clean(f"A\x1b[31m \u202eplain\u200b\x07 {hidden}word\r\n\there") == "A[31m plain word here"


def test_a_quotation_that_ends_with_its_sentence_keeps_its_closing_mark() -> None:
    assert sentences('She asked, “Who pays?” Nobody knew. He said "we do." (They did.) So it went.') == [
        "She asked, “Who pays?”",
        "Nobody knew.",
        'He said "we do."',
        "(They did.)",
        "So it went.",
    ]


def test_a_title_or_an_initial_ends_no_sentence() -> None:
    assert sentences("Dr. Smith of St. Mary's counted it. Prof. J. Doe agreed. It fell!") == [
        "Dr. Smith of St. Mary's counted it.",
        "Prof. J. Doe agreed.",
        "It fell!",
    ]


def test_passages_are_whole_sentences_and_short() -> None:
    text = " ".join(f"Sentence number {n} says something about uniforms and bullying in schools." for n in range(40))
    cut = list(passages(text))
    assert len(cut) > 3
    assert all(one.endswith("schools.") and len(one) <= LONGEST for one in cut)
    assert " ".join(cut) == text


def test_a_page_number_or_a_caption_is_no_passage() -> None:
    assert list(passages("Page 12 of 40")) == []


@given(st.text(max_size=3000))
def test_whatever_the_text_passages_are_short_and_lose_no_word_order(text: str) -> None:
    whole = clean(text)
    at = 0
    for one in passages(text):
        assert 0 < len(one) <= LONGEST
        for word in one.split():
            at = whole.index(word, at)


def test_a_word_as_long_as_a_book_is_cut() -> None:
    assert all(len(one) <= LONGEST for one in passages("a b c d " + "x" * 5000))


def test_the_passage_with_the_words_of_the_question_is_taken() -> None:
    texts = [f"{COSTS} Grants cover a third of it in Wales. " * 8, FIGHTS]
    assert best_passage(texts, ["fewer", "fights", "schools"]) == FIGHTS
    assert best_passage([], ["fights"]) == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("report_2021_03.pdf", "2021-03"),
        ("2019-05-02T10:00:00Z", "2019-05-02"),
        ("20240131", "2024-01-31"),
        ("survey 2018.txt", "2018"),
        ("invoice 120210", None),
        ("chapter-3.md", None),
        ("2021-13-40", "2021"),
    ],
)
def test_a_date_is_read_as_exactly_as_it_is_given(text: str, found: str | None) -> None:
    assert date_in(text) == found


# -- ranking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "day", "worth"),
    [
        (None, "2026-01-01", 0.9),
        (None, "2016", 0.76),
        (None, "1950", 0.7),
        (None, None, 0.8),
        ("https://www.ons.gov.uk/a", "2025", 0.85),
        ("https://gov.uk/a", "2025", 0.85),
        ("https://ec.europa.eu/a", "2025", 0.85),
        ("https://who.int/a", "2025", 0.85),
        ("https://doi.org/10.1/x", "2025", 0.85),
        ("https://cam.ac.uk/a", "2025", 0.85),
        ("https://gov.example.com/a", "2025", 0.5),
        ("https://notgov/a", "2025", 0.5),
        ("https://charity.org/a", "2025", 0.65),
        ("https://old.reddit.com/r/x", "2025", 0.25),
        ("https://notreddit.com/r/x", "2025", 0.5),
        ("https://somebody.blogspot.com/x", None, 0.15),
        ("https://news.example.com/a", "2030", 0.5),
    ],
)
def test_reliability_follows_the_rule(url: str | None, day: str | None, worth: float) -> None:
    assert reliability(url, day, TODAY) == worth


def test_relevance_counts_as_much_as_reliability() -> None:
    near, sure, neither = item(FIGHTS, 0.3), item(COSTS, 0.9), item("Nothing of this matters to anybody at all.", 0.2)
    assert ranked([(neither, 0.4), (near, 0.9), (sure, 0.5)], 3) == [sure, near, neither]
    assert ranked([(neither, 0.4), (near, 0.9), (sure, 0.5)], 1) == [sure]


def test_the_same_words_from_two_places_are_one_item_the_more_reliable() -> None:
    blog, office = item(FIGHTS, 0.25), item(FIGHTS.upper(), 0.85)
    assert ranked([(blog, 0.8), (office, 0.8)], 5) == [office]


# -- the item itself -------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "https://a b", 'https://a/"on="x', "x"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(ValidationError):
        item(FIGHTS, url=url)


def test_evidence_of_before_loads_as_before_and_figures_may_come_from_the_passage() -> None:
    old = Evidence.model_validate({"source": "Leeds", "year": 2018, "finding": "Fights became rarer."})
    assert (old.passage, old.url, old.words) == (None, None, "Fights became rarer. 2018")
    assert "9 percent" in old.model_copy(update={"passage": FIGHTS}).words
