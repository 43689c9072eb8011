"""What is said of a microphone by the sound that comes of it."""

from __future__ import annotations

import numpy as np
import pytest

from speech.audio import EAR_RATE, Audio, join, silence
from speech.hearing.microphone_check import ADVICE, MicrophoneFault, decibels, echo_of, faults, measured, tone
from speech.hearing.microphone_check import hum as hum_of
from tests.fakes import EnergyDetector


class KeenDetector(EnergyDetector):
    """Hears whispering too."""

    def is_speech(self, frame: Audio) -> bool:
        return frame.level > 0.002


def noise(seconds: float, level: float, seed: int = 1) -> Audio:
    """White noise at `level` dBFS."""
    samples = np.random.default_rng(seed).standard_normal(round(seconds * EAR_RATE)) * 32767 * 10 ** (level / 20)
    return Audio(np.clip(samples, -32768, 32767).astype(np.int16), EAR_RATE)


def talk(level: float, factor: float = 1.0) -> Audio:
    """Two seconds at `level`, in syllables, with silence around; `factor`: driven so much too far into the ceiling."""
    at = np.arange(2 * EAR_RATE) / EAR_RATE
    wave = np.sin(2 * np.pi * 180 * at) * (np.sin(2 * np.pi * 2 * at) > -0.3)
    loud = wave / np.sqrt(np.mean(wave[wave != 0] ** 2)) * 32767 * 10 ** (level / 20) * factor
    spoken = Audio(np.clip(loud, -32768, 32767).astype(np.int16), EAR_RATE)
    return join([silence(1, EAR_RATE), spoken, silence(1, EAR_RATE)], EAR_RATE)


def mixed(one: Audio, other: Audio) -> Audio:
    size = min(len(one.samples), len(other.samples))
    both = one.samples[:size].astype(np.int32) + other.samples[:size]
    return Audio(np.clip(both, -32768, 32767).astype(np.int16), EAR_RATE)


def mains(hertz: int, level: float, seconds: float = 2.0) -> Audio:
    at = np.arange(round(seconds * EAR_RATE)) / EAR_RATE
    wave = sum(np.sin(2 * np.pi * hertz * n * at) / n for n in (1, 2, 3, 5))
    return Audio((wave / np.sqrt(np.mean(wave**2)) * 32767 * 10 ** (level / 20)).astype(np.int16), EAR_RATE)


QUIET_ROOM = noise(2, -70)


def judged(room: Audio, speech: Audio, word_error: float = 0.0, name: str = "USB Headset") -> list[MicrophoneFault]:
    return faults(measured(room, speech, KeenDetector()), name, word_error)


def test_a_good_microphone_has_no_fault_and_its_level_is_told() -> None:
    sound = measured(QUIET_ROOM, mixed(talk(-22), noise(4, -70)), KeenDetector())
    assert faults(sound, "USB Headset", 0.1) == []
    assert sound.level == pytest.approx(-22, abs=1.5)
    assert sound.noise == pytest.approx(-70, abs=1)
    assert sound.clipped == 0


@pytest.mark.parametrize(
    ("room", "speech", "fault"),
    [
        (silence(2, EAR_RATE), silence(4, EAR_RATE), MicrophoneFault.MUTED),
        (QUIET_ROOM, noise(4, -70), MicrophoneFault.NOTHING_HEARD),
        (QUIET_ROOM, talk(-44), MicrophoneFault.TOO_QUIET),
        (QUIET_ROOM, talk(-10, factor=4), MicrophoneFault.CLIPPING),
        (mains(50, -40), talk(-20), MicrophoneFault.HUM),
        (mains(60, -40), talk(-20), MicrophoneFault.HUM),
        (noise(2, -30), mixed(talk(-22), noise(4, -30)), MicrophoneFault.TOO_NOISY),
    ],
)
def test_each_fault_is_found_alone(room: Audio, speech: Audio, fault: MicrophoneFault) -> None:
    assert judged(room, speech) == [fault]
    assert "\n" not in ADVICE[fault]


def test_what_records_the_loudspeaker_is_the_wrong_device_whatever_it_hears() -> None:
    assert judged(QUIET_ROOM, talk(-22), name="Monitor of Built-in Audio") == [MicrophoneFault.WRONG_DEVICE]


def test_a_sentence_that_was_misheard_is_said() -> None:
    assert judged(QUIET_ROOM, talk(-22), word_error=0.5) == [MicrophoneFault.MISHEARD]


def test_the_hum_of_the_mains_is_told_from_the_other_and_from_noise() -> None:
    assert hum_of(mains(50, -40)) == 50
    assert hum_of(mains(60, -40)) == 60
    assert hum_of(mixed(mains(50, -45), noise(2, -60))) == 50
    assert hum_of(noise(2, -40)) is None
    assert hum_of(mains(50, -90)) is None  # nobody hears it
    assert hum_of(silence(2, EAR_RATE)) is None


@pytest.mark.parametrize("delay", [0.05, 0.3, 1.1])
def test_our_own_tone_is_found_in_the_noise_of_the_room_with_its_delay(delay: float) -> None:
    sent = tone(EAR_RATE)
    quieter = Audio((sent.samples * 0.05).astype(np.int16), EAR_RATE)
    came = mixed(join([silence(delay, EAR_RATE), quieter, silence(2, EAR_RATE)], EAR_RATE), noise(3, -55))
    echo = echo_of(sent, came)
    assert echo is not None
    assert echo.delay == pytest.approx(delay, abs=0.005)
    assert echo.level == pytest.approx(decibels(sent.level) - 26, abs=1)
    assert faults(measured(QUIET_ROOM, talk(-22), KeenDetector()), "x", 0.0, echo) == [MicrophoneFault.ECHO]


@pytest.mark.parametrize("came", [silence(2, EAR_RATE), noise(2, -40), talk(-20), silence(0.1, EAR_RATE)])
def test_what_is_not_our_tone_is_no_echo(came: Audio) -> None:
    assert echo_of(tone(EAR_RATE), came) is None


def test_nothing_at_all_breaks_nothing() -> None:
    nothing = silence(0, EAR_RATE)
    assert judged(nothing, nothing) == [MicrophoneFault.MUTED]
