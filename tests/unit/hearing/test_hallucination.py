"""What is left out of a Whisper hypothesis, and what never is."""

from __future__ import annotations

import pytest

from config.heard_word import HeardWord
from speech.hearing.recognizers.hallucination import (
    Piece,
    doubled,
    note,
    sentences_of,
    squeezed,
    suspicion,
    too_thin,
    without_loop,
)


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for watching!",
        "Thank you for watching.",
        "Please like and subscribe to our channel.",
        "Subtitles by the Amara.org community",
        "[Music]",
        "♪♪♪",
        "See you next time.",
        "Thank you so much for watching this video, see you in the next video.",
        "Don't forget to subscribe!",
        "Subtitles by www.example.com",
        "Transcription by ESO, translated by nobody",
        "www.example.com",
        "(upbeat music)",
        "Sous-titres réalisés par la communauté",
    ],
)
def test_known_phrases_over_silence_are_left_out(text: str) -> None:
    assert "known to write" in (suspicion(Piece(text, ())) or "")


@pytest.mark.parametrize(
    "text",
    [
        "Thank you, chair.",
        "Thank you for listening.",
        "Music lessons should be free for every child.",
        "People who subscribe to this view are mistaken.",
        "You should see the subtitles by which they sell it.",
        "Thank you.",
        "Music.com is a company that children know.",
        "The next time you see music lessons cut, think of them.",
        "Copyright should last fifty years.",
        "No, no, no.",
    ],
)
def test_what_a_debater_might_say_stays(text: str) -> None:
    assert suspicion(Piece(text, ())) is None


def test_text_the_model_does_not_believe_is_left_out_with_its_probability() -> None:
    assert suspicion(Piece("So.", (), no_speech=0.9, log_probability=-1.4)) == "no speech with probability 0.90"
    assert suspicion(Piece("So.", (), no_speech=0.9, log_probability=-0.2)) is None


def test_what_was_read_into_noise_is_left_out_though_it_may_be_speech() -> None:
    noise, mumbled = -1.6, -1.1
    assert "hardly believes" in (suspicion(Piece("I'm sure.", (), no_speech=0.4, log_probability=noise)) or "")
    assert suspicion(Piece("I'm sure.", (), no_speech=0.4, log_probability=mumbled)) is None
    assert suspicion(Piece("I'm sure.", (), no_speech=0.1, log_probability=noise)) is None


def row(*texts: str, each: float = 0.3) -> list[HeardWord]:
    return [HeardWord(text, i * each, (i + 1) * each) for i, text in enumerate(texts)]


def test_words_in_a_row_without_sound_are_squeezed() -> None:
    assert squeezed(row("again", "and", "again", each=0.02))
    assert not squeezed(row("again", "and", each=0.02))
    assert not squeezed(row("a", "b", "c", each=0.12))
    mixed = [*row("fast", "as", each=0.02), HeardWord("lightning", 1.0, 1.6), *row("it", "is", each=0.02)]
    assert not squeezed(mixed)


@pytest.mark.parametrize(
    ("said", "twice"),
    [("So tell me. So tell me.", True), ("Nice. nice", True), ("Nice.", False), ("no no no", False), ("", False)],
)
def test_a_short_utterance_that_is_there_twice_is_told(said: str, twice: bool) -> None:
    assert doubled(row(*said.split())) is twice


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("it is fair it is fair it is fair it", "it is fair"),
        ("so I say it is fair it is fair it is", "so I say it is fair"),
        ("very very good", "very very good"),
        ("no no no no no no", "no"),
        ("we shall fight on the beaches we shall fight", "we shall fight on the beaches we shall fight"),
        ("nothing repeats here", "nothing repeats here"),
        ("", ""),
    ],
)
def test_of_a_loop_to_the_end_one_round_stays(said: str, kept: str) -> None:
    assert " ".join(word.text for word in without_loop(row(*said.split()))) == kept


def test_a_reading_is_judged_sentence_by_sentence() -> None:
    heard = row("Thanks", "for", "watching!", "Taxes", "are", "fair")
    first, second = sentences_of(heard, no_speech=0.1, log_probability=-0.3)
    assert (first.text, second.text) == ("Thanks for watching!", "Taxes are fair")
    assert (suspicion(first) is not None, suspicion(second)) == (True, None)
    assert [*sentences_of([], 0.0, 0.0)] == []


def test_loops_are_left_out() -> None:
    assert "repeats itself" in (suspicion(Piece("no no no no no", (), compression=3.1)) or "")


@pytest.mark.parametrize("text", ["Thank you.", "you", "Bye.", "Okay."])
def test_a_courtesy_alone_is_believed_unless_nobody_seems_to_speak(text: str) -> None:
    assert suspicion(Piece(text, (), no_speech=0.1)) is None
    assert suspicion(Piece(text, (), no_speech=0.5)) == "a courtesy where there is no speech with probability 0.50"


def test_the_hints_come_back_only_where_nobody_speaks() -> None:
    hints = "School uniforms should be mandatory. Leeds, bullying."
    assert "echo" in (suspicion(Piece("Uniforms should be mandatory!", (), no_speech=0.7), hints) or "")
    assert suspicion(Piece("Uniforms should be mandatory!", (), no_speech=0.2), hints) is None
    assert suspicion(Piece("Uniforms cost money.", (), no_speech=0.7), hints) is None
    assert suspicion(Piece("...", (), no_speech=0.7), hints) is None


@pytest.mark.parametrize("text", ["no no no no no no no", "I think, I think, I think, I think, I think, I think, so"])
def test_a_short_loop_is_one_too(text: str) -> None:
    assert suspicion(Piece(text, ())) == "it repeats itself (6 times or more)"


def test_nobody_says_ten_words_in_half_a_second() -> None:
    words = tuple(HeardWord(f"w{i}", i * 0.05, i * 0.05 + 0.05) for i in range(10))
    assert suspicion(Piece("ten words", words)) == "10 words in 0.5 s"
    slower = tuple(HeardWord(f"w{i}", i * 0.3, i * 0.3 + 0.3) for i in range(10))
    assert suspicion(Piece("ten words", slower)) is None


def test_another_alphabet_is_not_the_debate() -> None:
    assert suspicion(Piece("ご視聴ありがとうございました", ())) == "it is not in the language of the debate"
    assert suspicion(Piece("2024", ())) is None
    assert suspicion(Piece("naïve café", ())) is None


def words(count: int) -> list[HeardWord]:
    return [HeardWord("um", float(i), i + 0.2) for i in range(count)]


def test_a_stray_word_in_much_sound_is_no_speech() -> None:
    assert too_thin(words(1), 10.0) == "only 1 word in 10.0 s of sound"
    assert too_thin(words(3), 6.0) == "only 3 words in 6.0 s of sound"
    assert too_thin(words(1), 0.6) is None  # a short answer
    assert too_thin(words(8), 6.0) is None  # a slow speaker
    assert too_thin([], 10.0) is None  # nothing to leave out


def test_what_was_left_out_is_told_in_one_short_line() -> None:
    line = note("one\ntwo " * 50, "it repeats itself")
    assert line.startswith("left out “one two one two")
    assert line.endswith("…”: it repeats itself")
    assert "\n" not in line
    assert len(line) < 100
