"""What is wrong with a microphone, judged by some seconds of the room, of a sentence read aloud, and of our own tone.

Pure: whoever records hands the samples in. Levels are in dBFS: 0 is a full-scale square wave, speech is about -25.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from speech.audio import FULL_SCALE, Audio
from speech.ports import VoiceDetector

LOWEST = -120.0  # dBFS: told of digital silence
FRAME_SECONDS = 0.02
QUIET = -40.0  # dBFS of speech from which recognisers begin to miss words
ABOVE_NOISE = 6.0  # dB from which a frame counts as speech
NEAR_NOISE = 15.0  # dB between speech and the room from which they begin to miss words
CLIPPED = 0.001  # share of samples at full scale
FULL = 0.998 * FULL_SCALE
MAINS = (50, 60)  # Hz
HARMONICS = 8
HUM_SHARE = 0.5  # of the room's power up to HUM_MOST_HZ
HUM_MOST_HZ = 1000.0
HUM_LEAST = -65.0  # dBFS
VOICED_SECONDS = 0.5  # less of a sentence is none
MISHEARD = 0.3  # word error
TONE_HZ = (300.0, 3000.0)
TONE_SECONDS = 0.6
ALIKE = 0.2  # correlation of the tone with what was heard; a room blurs it, speech and noise have less than 0.1
FAINT = -75.0  # dBFS of an echo that nobody need care for
LOOPBACKS = ("monitor of", "stereo mix", "loopback", "what u hear")


class MicrophoneFault(StrEnum):
    """One thing that is wrong."""

    MUTED = "muted"
    WRONG_DEVICE = "wrong device"
    NOTHING_HEARD = "nothing heard"
    TOO_QUIET = "too quiet"
    CLIPPING = "clipping"
    HUM = "hum"
    TOO_NOISY = "too noisy"
    MISHEARD = "misheard"
    ECHO = "echo"


ADVICE = {
    MicrophoneFault.MUTED: "nothing but zeros comes from it: unmute it, or allow microphones in the privacy settings",
    MicrophoneFault.WRONG_DEVICE: "this records what the machine plays, not the room: name another (`rostrum devices`)",
    MicrophoneFault.NOTHING_HEARD: (
        "no voice in it: name the right one by --microphone-name (`rostrum devices` lists them)"
    ),
    MicrophoneFault.TOO_QUIET: "too quiet: come nearer, or raise the input level in the sound settings",
    MicrophoneFault.CLIPPING: "too loud, it clips: lower the input level, or keep a hand's breadth more away",
    MicrophoneFault.HUM: "the mains hum in it: try another socket or cable, or unplug the charger",
    MicrophoneFault.TOO_NOISY: "the room is too noisy: shut the window, switch the fan off, or use a headset",
    MicrophoneFault.MISHEARD: "much of the sentence was misheard: read it once more, slowly and near the microphone",
    MicrophoneFault.ECHO: "it hears the loudspeaker: the debater is never taken for you, but headphones are better",
}
FATAL = frozenset({MicrophoneFault.MUTED, MicrophoneFault.WRONG_DEVICE, MicrophoneFault.NOTHING_HEARD})


@dataclass(frozen=True)
class Echo:
    """Our own tone as the microphone heard it, `delay` seconds after it was played, at `level` dBFS."""

    delay: float
    level: float


@dataclass(frozen=True)
class Sound:
    """What was measured: `level`, `noise` in dBFS, `clipped` a share of samples, `hum` in Hz, `voiced` in seconds."""

    level: float
    noise: float
    clipped: float
    hum: int | None
    voiced: float
    muted: bool


def measured(room: Audio, speech: Audio, detector: VoiceDetector) -> Sound:
    """The sound of a room in which nobody speaks, and of somebody who reads a sentence; both at 16 kHz."""
    noise = decibels(float(np.median(_frame_levels(room))) if len(room.samples) else 0.0)
    frames = _frame_levels(speech)
    spoken = frames[frames > 10 ** ((noise + ABOVE_NOISE) / 20)]
    level = decibels(float(np.sqrt(np.mean((spoken if len(spoken) else frames) ** 2))) if len(frames) else 0.0)
    return Sound(
        level=level,
        noise=noise,
        clipped=float(np.mean(np.abs(speech.samples.astype(np.int32)) >= FULL)) if len(speech.samples) else 0.0,
        hum=hum(room),
        voiced=voiced(speech, detector),
        muted=not room.samples.any() and not speech.samples.any(),
    )


def faults(sound: Sound, name: str, word_error: float, echo: Echo | None = None) -> list[MicrophoneFault]:
    """What is wrong, the worst first. Where nobody can be heard, that alone.

    Args:
        name: of the device.
        word_error: of what was recognised against the sentence.
    """
    if any(word in name.lower() for word in LOOPBACKS):
        return [MicrophoneFault.WRONG_DEVICE]
    if sound.muted:
        return [MicrophoneFault.MUTED]
    if sound.voiced < VOICED_SECONDS:
        return [MicrophoneFault.NOTHING_HEARD]
    found = {
        MicrophoneFault.CLIPPING: sound.clipped >= CLIPPED,
        MicrophoneFault.TOO_QUIET: sound.level < QUIET,
        MicrophoneFault.HUM: sound.hum is not None,
        MicrophoneFault.TOO_NOISY: sound.hum is None and sound.level - sound.noise < NEAR_NOISE,
        MicrophoneFault.MISHEARD: word_error > MISHEARD,
        MicrophoneFault.ECHO: echo is not None,
    }
    return [fault for fault, there in found.items() if there]


def hum(room: Audio) -> int | None:
    """The mains frequency whose harmonics are most of the room's sound, if one is."""
    if room.seconds < 0.5:
        return None
    samples = room.samples.astype(np.float64) / FULL_SCALE
    window = np.hanning(len(samples))
    power = np.abs(np.fft.rfft(samples * window)) ** 2
    hertz = np.fft.rfftfreq(len(samples), 1 / room.rate)
    low = (hertz >= 20) & (hertz <= HUM_MOST_HZ)
    width = max(1.5, 2 / room.seconds)
    shares: dict[int, float] = {}
    for mains in MAINS:
        near = np.zeros(len(hertz), dtype=bool)
        for harmonic in range(1, HARMONICS + 1):
            near |= np.abs(hertz - harmonic * mains) <= width
        shares[mains] = float(power[near].sum() / max(power[low].sum(), 1e-12))
    mains, share = max(shares.items(), key=lambda one: one[1])
    heard = decibels(room.level * math.sqrt(min(1.0, share * power[low].sum() / max(power.sum(), 1e-12))))
    return mains if share >= HUM_SHARE and heard >= HUM_LEAST else None


def voiced(speech: Audio, detector: VoiceDetector) -> float:
    """Seconds in which the detector finds a voice."""
    size = round(detector.frame_seconds * speech.rate)
    whole = [frame for frame in speech.frames(detector.frame_seconds) if len(frame.samples) == size]
    return detector.frame_seconds * sum(detector.is_speech(frame) for frame in whole)


def tone(rate: int) -> Audio:
    """A short rising tone, unlike speech and music, softly begun and ended."""
    at = np.arange(round(TONE_SECONDS * rate)) / rate
    low, high = TONE_HZ
    wave = np.sin(2 * np.pi * (low * at + (high - low) / (2 * TONE_SECONDS) * at**2)) * np.hanning(len(at)) ** 0.5
    return Audio((wave * 0.25 * FULL_SCALE).astype(np.int16), rate)


def echo_of(played: Audio, heard: Audio) -> Echo | None:
    """Where and how loud `played` is in `heard`, which begins with it at the same rate; None if it is not in it."""
    if len(heard.samples) < len(played.samples):
        return None
    sent, came = played.samples / FULL_SCALE, heard.samples / FULL_SCALE
    size = len(sent) + len(came) - 1
    correlation = np.fft.irfft(np.fft.rfft(came, size) * np.conj(np.fft.rfft(sent, size)), size)[: len(came)]
    strength = np.abs(correlation)
    place = int(strength.argmax())
    there, energy = came[place : place + len(sent)], float(np.sum(sent**2))
    level = decibels(strength[place] / energy * played.level)
    if strength[place] < ALIKE * math.sqrt(energy * float(np.sum(there**2))) or level < FAINT:
        return None
    return Echo(place / heard.rate, level)


def decibels(level: float) -> float:
    """Of a share of full scale."""
    return max(LOWEST, 20 * math.log10(level)) if level > 0 else LOWEST


def _frame_levels(audio: Audio) -> NDArray[np.float64]:
    return np.array([frame.level for frame in audio.frames(FRAME_SECONDS)])
