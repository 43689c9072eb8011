"""What rooms and lines do to a speech, made from a clean one: each is what its name says, and the same for a seed."""

from __future__ import annotations

import numpy as np
import pytest

from bench.hearing.conditions import (
    CLIPPED_DB,
    CONDITIONS,
    FAST,
    Condition,
    fast,
    gain,
    level,
    losing,
    noisy,
)
from bench.hearing.nothing_said import WORDLESS
from speech.audio import FULL_SCALE, ROOM_RATE, Audio

SECONDS = 2.0


def tone(hertz: float, seconds: float = SECONDS, loud: float = 0.3) -> Audio:
    at = np.arange(round(seconds * ROOM_RATE)) / ROOM_RATE
    return Audio(np.round(loud * FULL_SCALE * np.sin(2 * np.pi * hertz * at)).astype(np.int16), ROOM_RATE)


def strength(audio: Audio, hertz: float) -> float:
    """Of one tone in it, as a share of full scale."""
    spectrum = np.abs(np.fft.rfft(audio.samples / FULL_SCALE)) * 2 / len(audio.samples)
    return float(spectrum[round(hertz * len(audio.samples) / audio.rate)])


def under(condition: Condition, audio: Audio, seed: int = 1) -> Audio:
    return condition.apply(audio, tone(700), np.random.default_rng(seed))


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.name)
def test_keeps_the_rate_and_is_the_same_for_the_same_seed(condition: Condition) -> None:
    changed = under(condition, tone(500))
    assert changed.rate == ROOM_RATE
    seconds = SECONDS / FAST if condition.apply is fast else SECONDS
    assert changed.seconds == pytest.approx(seconds, abs=0.06)
    assert np.array_equal(changed.samples, under(condition, tone(500)).samples)


@pytest.mark.parametrize("decibels", [20.0, 5.0])
def test_noise_is_as_much_below_the_speech_as_it_says(decibels: float) -> None:
    clean = tone(500)
    heard = noisy(decibels)(clean, clean, np.random.default_rng(1))
    added = (heard.samples.astype(float) - clean.samples) / FULL_SCALE
    ratio = level(clean.samples / FULL_SCALE) / np.sqrt(np.mean(added**2))
    assert 20 * np.log10(ratio) == pytest.approx(decibels, abs=0.3)


def test_a_telephone_carries_neither_low_nor_high_tones() -> None:
    telephone = _named("telephone")
    kept, low, high = (strength(under(telephone, tone(hertz)), hertz) for hertz in (1000.0, 100.0, 5000.0))
    assert kept > 0.25
    assert low < 0.05
    assert high < 0.01


def test_a_room_goes_on_sounding_after_the_speaker() -> None:
    sound = Audio(np.concatenate([tone(500, 1.0).samples, np.zeros(ROOM_RATE, dtype=np.int16)]), ROOM_RATE)
    heard = under(_named("table"), sound)
    assert heard.cut(1.05, 1.15).level > 2 * heard.cut(1.7, 1.9).level


@pytest.mark.parametrize("share", [0.05, 0.15])
def test_packets_are_lost_as_often_as_it_says(share: float) -> None:
    clean = tone(500, 40.0)
    whole = losing(0.0)(clean, clean, np.random.default_rng(1))
    heard = losing(share)(clean, clean, np.random.default_rng(1))
    differ = whole.samples != heard.samples
    assert np.mean(differ) == pytest.approx(share, abs=0.02)


def test_a_second_voice_is_softer_than_the_first() -> None:
    heard = under(_named("second voice"), tone(500))
    assert strength(heard, 700) / strength(heard, 500) == pytest.approx(gain(-12.0), rel=0.05)


def test_clipping_flattens_the_peaks() -> None:
    heard = under(_named("clipped"), tone(500))
    assert np.mean(np.abs(heard.samples) >= FULL_SCALE) > 0.5
    assert CLIPPED_DB > 0


def test_fast_speech_keeps_its_pitch() -> None:
    heard = under(_named("faster"), tone(500, 4.0))
    spectrum = np.abs(np.fft.rfft(heard.samples))
    assert np.argmax(spectrum) * heard.rate / len(heard.samples) == pytest.approx(500, abs=5)


@pytest.mark.parametrize("sound", WORDLESS, ids=lambda sound: sound.name)
def test_rooms_without_a_speaker_are_bounded_and_the_same_for_a_seed(sound) -> None:
    audio = sound.audio(1.5, np.random.default_rng(2))
    assert audio.seconds == pytest.approx(1.5)
    assert np.array_equal(audio.samples, sound.audio(1.5, np.random.default_rng(2)).samples)
    assert (audio.level > 0.001) == (sound.name != "silence")


def _named(part: str) -> Condition:
    return next(condition for condition in CONDITIONS if part in condition.name)
