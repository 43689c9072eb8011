"""How long sentences will take: syllables by rule, weights learned from what was spoken."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.speaking.duration import Words
from speech.audio import ROOM_RATE, Audio, silence
from speech.timing.duration import Durations, Estimator, FittedWords, Syllables, marks, syllables
from speech.voices.fastspeech import FRAME_SECONDS, FastSpeech

WORDS = (
    "we say that the children of this country, after all, deserve better teaching than a cold machine offers".split()
)
LEARNERS = [FittedWords, Syllables]


def sentence(dice: random.Random) -> str:
    return " ".join(dice.choice(WORDS) for _ in range(dice.randint(5, 20))) + "."


def true_seconds(text: str, pace: float = 1.0) -> float:
    return pace * (0.17 * syllables(text) + 0.2 * marks(text) + 0.25)


@pytest.mark.parametrize(
    ("spoken", "count"),
    [
        ("cat", 1),
        ("the debate", 3),
        ("measured", 2),
        ("wanted", 2),
        ("little people", 4),
        ("changes", 2),
        ("carefully", 3),
        ("being heard", 3),
        ("didn't", 2),
        ("creation", 3),
        ("AI", 2),
        ("BBC", 3),
        ("WWF", 7),
        ("UNESCO", 3),
        ("OECD", 4),
        ("A plan", 2),
        ("0", 2),
        ("17", 3),
        ("70", 3),
        ("42", 3),
        ("100", 3),
        ("12,500", 6),  # twelve thousand five hundred
        ("2024", 5),  # twenty twenty-four
        ("1905", 4),  # nineteen oh five
        ("2005", 4),  # two thousand five
        ("3.5", 3),
        ("44 million", 5),
        ("17%", 5),
        ("9" * 40, 40),
        ("", 0),
        ("…!?", 0),
    ],
)
def test_syllables_as_they_are_spoken(spoken: str, count: int) -> None:
    assert syllables(spoken) == count


def test_marks_are_those_inside_the_sentence() -> None:
    assert marks("First, we care; then we act.") == 2
    assert marks("No.") == 0
    assert marks("") == 0


def test_the_paper_says_130_words_a_minute() -> None:
    guess = Words()
    guess.observe("one two", 99.0)
    assert guess.estimate(" ".join(["word"] * 130)) == pytest.approx(60)


@given(st.text(max_size=80), st.floats(0.1, 30))
def test_any_text_has_a_length(text: str, seconds: float) -> None:
    for make in LEARNERS:
        guess = make()
        guess.observe(text, seconds)
        assert 0 <= guess.estimate(text) < 1e4
        assert 0 <= guess.estimate("And now for something completely different.") < 1e3


@pytest.mark.parametrize("make", LEARNERS)
def test_nothing_to_say_takes_no_time(make: type[Estimator]) -> None:
    guess = make()
    guess.observe("...", 0.0)
    assert guess.estimate("…!?") == guess.estimate("") == 0


@pytest.mark.parametrize("pace", [0.5, 1.0, 2.0])
def test_a_voice_of_any_pace_is_learned_in_ten_sentences(pace: float) -> None:
    dice, guess = random.Random(1), Syllables()
    for _ in range(10):
        text = sentence(dice)
        guess.observe(text, true_seconds(text, pace))
    fresh = [sentence(dice) for _ in range(20)]
    truth = sum(true_seconds(text, pace) for text in fresh)
    assert sum(map(guess.estimate, fresh)) == pytest.approx(truth, rel=0.05)


def test_a_changed_voice_is_learned_anew() -> None:
    dice, guess = random.Random(2), Syllables()
    errors = []
    for pace in [1.0] * 200 + [1.3] * 400:
        text = sentence(dice)
        errors.append(abs(guess.estimate(text) / true_seconds(text, pace) - 1))
        guess.observe(text, true_seconds(text, pace))
    assert np.mean(errors[190:200]) < 0.03
    assert np.mean(errors[-10:]) < 0.03


@pytest.mark.parametrize("wrong", [0.01, 60.0])
@pytest.mark.parametrize("make", LEARNERS)
def test_one_outlier_does_not_wreck_it(make: type[Estimator], wrong: float) -> None:
    dice = random.Random(3)
    texts = [sentence(dice) for _ in range(20)]
    clean, hit = make(), make()
    for text in texts:
        for guess in (clean, hit):
            guess.observe(text, true_seconds(text))
    hit.observe(texts[0], wrong)
    speech = [sentence(dice) for _ in range(40)]
    assert sum(map(hit.estimate, speech)) == pytest.approx(sum(map(clean.estimate, speech)), rel=0.03)


def test_longer_texts_take_longer() -> None:
    guess = Syllables()
    lengths = [guess.estimate(" ".join(WORDS[:n]) + ".") for n in range(1, len(WORDS))]
    assert all(shorter < longer for shorter, longer in pairwise(lengths))


class Notebook:
    """An estimator that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, float]] = []

    def estimate(self, text: str) -> float:
        return 7.0

    def observe(self, text: str, seconds: float) -> None:
        self.told.append((text, seconds))


def test_what_was_synthesised_is_measured_and_told_once() -> None:
    sounds: dict[str, Audio] = {}
    notebook = Notebook()
    lengths = Durations(sounds.get, notebook)
    assert lengths("Two seconds.") == 7.0
    sounds["Two seconds."] = silence(2.0, ROOM_RATE)
    assert lengths("Two seconds.") == lengths("Two seconds.") == 2.0
    assert notebook.told == [("Two seconds.", 2.0)]
    assert lengths("Unheard of.") == lengths.estimate("Unheard of.") == 7.0


def test_left_alone_it_counts_syllables() -> None:
    lengths = Durations({}.get)
    assert lengths("We stand for reason.") == Syllables().estimate("We stand for reason.") > 0.8


def test_fast_speech_adds_up_frames_and_learns_the_voice() -> None:
    model = FastSpeech(lambda text: 0.1 * len(text.split()) / FRAME_SECONDS)
    assert model.estimate("each of these takes a tenth") == pytest.approx(0.6)
    assert model.estimate("…") == 0
    dice = random.Random(4)
    for _ in range(30):
        text = sentence(dice)
        model.observe(text, 0.3 * len(text.split()) + 0.2)
    assert model.estimate("one two three four five six seven eight nine ten") == pytest.approx(3.2, rel=0.03)
