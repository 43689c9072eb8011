"""Rooms, lines and speakers as they are, made from clean recordings: sound in, sound out, the same for the same seed.

Levels are in dB of the speech's own (root mean square of what is spoken). Nothing here is a recording of a room: the
impulse response is by the image source method (pyroomacoustics), the noise is pink, a lost packet of Opus is filled as
G.711's appendix I fills one, by the sound before it, fading.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from scipy.signal import butter, fftconvolve, sosfilt

from speech.audio import FULL_SCALE, ROOM_RATE, Audio

Wave = NDArray[np.float64]
SPOKEN = 0.02  # of full scale: what is softer is no speech, where a level is measured

TABLE_ROOM, TABLE_ECHO_SECONDS = (6.0, 4.5, 2.7), 0.5  # metres; until an echo has fallen by 60 dB
SPEAKER_AT, LAPTOP_AT = (2.0, 2.2, 1.2), (3.6, 2.6, 0.8)
TELEPHONE_HERTZ, TELEPHONE_RATE = (300.0, 3400.0), 8000
MU = 255.0
PACKET_SECONDS, PACKET_BITS = 0.02, 24_000
FILLED_PACKETS = 3  # in a row, after which nothing is heard
BURST = 2.0  # packets lost in a row, on average
SECOND_VOICE_DB = -12.0
QUIET_DB, ROOM_NOISE_DB = -30.0, -58.0  # of full scale: the speaker, and what the room does meanwhile
CLIPPED_DB = 15.0  # louder than the microphone takes
FAST = 1.35


@dataclass(frozen=True)
class Condition:
    """What becomes of a speech on its way to the ear. `beside` is another's speech, of the same rate."""

    name: str
    apply: Callable[[Audio, Audio, np.random.Generator], Audio]


def _wave(audio: Audio) -> Wave:
    return audio.samples.astype(np.float64) / FULL_SCALE


def _audio(wave: Wave, rate: int) -> Audio:
    return Audio(np.clip(np.round(wave * FULL_SCALE), -FULL_SCALE, FULL_SCALE).astype(np.int16), rate)


def gain(decibels: float) -> float:
    return float(10 ** (decibels / 20))


def level(wave: Wave) -> float:
    """Root mean square of what is spoken, as a share of full scale."""
    loud = wave[np.abs(wave) > SPOKEN * max(1e-9, float(np.abs(wave).max(initial=0.0)))]
    return float(np.sqrt(np.mean(loud**2))) if len(loud) else 0.0


def pink(count: int, rng: np.random.Generator) -> Wave:
    """Noise of equal power in each octave, root mean square 1."""
    spectrum = np.fft.rfft(rng.standard_normal(count))
    spectrum[1:] /= np.sqrt(np.arange(1, len(spectrum)))
    spectrum[0] = 0
    noise = np.fft.irfft(spectrum, count)
    return noise / max(1e-12, float(np.sqrt(np.mean(noise**2))))


def noisy(decibels: float) -> Callable[[Audio, Audio, np.random.Generator], Audio]:
    """The speech is so much louder than the noise."""

    def apply(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
        wave = _wave(audio)
        return _audio(wave + pink(len(wave), rng) * level(wave) * gain(-decibels), audio.rate)

    return apply


@lru_cache(maxsize=2)
def _impulse_response(rate: int) -> Wave:
    import pyroomacoustics  # type: ignore[import-untyped]  # only this bench needs it

    absorbed, order = pyroomacoustics.inverse_sabine(TABLE_ECHO_SECONDS, TABLE_ROOM)
    room = pyroomacoustics.ShoeBox(TABLE_ROOM, fs=rate, materials=pyroomacoustics.Material(absorbed), max_order=order)
    room.add_source(SPEAKER_AT)
    room.add_microphone(LAPTOP_AT)
    room.compute_rir()
    return cast(Wave, np.asarray(room.rir[0][0], dtype=np.float64))


def across_a_table(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
    wave = _wave(audio)
    heard = fftconvolve(wave, _impulse_response(audio.rate))[: len(wave)]
    heard *= level(wave) / max(1e-9, level(heard))
    return _audio(heard + pink(len(wave), rng) * level(wave) * gain(-30.0), audio.rate)


def by_telephone(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
    """300 to 3400 Hz, 8,000 samples a second of 8 bits by the mu-law."""
    narrow = _wave(audio.at(TELEPHONE_RATE))
    narrow = sosfilt(butter(4, TELEPHONE_HERTZ, "bandpass", fs=TELEPHONE_RATE, output="sos"), narrow)
    narrow = np.clip(narrow, -1, 1)
    pressed = np.sign(narrow) * np.log1p(MU * np.abs(narrow)) / np.log1p(MU)
    stepped = np.round(pressed * 127) / 127
    return _audio(np.sign(stepped) * np.expm1(np.abs(stepped) * np.log1p(MU)) / MU, TELEPHONE_RATE).at(audio.rate)


def losing(share: float) -> Callable[[Audio, Audio, np.random.Generator], Audio]:
    """Through Opus at 24 kbit/s, of whose packets that share is lost, in bursts of two on average."""

    def apply(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
        packets = _through_opus(audio)
        lost, out, filled = False, [], 0
        before = np.zeros(round(PACKET_SECONDS * ROOM_RATE))
        for packet in packets:
            lost = rng.random() < (1 - 1 / BURST if lost else share / (BURST * (1 - share)))
            filled = filled + 1 if lost else 0
            heard = before[: len(packet)] * max(0.0, 1 - filled / FILLED_PACKETS) if lost else packet
            out.append(np.resize(heard, len(packet)))
            before = packet if not lost else before
        return _audio(np.concatenate(out) if out else np.zeros(0), ROOM_RATE).at(audio.rate)

    return apply


def _through_opus(audio: Audio) -> list[Wave]:
    """What comes out of the decoder, packet by packet, at the room's rate."""
    import av

    encoder: Any = av.CodecContext.create("libopus", "w")
    encoder.sample_rate, encoder.layout, encoder.format, encoder.bit_rate = ROOM_RATE, "mono", "s16", PACKET_BITS
    encoder.options = {"frame_duration": "20", "application": "voip"}
    encoder.open()
    decoder: Any = av.CodecContext.create("libopus", "r")
    decoder.sample_rate, decoder.layout = ROOM_RATE, "mono"
    size, out = round(PACKET_SECONDS * ROOM_RATE), []
    samples = audio.at(ROOM_RATE).samples
    samples = np.pad(samples, (0, -len(samples) % size))
    resample = av.AudioResampler("flt", "mono", ROOM_RATE)
    packets = []
    for start in range(0, len(samples), size):
        frame = av.AudioFrame.from_ndarray(samples[None, start : start + size], "s16", "mono")
        frame.sample_rate, frame.pts = ROOM_RATE, start
        packets += encoder.encode(frame)
    packets += encoder.encode(None)
    for packet in packets:
        frames = [part for frame in decoder.decode(packet) for part in resample.resample(frame)]
        out += [part.to_ndarray()[0].astype(np.float64) for part in frames]
    return out


def beside_another(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
    """Somebody else speaks all the time, 12 dB below."""
    wave, other = _wave(audio), np.resize(_wave(beside.at(audio.rate)), len(audio.samples))
    return _audio(wave + other * level(wave) / max(1e-9, level(other)) * gain(SECOND_VOICE_DB), audio.rate)


def quiet(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
    wave = _wave(audio)
    return _audio(
        wave * gain(QUIET_DB) / max(1e-9, level(wave)) + pink(len(wave), rng) * gain(ROOM_NOISE_DB), audio.rate
    )


def clipped(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
    wave = _wave(audio)
    return _audio(np.clip(wave * gain(CLIPPED_DB) / max(1e-9, float(np.abs(wave).max(initial=0))), -1, 1), audio.rate)


def fast(audio: Audio, beside: Audio, rng: np.random.Generator) -> Audio:
    """A third faster at the same pitch, by ffmpeg's `atempo`."""
    import av

    graph: Any = av.filter.Graph()
    source = graph.add_abuffer(sample_rate=audio.rate, format="s16", layout="mono")
    tempo, sink = graph.add("atempo", str(FAST)), graph.add("abuffersink")
    source.link_to(tempo)
    tempo.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(audio.samples[None, :], "s16", "mono")
    frame.sample_rate, frame.pts = audio.rate, 0
    out: list[Any] = []
    for one in (frame, None):
        source.push(one)
        while True:
            try:
                out.append(sink.pull().to_ndarray()[0])
            except (av.error.BlockingIOError, av.error.EOFError):
                break
    return Audio(np.concatenate(out).astype(np.int16), audio.rate)


CONDITIONS = (
    Condition("clean", lambda audio, beside, rng: audio),
    Condition("laptop across a table", across_a_table),
    Condition("noise, 20 dB", noisy(20)),
    Condition("noise, 10 dB", noisy(10)),
    Condition("noise, 5 dB", noisy(5)),
    Condition("telephone", by_telephone),
    Condition("Opus, 5 % lost", losing(0.05)),
    Condition("Opus, 15 % lost", losing(0.15)),
    Condition("a second voice", beside_another),
    Condition("a quiet speaker", quiet),
    Condition("clipped", clipped),
    Condition("a third faster", fast),
)
