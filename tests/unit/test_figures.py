"""Which figures are in a text, and whether a source has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning.language.figures import figures, untraced


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Purchases fell 5.1 percent below trend.", ("5.1",)),
        ("Purchases fell five point one per cent below trend.", ("5.1",)),
        ("In 2012, 3.4% of 100,000 people left.", ("2012", "3.4", "100000")),
        ("It was two thousand and twelve.", ("2012",)),
        ("In nineteen ninety nine nobody knew.", ("1999",)),
        ("They spent 8.5 million dollars.", ("8500000",)),
        ("They spent eight point five million dollars.", ("8500000",)),
        ("I have two reasons, and the third is best.", ()),
        ("The first of three points is the best.", ()),
        ("Five percent of them agree.", ("5",)),
        ("It is ten times as much.", ("10",)),
        ("The 20th century was long.", ()),
        ("It costs 40bn, or £3bn, or 1.5m.", ("40000000000", "3000000000", "1500000")),
        ("It cost 40k jobs.", ("40000",)),
        ("It cost $5 a head.", ("5",)),
        ("One in five agrees.", ("0.2",)),
        ("Nine out of ten agree.", ("0.9",)),
        ("Two thirds of the members agree.", ("0.666667",)),
        ("Half of all families agree.", ("0.5",)),
        ("It grew 20x and then threefold.", ("20", "3")),
        ("In the 1990s it was 10-15%.", ("1990", "10", "15")),
        ("COVID-19 taught us that lessons go on 24/7.", ()),
        ("Half of it is true.", ()),
        ("Nothing here.", ()),
        ("", ()),
    ],
)
def test_figures(text: str, expected: tuple[str, ...]) -> None:
    assert figures(text) == expected


def test_words_and_digits_are_the_same_figure() -> None:
    assert untraced("Sales fell by twenty three percent.", ["A study found a fall of 23 percent."]) == ()
    assert untraced("Sales fell by 23 percent.", ["sales fell by twenty three percent it said"]) == ()


def test_a_figure_out_of_nowhere_is_named() -> None:
    assert untraced("Sales fell by 24 percent in 2016.", ["A 2016 study found a fall of 23 percent."]) == ("24",)


def test_a_percentage_is_not_carried_by_a_count() -> None:
    assert untraced("45 percent of voters agree.", ["In 45 test plots worms came back."]) == ("45",)
    assert untraced("45 percent of voters agree.", ["Of all voters 45 per cent did."]) == ()


@given(st.integers(13, 10**12))
def test_a_number_is_traced_to_itself_however_it_is_written(number: int) -> None:
    assert figures(f"about {number} of them") == figures(f"about {number:,} of them")
    assert untraced(f"about {number} of them", [f"{number:,}"]) == ()


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert untraced(text, [text]) == ()
    assert all(float(figure) >= 0 for figure in figures(text))
