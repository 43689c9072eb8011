"""Loudness against the published figures: BS.1770-5 tables 1 and 2, EBU Tech 3341 test signals (as mono)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from config.errors import AudioError
from speech.audio import FULL_SCALE, Audio, join, silence
from speech.synthesis.loudness import Leveller, gain_needed, k_weighting, level, loudness

CEILING = FULL_SCALE * 10 ** (-1 / 20)


def sine(seconds: float, dbfs: float, rate: int = 24_000, hertz: float = 997.0) -> Audio:
    times = np.arange(round(seconds * rate)) / rate
    return sound(10 ** (dbfs / 20) * np.sin(2 * np.pi * hertz * times), rate)


def sound(signal: NDArray[np.float64], rate: int = 24_000) -> Audio:
    return Audio(np.round(np.clip(signal, -1, 1) * FULL_SCALE).astype(np.int16), rate)


def speech(seconds: float, amplitude: float, rate: int = 24_000, seed: int = 1) -> Audio:
    """Glottal pulses in syllables with pauses: a crest factor like that of speech."""
    chance = np.random.default_rng(seed)
    count = round(seconds * rate)
    pulses = np.zeros(count)
    pulses[:: rate // 110] = 1.0
    ringing = np.exp(-np.arange(rate // 50) / (rate / 300)) * np.sin(2 * np.pi * 620 * np.arange(rate // 50) / rate)
    voiced = np.convolve(pulses, ringing)[:count] + 0.02 * chance.standard_normal(count)
    syllables = np.clip(np.sin(2 * np.pi * 2.2 * np.arange(count) / rate), 0, None) ** 0.5
    signal = voiced * syllables
    return sound(amplitude * signal / np.abs(signal).max(), rate)


def test_the_filters_at_48_khz_are_those_of_the_standard() -> None:
    (shelf, after), (above, below) = k_weighting(48_000)
    assert shelf == pytest.approx((1.53512485958697, -2.69169618940638, 1.19839281085285), abs=1e-10)
    assert after == pytest.approx((1.0, -1.69065929318241, 0.73248077421585), abs=1e-10)
    assert above == (1.0, -2.0, 1.0)
    assert below == pytest.approx((1.0, -1.99004745483398, 0.99007225036621), abs=1e-10)


@pytest.mark.parametrize("rate", [16_000, 22_050, 24_000, 48_000])
def test_a_full_scale_sine_is_three_under_zero(rate: int) -> None:
    assert loudness(sine(3, 0, rate)) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("dbfs", [-20.0, -30.0, -50.0])
def test_loudness_goes_with_the_level(dbfs: float) -> None:
    assert loudness(sine(3, dbfs)) == pytest.approx(dbfs - 3.01, abs=0.1)


def test_quiet_parts_do_not_count() -> None:
    """EBU Tech 3341, case 3: -36, -23, -36 dBFS for 10, 60, 10 s; the quiet parts are gated."""
    parts = [sine(2, -36), sine(12, -23), sine(2, -36)]
    assert loudness(join(parts, 24_000)) == pytest.approx(-26.0, abs=0.1)


def test_pauses_do_not_count() -> None:
    alone = loudness(sine(4, -20))
    assert loudness(join([sine(4, -20), silence(8, 24_000)], 24_000)) == pytest.approx(alone, abs=0.2)


def test_bass_counts_less_and_treble_more() -> None:
    middle, bass, treble = (loudness(sine(2, -20, hertz=hertz)) for hertz in (997, 40, 5000))
    assert middle is not None and bass is not None and treble is not None
    assert bass < middle - 4
    assert treble == pytest.approx(middle + 3.3, abs=0.3)


def test_the_spectrum_filter_equals_the_recursion() -> None:
    audio = speech(0.5, 0.5, 16_000)
    signal = audio.samples / (FULL_SCALE + 1.0)
    for (b0, b1, b2), (_, a1, a2) in k_weighting(16_000):
        out = np.zeros_like(signal)
        for n in range(len(signal)):
            before = (signal[n - 1] if n else 0.0, signal[n - 2] if n > 1 else 0.0)
            past = (out[n - 1] if n else 0.0, out[n - 2] if n > 1 else 0.0)
            out[n] = b0 * signal[n] + b1 * before[0] + b2 * before[1] - a1 * past[0] - a2 * past[1]
        signal = out
    blocks = [np.mean(signal[start : start + 6400] ** 2) for start in (0, 1600)]
    assert loudness(audio) == pytest.approx(-0.691 + 10 * np.log10(np.mean(blocks)), abs=0.01)


@pytest.mark.parametrize("seconds", [0.4, 0.8, 3.0, 9.0])
@pytest.mark.parametrize("amplitude", [0.01, 0.1, 0.9])
@pytest.mark.parametrize("rate", [16_000, 24_000])
def test_every_sentence_comes_to_one_loudness(seconds: float, amplitude: float, rate: int) -> None:
    levelled = level(speech(seconds, amplitude, rate))
    assert loudness(levelled) == pytest.approx(-20, abs=1)
    assert np.abs(levelled.samples.astype(int)).max() <= CEILING


@pytest.mark.parametrize("target", [-30.0, -23.0, -16.0])
def test_another_loudness_can_be_asked_for(target: float) -> None:
    assert loudness(level(speech(3, 0.2), target)) == pytest.approx(target, abs=1)


def test_levelling_again_changes_nothing_to_speak_of() -> None:
    once = level(speech(3, 0.05))
    assert loudness(level(once)) == pytest.approx(loudness(once), abs=0.15)


def test_a_few_sharp_peaks_do_not_keep_a_sentence_soft() -> None:
    audio = speech(3, 0.1)
    samples = audio.samples.copy()
    samples[10_000::20_000] = 12_000
    levelled = level(Audio(samples, audio.rate))
    assert loudness(levelled) == pytest.approx(-20, abs=1)
    assert np.abs(levelled.samples.astype(int)).max() <= CEILING


def test_a_short_word_is_levelled_too() -> None:
    levelled = level(sine(0.2, -40))
    assert levelled.level == pytest.approx(10 ** (-20 / 20), rel=0.15)
    assert loudness(levelled) is None


@pytest.mark.parametrize("seconds", [0.0, 0.1, 2.0])
def test_silence_stays_silence(seconds: float) -> None:
    assert loudness(silence(seconds, 24_000)) is None
    assert not level(silence(seconds, 24_000)).samples.any()
    assert level(silence(seconds, 24_000)).seconds == seconds


def test_almost_silence_is_not_blown_up() -> None:
    hiss = Audio(np.resize(np.array([1, 0, -1, 0], dtype=np.int16), 48_000), 24_000)
    assert np.abs(level(hiss).samples).max() <= 1


def test_a_rate_too_low_to_weigh_is_refused() -> None:
    with pytest.raises(AudioError, match="at least 8000 Hz"):
        loudness(silence(1, 4_000))


@given(
    st.lists(st.integers(-32768, 32767), max_size=40),
    st.integers(1, 400),
    st.sampled_from([8_000, 24_000]),
    st.floats(-70, 0),
)
def test_no_sound_at_all_breaks_it_or_passes_the_ceiling(
    values: list[int], times: int, rate: int, target: float
) -> None:
    audio = Audio(np.repeat(np.array(values, dtype=np.int16), times), rate)
    levelled = level(audio, target)
    assert len(levelled.samples) == len(audio.samples)
    assert levelled.samples.dtype == np.int16
    assert np.abs(levelled.samples.astype(int)).max(initial=0) <= CEILING


# -- sound that is still arriving --------------------------------------------------------------------


def streamed(audio: Audio, gain_db: float | None, size: int) -> Audio:
    leveller = Leveller(audio.rate, gain_db)
    pieces = [
        leveller(Audio(audio.samples[at : at + size], audio.rate)) for at in range(0, len(audio.samples), max(1, size))
    ]
    return join([*pieces, leveller.flush()], audio.rate)


@pytest.mark.parametrize("amplitude", [0.02, 0.3, 0.9])
def test_with_the_gain_of_another_sentence_it_comes_close(amplitude: float) -> None:
    gain = gain_needed(speech(4, amplitude, seed=7))
    result = streamed(speech(3, amplitude), gain, 1200)
    assert loudness(result) == pytest.approx(-20, abs=2)
    assert np.abs(result.samples.astype(int)).max() <= CEILING


def test_of_a_source_never_heard_the_beginning_is_weighed() -> None:
    assert loudness(streamed(speech(4, 0.03), None, 1200)) == pytest.approx(-20, abs=2)


def test_the_beginning_is_held_back_until_it_is_weighed_and_then_only_milliseconds() -> None:
    fresh, known = Leveller(24_000), Leveller(24_000, 3.0)
    piece = speech(0.5, 0.1)
    assert fresh(piece).seconds == 0
    assert known(piece).seconds == pytest.approx(0.5, abs=0.01)


@given(st.integers(120, 30_000), st.floats(-20, 40), st.integers(0, 9))  # from 5 ms
def test_in_whatever_pieces_it_is_limited_alike(size: int, gain_db: float, seed: int) -> None:
    audio = speech(0.9, 0.4, seed=seed)
    whole, pieces = streamed(audio, gain_db, len(audio.samples)), streamed(audio, gain_db, size)
    assert len(pieces.samples) == len(audio.samples)
    assert np.abs(whole.samples.astype(int) - pieces.samples).max() <= 1
    assert np.abs(pieces.samples.astype(int)).max() <= CEILING
