"""Which figures are in a text, and whether a source has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planning.evidence.tracing import contradictions, lack
from planning.language.figures.figures import accounts, figures, untraced


def test_points_of_a_percentage_are_points_but_no_percentage() -> None:
    assert untraced("Support rose by 9 percentage points.", ["Support rose by 9 points."]) == ()
    assert untraced("There is a 19-point gap.", ["The gap is 19 percentage points."]) == ()
    assert untraced("Support rose by 9 percent.", ["Support rose by 9 points."]) == ("9",)
    assert untraced("Support rose by 9 percentage points.", ["It rose by 8 points in 9 towns."]) == ("9",)
    assert figures("I have two points to make.") == ()


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
        ("One half of all families agree.", ("0.5",)),
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


def test_so_many_times_are_so_many_occasions() -> None:
    counted = ["By 2021 the Treasury had counted 78 occasions since 1960 on which Congress raised the limit."]
    assert untraced("Congress raised it 78 times.", counted) == ()
    assert untraced("Congress raised it 79 times.", counted) == ("79",)


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


# -- however it was written or heard -----------------------------------------------------------------

SIXTY = ("60,000", "60 000", "60'000", "60k", "60 thousand", "sixty thousand", "sixty-thousand", "60 grand", "60,000.0")


@pytest.mark.parametrize("said", SIXTY)
@pytest.mark.parametrize("written", SIXTY)
def test_what_the_opponent_has_just_said_is_known_in_any_form(said: str, written: str) -> None:
    assert untraced(f"They fear for {written} jobs.", [f"and then {said} people lose their jobs"]) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Forty to sixty thousand pounds.", ("40000", "60000")),
        ("Between forty and sixty thousand pounds.", ("40000", "60000")),
        ("Half a million, then one and a half million.", ("500000", "1500000")),
        ("Three quarters of a million.", ("750000",)),
        ("Five hundred and 5 hundred.", ("500", "500")),
        ("One percent, two percent, point five percent.", ("1", "2", "0.5")),
        ("30 of the 100 pupils.", ("0.3",)),
        ("Two out of three.", ("0.666667",)),
        ("It killed 5 in 2019.", ("2019",)),
        ("In twenty twenty-six and in twenty oh eight.", ("2026", "2008")),
        ("Forty pct and 40 per cents.", ("40", "40")),
    ],
)
def test_numbers_in_other_forms(text: str, expected: tuple[str, ...]) -> None:
    assert figures(text) == expected


# -- what is no figure -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "Millions of women wait.",
        "Hundreds of thousands of jobs, and dozens of towns.",
        "Half of all families, a third of the pupils, and a dozen schools.",
        "A couple of hundred and several thousand.",
        "It would matter in a thousand small ways.",
        "My three reasons, of which the 21st century needs the second.",
        "In my 45 seconds I will show it, and I have thirty seconds left.",
        "Twenty minutes of this speech went to one story.",
        "It is open 24 hours a day and 365 days a year.",
        "People in their 20s know it.",
        "I am one hundred per cent sure.",
        "Section 230, 9/11 and a fifty-fifty chance.",
        "Picture a teacher in front of thirty children.",
        "Think of a class of thirty.",
        "An eighteen year old signs; she began work at nineteen and turned thirty in debt.",
    ],
)
def test_what_nobody_has_counted_is_no_figure(text: str) -> None:
    assert figures(text) == ()


def test_a_loose_quantity_must_not_be_another_than_the_cited_one() -> None:
    assert contradictions("Half of women agree.", ["12 per cent of women agree."]) == ("Half of women",)
    assert contradictions("Half of all women agree.", ["In towns 45 percent of women agree."]) == ()
    assert contradictions("Half of all men agree.", ["12 percent of women agree."]) == ()
    assert contradictions("Millions of women wait.", ["340,000 women wait."]) == ("Millions of women",)
    assert contradictions("Millions of women wait.", ["3 million women wait."]) == ()
    assert contradictions("Millions of women wait.", []) == ()


def test_a_range_is_the_same_however_it_is_said_and_sixty_is_not_sixty_thousand() -> None:
    for said in ("between twenty and forty percent", "twenty or forty percent", "from 20% to 40%"):
        assert untraced(f"It cuts costs by {said}.", ["costs fell by 20 to 40 percent"]) == ()
    assert untraced("It takes sixty jobs.", ["it takes 60,000 jobs"]) == ("60",)
    assert untraced("It takes sixty thousand jobs.", ["it takes 60,000 jobs"]) == ()
    assert untraced("Thirty children died.", ["children died"]) == ("30",)


# -- plain steps -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "source", "step"),
    [
        ("That is 40,000 fewer.", "of 100,000 only 60,000 came back", "100000 - 60000"),
        ("Of 100,000 only 60,000 came: 40,000 did not.", "100 thousand left, sixty thousand came", "100000 - 60000"),
        ("Together they are 160,000.", "100,000 in one town and 60,000 in the other", "100000 + 60000"),
        ("30 per cent passed.", "of 100 pupils, 30 passed", "30 / 100"),
        ("Seventy per cent do not.", "thirty percent do", "100 - 30"),
        ("Twice that is 120,000.", "60,000", "twice 60000"),
        ("It is three times as many.", "20,000 before and 60,000 after", "60000 / 20000"),
        ("It rose by fifty per cent.", "from 40 to 60", "(60 - 40) / 40"),
        ("It took 30 years longer.", "begun in 1990 and ended in 2020", "2020 - 1990"),
        ("That leaves about four in ten without it.", "61 percent finished", "100 - 61"),
        ("About six in ten finish.", "61 percent finished", ""),
        ("Nearly 60,000 came.", "59,400 came", "59400, rounded"),
        ("More than 400 came.", "412 came", "412, rounded"),
        ("30 per cent of the 60,000 is 18,000.", "thirty percent of 60,000", "30 % of 60000"),
    ],
)  # fmt: skip
def test_a_plain_step_from_given_figures_is_kept_with_the_figure(text: str, source: str, step: str) -> None:
    assert untraced(text, [source]) == ()
    assert step in [account.derived for account in accounts(text, [source])]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("That is 45,000 fewer.", "of 100,000 only 60,000 came back"),
        ("40,000 people agree with me.", "of 100,000 only 60,000 came back"),  # nothing says that it was reckoned
        ("60,000 came.", "59,400 came"),
        ("Over 60,000 came.", "59,400 came"),
        ("Nearly six in ten finish.", "61 percent finished"),
        ("About four in ten finish.", "61 percent finished"),
        ("Wages began at 15 pounds.", "wages rose"),
        ("Seventy per cent agree.", "thirty percent agree"),
        ("31 per cent passed.", "of 100 pupils, 30 passed"),
        ("Together they are 130 percent.", "70 percent here and 60 percent there"),
        ("Together they are 160,000.", "100,000 in one town. Elsewhere, 60,000 of others."),  # not one sentence
    ],
)
def test_what_is_no_plain_step_has_no_source(text: str, source: str) -> None:
    assert untraced(text, [source])


def test_a_share_is_the_percentage_it_makes() -> None:
    assert untraced("One in five agrees, and 67 per cent of the others.", ["twenty percent; two thirds"]) != ()
    assert untraced("One in five agrees.", ["twenty percent agree"]) == ()
    assert untraced("67 per cent agree.", ["two thirds of them agree"]) == ()
    assert untraced("50 per cent agree.", ["half of them agree"]) == ()


def test_a_decade_has_its_years() -> None:
    assert untraced("In the 1990s it began.", ["it began in 1994"]) == ()
    assert untraced("In the 1980s it began.", ["it began in 1994"]) == ("1980",)


@given(st.integers(3000, 10**9), st.integers(3000, 10**9))
def test_sums_and_differences_of_what_was_said_are_known(one: int, other: int) -> None:
    said = [f"one has {one} coins and the other {other} coins"]
    assert untraced(f"Together they have {one + other} coins.", said) == ()
    if not 1500 <= abs(one - other) <= 2100:  # which can be a year
        assert untraced(f"The gap is {abs(one - other)} coins.", said) == ()


@given(st.integers(0, 99), st.sampled_from(["thousand", "million", "billion"]), st.integers(1, 9))
def test_words_digits_and_letters_are_one_number(part: int, size: str, whole: int) -> None:
    value = f"{whole}.{part:02d}"
    letter = {"thousand": "k", "million": "m", "billion": "bn"}[size]
    assert figures(f"some {value} {size} of it") == figures(f"some {value}{letter} of it")


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Imagine a woman who knew after twenty minutes that this would go nowhere.", ()),
        ("Imagine that 40 percent of them stayed at home.", ("40",)),
        ("Picture the 4,000 who stayed at home.", ("4000",)),
        ("She knew after twenty minutes that this would go nowhere.", ("20",)),
    ],
)
def test_a_small_number_in_an_example_that_is_made_up_needs_no_source(text: str, figures: tuple[str, ...]) -> None:
    assert lack(text, [], []).figures == figures
