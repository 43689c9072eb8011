"""Sounds of a room in which nobody speaks: whatever is heard in them is invented. The same for the same seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.signal import butter, sosfilt

from bench.hearing.conditions import Wave, gain, pink
from speech.audio import FULL_SCALE, ROOM_RATE, Audio

HUM_HERTZ = (50.0, 100.0, 150.0, 300.0)
CHORD_SECONDS = 2.0
CHORDS = ((261.6, 329.6, 392.0), (220.0, 261.6, 329.6), (174.6, 220.0, 261.6), (196.0, 246.9, 293.7))  # C, Am, F, G
CLAPS_A_SECOND, CLAP_SECONDS = 60, 0.03
COUGHS_A_MINUTE, COUGH_SECONDS = 12, 0.35
KEYS_A_SECOND, KEY_SECONDS = 5, 0.02


@dataclass(frozen=True)
class WordlessSound:
    """`make` gives that many samples at the room's rate, of full scale 1."""

    name: str
    make: Callable[[int, np.random.Generator], Wave]

    def audio(self, seconds: float, rng: np.random.Generator) -> Audio:
        wave = np.clip(self.make(round(seconds * ROOM_RATE), rng), -1, 1)
        return Audio(np.round(wave * FULL_SCALE).astype(np.int16), ROOM_RATE)


def _hum(count: int, rng: np.random.Generator) -> Wave:
    at = np.arange(count) / ROOM_RATE
    tones = sum(np.sin(2 * np.pi * hertz * at + rng.uniform(0, 6)) / (i + 1) for i, hertz in enumerate(HUM_HERTZ))
    return np.asarray(tones) * 0.03 + pink(count, rng) * gain(-50)


def _music(count: int, rng: np.random.Generator) -> Wave:
    """A slow progression of chords, each with its overtones and a soft attack."""
    at = np.arange(count) / ROOM_RATE
    wave = np.zeros(count)
    for number, start in enumerate(np.arange(0, count / ROOM_RATE, CHORD_SECONDS)):
        here = (at >= start) & (at < start + CHORD_SECONDS)
        passed = at[here] - start
        for hertz in CHORDS[number % len(CHORDS)]:
            for overtone in (1, 2, 3):
                wave[here] += np.sin(2 * np.pi * hertz * overtone * passed) / overtone**2 * np.exp(-passed)
    return wave * 0.08


def _bursts(count: int, rng: np.random.Generator, each: float, number: int, band: tuple[float, float]) -> Wave:
    """So many bursts of noise at random moments, each of about `each` seconds that fade."""
    wave = np.zeros(count)
    size = round(each * ROOM_RATE)
    for start in rng.integers(0, max(1, count - size), number):
        length = min(size, count - int(start))
        burst = rng.standard_normal(length) * np.exp(-np.linspace(0, 5, length)) * rng.uniform(0.3, 1.0)
        wave[start : start + length] += burst
    return np.asarray(sosfilt(butter(2, band, "bandpass", fs=ROOM_RATE, output="sos"), wave))


def _applause(count: int, rng: np.random.Generator) -> Wave:
    claps = round(CLAPS_A_SECOND * count / ROOM_RATE)
    return _bursts(count, rng, CLAP_SECONDS, claps, (600.0, 6000.0)) * 0.25


def _coughs(count: int, rng: np.random.Generator) -> Wave:
    coughs = max(1, round(COUGHS_A_MINUTE * count / ROOM_RATE / 60))
    return _bursts(count, rng, COUGH_SECONDS, coughs, (200.0, 4000.0)) * 0.5 + pink(count, rng) * gain(-55)


def _typing(count: int, rng: np.random.Generator) -> Wave:
    keys = round(KEYS_A_SECOND * count / ROOM_RATE)
    return _bursts(count, rng, KEY_SECONDS, keys, (1500.0, 8000.0)) * 0.3 + pink(count, rng) * gain(-60)


WORDLESS = (
    WordlessSound("silence", lambda count, rng: np.zeros(count)),
    WordlessSound("pink noise", lambda count, rng: pink(count, rng) * gain(-30)),
    WordlessSound("loud pink noise", lambda count, rng: pink(count, rng) * gain(-15)),
    WordlessSound("mains hum", _hum),
    WordlessSound("music", _music),
    WordlessSound("applause", _applause),
    WordlessSound("coughing", _coughs),
    WordlessSound("typing", _typing),
)
