"""The word error rate and the words it is counted in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from speech.hearing.word_errors import WordErrors, normalised, word_errors

words = st.lists(st.sampled_from("tax tutor child work price".split()), max_size=12)


@given(words)
def test_what_was_heard_rightly_has_no_errors(said: list[str]) -> None:
    assert word_errors(" ".join(said), " ".join(said)) == WordErrors(0, len(said))


@given(words, st.data())
def test_each_word_left_out_is_one_error(said: list[str], data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=len(said), max_size=len(said)))
    heard = [word for word, keep in zip(said, kept, strict=True) if keep]
    assert word_errors(" ".join(said), " ".join(heard)).errors == len(said) - len(heard)


@given(words, words)
def test_the_count_agrees_with_the_definition(said: list[str], heard: list[str]) -> None:
    row = list(range(len(heard) + 1))
    for i, a in enumerate(said, 1):
        above, row = row, [i] + [0] * len(heard)
        for j, b in enumerate(heard, 1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
    assert word_errors(" ".join(said), " ".join(heard)).errors == row[-1]


def test_rates_add_up_by_words_not_by_speeches() -> None:
    assert (WordErrors(1, 1) + WordErrors(0, 99)).rate == 0.01
    assert WordErrors(0, 0).rate == 0.0
    assert word_errors("", "some hum").rate == 2.0


@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalised(text)
    assert normalised(" ".join(once)) == once


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("People don’t eat less – they PAY more!", "people dont eat less they pay more"),
        ("a well-known café", "a well known cafe"),
        ("105 of 1,250,000", "one hundred five of one million two hundred fifty thousand"),
        ("3.5 %, or 30%", "three point five percent or thirty percent"),
        ("in 1990, 1905, 1900, 2003 and 2024", "in nineteen ninety nineteen oh five nineteen hundred "
         "two thousand three and twenty twenty four"),
        ("1,990 schools", "one thousand nine hundred ninety schools"),
        ("the 1990s, the 21st, the 20th and the 103rd", "the nineteen nineties the twenty first "
         "the twentieth and the one hundred third"),
        ("$5 million & £1,200.50", "five million dollars and one thousand two hundred point five zero pounds"),
        ("agent 007 at 7:30 with GPT4o", "agent zero zero seven at seven thirty with gpt four o"),
        ("--- ... !", ""),
    ],
)  # fmt: skip
def test_words_as_a_listener_would_write_them(written: str, spoken: str) -> None:
    assert normalised(written) == spoken.split()


def test_numbers_far_up() -> None:
    assert normalised("0") == ["zero"]
    assert len({tuple(normalised(f"{n:,}")) for n in range(3000)}) == 3000
    assert normalised("1" * 13) == ["one"] * 13
