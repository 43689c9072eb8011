"""Quotations are found in what was said, with the second of their first word, and shown in its own letters."""

from __future__ import annotations

from agent.coach.said import Line, Spoken
from config.format import Side

SAID = Spoken(
    Side.CON,
    (
        Line(1, 10.0, 14.0, "Nobody rebuilds the reservoir"),
        Line(1, 14.0, 18.0, "because one tap is slow."),
        Line(3, 5.0, 9.0, "It doesn't follow; one tap is slow, and so what?"),
    ),
)


def test_a_quotation_over_two_lines_has_the_second_in_which_it_begins_and_the_transcripts_letters() -> None:
    found = SAID.find("the RESERVOIR, because one tap")
    assert found is not None
    assert found.text == "the reservoir because one tap"
    assert (found.turn, 10 < found.start < 14, 14 < found.end < 18) == (1, True, True)


def test_capitals_stops_and_apostrophes_do_not_matter_and_words_do() -> None:
    assert SAID.find("it doesnt follow one tap") is not None
    assert SAID.find("one tap was slow") is None
    assert SAID.find("tap one is slow") is None


def test_words_that_were_said_twice_are_found_in_the_speech_that_is_named_or_near_the_second() -> None:
    anywhere, late = SAID.find("one tap is slow"), SAID.find("one tap is slow", turn=3)
    assert anywhere is not None and late is not None
    assert (anywhere.turn, late.turn) == (1, 3)
    assert SAID.find("one tap is slow", turn=2) is None


def test_two_words_are_no_quotation() -> None:
    assert SAID.find("one tap") is None


def test_a_quotation_keeps_the_stop_that_ends_it_and_no_comma() -> None:
    whole, cut = SAID.find("because one tap is slow"), SAID.find("one tap is slow", turn=3)
    assert whole is not None and whole.text == "because one tap is slow."
    assert cut is not None and cut.text == "one tap is slow"
