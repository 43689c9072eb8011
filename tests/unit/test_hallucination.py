"""What is left out of a Whisper hypothesis, and what never is."""

from __future__ import annotations

import pytest

from speech.hallucination import Piece, suspicion


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
    ],
)
def test_what_a_debater_might_say_stays(text: str) -> None:
    assert suspicion(Piece(text, ())) is None


def test_text_the_model_does_not_believe_is_left_out_with_its_probability() -> None:
    assert suspicion(Piece("So.", (), no_speech=0.9, log_probability=-1.4)) == "no speech with probability 0.90"
    assert suspicion(Piece("So.", (), no_speech=0.9, log_probability=-0.2)) is None


def test_loops_are_left_out() -> None:
    assert "repeats itself" in (suspicion(Piece("no no no no no", (), compression=3.1)) or "")
