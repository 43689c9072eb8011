"""espeak-ng's pronunciation, for real."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from config.errors import ProviderError
from speech.voices.embedded import EspeakVoice
from speech.voices.phonemes import Phonemes, Phonemizer

LINE = "A motion is only as good as the reasons behind it."


@pytest.fixture(scope="module")
def english() -> Phonemizer:
    return Phonemizer("en-us")


def test_words_become_phonemes(english: Phonemizer) -> None:
    assert english.phonemes("cat") == ["k", "a", "t"]
    assert english.phonemes("Cat, cat. Cat!") == ["k", "a", "t"] * 3  # all clauses, not the first alone
    assert 30 <= len(english.phonemes(LINE)) <= 45


def test_figures_and_acronyms_are_spoken_out(english: Phonemizer) -> None:
    assert len(english.phonemes("17%")) > 10
    assert len(english.phonemes("BBC")) == 6


@pytest.mark.parametrize("text", ["", "  ", "…!?", "🙂", "-- // --"])
def test_nothing_to_say_has_no_phonemes(english: Phonemizer, text: str) -> None:
    assert english.phonemes(text) == []
    assert Phonemes().estimate(text) == 0


@pytest.mark.parametrize("text", ["a\0b", "naïve Ångström", "one\n\ntwo", "x " * 3000, '<break time="30s"/> two'])
def test_odd_texts_come_to_an_end(english: Phonemizer, text: str) -> None:
    assert english.phonemes(text)


def test_it_and_the_voice_share_one_espeak(english: Phonemizer) -> None:
    voice = EspeakVoice("gmw/en+m3")
    alone, heard = english.phonemes(LINE), voice.synthesize(LINE).seconds
    with ThreadPoolExecutor(8) as pool:
        sounds = [pool.submit(voice.synthesize, LINE) for _ in range(8)]
        names = [pool.submit(english.phonemes, LINE) for _ in range(40)]
        assert all(name.result() == alone for name in names)
        assert all(sound.result().seconds == pytest.approx(heard, abs=0.05) for sound in sounds)


def test_an_unknown_voice_is_refused() -> None:
    with pytest.raises(ProviderError, match="no such voice"):
        Phonemizer("klingon-x")


def test_a_slow_voice_is_learned() -> None:
    slow, guess = EspeakVoice("en-us", words_per_minute=100), Phonemes()
    lines = [
        LINE,
        "No.",
        "Judge it by whether more children understand more, and by nothing else.",
        "Why wait until 2030?",
    ]
    for line in lines:
        guess.observe(line, slow.synthesize(line).seconds)
    fresh = "A child who misses one step on Tuesday carries the hole into every lesson after."
    assert guess.estimate(fresh) == pytest.approx(slow.synthesize(fresh).seconds, rel=0.15)
