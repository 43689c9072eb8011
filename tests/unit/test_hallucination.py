"""What is left out of a Whisper hypothesis, and what never is."""

from __future__ import annotations

import pytest

from speech.hearing.hallucination import Piece, note, suspicion, too_thin
from speech.ports import HeardWord


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
