"""How loud a sentence sounds, and one loudness for all of them.

Loudness is the gated integrated loudness of ITU-R BS.1770-5, which EBU R128 builds on: K-weighting, blocks of
400 ms that overlap by three quarters, an absolute gate at -70 LUFS and a relative one 10 LU under the mean.
Sound here is mono, one channel of weight 1: a sine of 997 Hz at full scale measures -3.01 LUFS.

`pyloudnorm` does the same but brings scipy. The filters are applied here as their frequency response, over a
transform long enough for the response to have died away, so numpy is enough. For 48 kHz the coefficients are those of
BS.1770-5, tables 1 and 2; for other rates they come from the analogue filters behind those tables, whose parameters
libebur128 (ebur128.c, `ebur128_init_filter`) and De Man, "Evaluation of Implementations of the EBU R128 Loudness
Measurement" (AES 145, 2018) give.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from config.errors import AudioError
from speech.audio import FULL_SCALE, Audio, Samples

TARGET_LUFS = -20.0
CEILING_DBFS = -1.0
BLOCK_SECONDS, HOP_SECONDS = 0.4, 0.1
ABSOLUTE_GATE_LUFS, RELATIVE_GATE_LU = -70.0, -10.0
OFFSET_LU = -0.691  # BS.1770-5, equation 2
DIES_AWAY_SECONDS = 0.5  # the high-pass has fallen by more than 500 dB
LEAST_RATE = 8_000
LIMITED_MOST_DB = 9.0  # peaks are pressed down by no more; beyond, the sentence stays softer
LOOKAHEAD_SECONDS = 0.004
WEIGHED_SECONDS = 1.0  # of a source never heard before, until its gain is guessed

Signal = NDArray[np.float64]
Coefficients = tuple[float, float, float]


def loudness(audio: Audio) -> float | None:
    """Integrated loudness in LUFS.

    Returns:
        None for what has none: less than one block of 0.4 s, or nothing louder than -70 LUFS.

    Raises:
        AudioError: the rate is under 8 kHz, where the weighting is not defined.
    """
    block, hop = round(BLOCK_SECONDS * audio.rate), round(HOP_SECONDS * audio.rate)
    if len(audio.samples) < block:
        return None
    energy = np.concatenate([[0.0], np.cumsum(_weighted(audio) ** 2)])
    starts = np.arange(0, len(audio.samples) - block + 1, hop)
    power = (energy[starts + block] - energy[starts]) / block
    heard = power[power > _power(ABSOLUTE_GATE_LUFS)]
    if not len(heard):
        return None
    heard = heard[heard > float(heard.mean()) * 10 ** (RELATIVE_GATE_LU / 10)]
    return _lufs(float(heard.mean()))


def level(audio: Audio, target_lufs: float = TARGET_LUFS) -> Audio:
    """The sentence at a common loudness, no sample above -1 dBFS.

    Peaks in the way are turned down smoothly, by at most 9 dB; a sentence that would need more stays softer than the
    target. Under 0.4 s the ungated weighted root mean square stands in for the loudness. Silence stays as it is.

    Args:
        target_lufs: the loudness wanted, in LUFS.

    Raises:
        AudioError: the rate is under 8 kHz.
    """
    gain = gain_needed(audio, target_lufs)
    if gain is None:
        return _limited(audio, 1.0)
    once = _limited(audio, _ratio(gain))
    if _peak(audio) * _ratio(gain) <= _ceiling():
        return once
    left = target_lufs - (loudness(once) or target_lufs)  # what limiting took away
    return once if abs(left) < 0.1 else _limited(audio, _ratio(gain + left))


def _whole(audio: Audio) -> float | None:
    """Loudness of a short sound in LUFS without gating by blocks; None for silence."""
    if not len(audio.samples):
        return None
    power = float(np.mean(_weighted(audio) ** 2))
    return _lufs(power) if power > _power(ABSOLUTE_GATE_LUFS) else None


def _limited(audio: Audio, gain: float) -> Audio:
    """Times the gain, with every peak turned down to the ceiling a few milliseconds around it."""
    ceiling, peak = _ceiling(), _peak(audio)
    if peak * gain <= ceiling:
        return audio if gain == 1.0 else _rounded(audio.samples * gain, audio.rate)
    gain = min(gain, ceiling / peak * _ratio(LIMITED_MOST_DB))
    reach = _reach(audio.rate)
    smooth = _turned_down(np.pad(np.abs(audio.samples * gain), 2 * reach), reach)
    return _rounded(audio.samples * gain * smooth, audio.rate)


def _peak(audio: Audio) -> float:
    """The size of its largest sample."""
    return float(max(-int(audio.samples.min(initial=0)), int(audio.samples.max(initial=0))))


def _ceiling() -> float:
    """The size of the largest sample that is let through."""
    return FULL_SCALE * _ratio(CEILING_DBFS)


def _reach(rate: int) -> int:
    return max(1, round(LOOKAHEAD_SECONDS * rate))


def _turned_down(sizes: Signal, reach: int) -> Signal:
    """How much of each sample is left so that none passes the ceiling; smooth over a few milliseconds.

    `sizes` are their amounts with `2 * reach` more at both ends, for which nothing is returned.
    """
    allowed = np.minimum(1.0, _ceiling() / np.maximum(sizes, 1e-9))
    least = sliding_window_view(allowed, 2 * reach + 1).min(axis=-1)
    total = np.concatenate([[0.0], np.cumsum(least)])
    smooth: Signal = (total[2 * reach + 1 :] - total[: -2 * reach - 1]) / (2 * reach + 1)
    return smooth


class Leveller:
    """`level` for sound that is still arriving: one gain for all of it, its peaks turned down in the same way.

    It is as exact as its gain: the loudness of a sentence is known only at its end.

    Args:
        rate: of the sound, in Hz.
        gain_db: what `gain_needed` said of earlier sound from this source; None finds it from the beginning of this.
    """

    def __init__(self, rate: int, gain_db: float | None = None) -> None:
        self._rate, self._reach = rate, _reach(rate)
        self._gain = None if gain_db is None else _ratio(gain_db)
        self._unweighed = np.zeros(0, dtype=np.int16)
        self._recent = np.zeros(2 * self._reach)  # handed on already, but their peaks count for what follows
        self._held = np.zeros(0)  # their turn comes when it is known what follows them

    def __call__(self, audio: Audio) -> Audio:
        """What can be handed on now: all but a few milliseconds, or nothing while the gain is not known."""
        return self._next(audio.samples, last=False)

    def flush(self) -> Audio:
        """What was held back, at the end of the sound."""
        return self._next(np.zeros(0, dtype=np.int16), last=True)

    def _next(self, samples: Samples, *, last: bool) -> Audio:
        if self._gain is None:
            samples = self._unweighed = np.concatenate([self._unweighed, samples])
            if len(samples) < round(WEIGHED_SECONDS * self._rate) and not last:
                return Audio(samples[:0], self._rate)
            self._gain = _ratio(gain_needed(Audio(samples, self._rate)) or 0.0)
        held = np.concatenate([self._held, samples * self._gain])
        ready = len(held) if last else max(0, len(held) - 2 * self._reach)
        if not ready:
            self._held = held
            return Audio(np.zeros(0, dtype=np.int16), self._rate)
        known = np.concatenate([self._recent, held, np.zeros(2 * self._reach if last else 0)])
        smooth = _turned_down(np.abs(known[: ready + 4 * self._reach]), self._reach)
        self._recent, self._held = known[ready : ready + 2 * self._reach], held[ready:]
        return _rounded(held[:ready] * smooth, self._rate)


def gain_needed(audio: Audio, target_lufs: float = TARGET_LUFS) -> float | None:
    """Decibels that bring a sound to the target, leaving its peaks out of account; None for silence."""
    now = loudness(audio)
    if now is None and len(audio.samples) < round(BLOCK_SECONDS * audio.rate):
        now = _whole(audio)
    return None if now is None else target_lufs - now


def _rounded(signal: NDArray[np.floating[Any]], rate: int) -> Audio:
    samples: Samples = np.trunc(signal + np.copysign(0.5, signal)).astype(np.int16)
    ceiling = np.int16(_ceiling())
    return Audio(np.clip(samples, -ceiling, ceiling), rate)


def _weighted(audio: Audio) -> Signal:
    """K-weighted samples, full scale being 1."""
    size = len(audio.samples) + round(DIES_AWAY_SECONDS * audio.rate)
    size = 1 << (size - 1).bit_length()
    spectrum = np.fft.rfft(audio.samples / (FULL_SCALE + 1.0), size)
    filtered: Signal = np.fft.irfft(spectrum * _response(audio.rate, size), size)[: len(audio.samples)]
    return filtered


@lru_cache(maxsize=4)  # a voice has one rate, and few powers of two are as long as a sentence
def _response(rate: int, size: int) -> NDArray[np.complex128]:
    """Of both stages of the weighting, at the frequencies of a transform of that size: 8 bytes a sample of it."""
    delay = np.exp(-2j * np.pi * np.fft.rfftfreq(size))
    response: NDArray[np.complex128] = np.ones_like(delay)
    for above, below in k_weighting(rate):
        response *= np.polyval(above[::-1], delay) / np.polyval(below[::-1], delay)
    return response


def k_weighting(rate: int) -> tuple[tuple[Coefficients, Coefficients], ...]:
    """The two stages at a rate in Hz, each (b0, b1, b2), (1, a1, a2).

    The head's high shelf, then the high-pass ("RLB"); at 48 kHz the values of BS.1770-5, tables 1 and 2.

    Raises:
        AudioError: the rate is under 8 kHz.
    """
    if rate < LEAST_RATE:
        raise AudioError(f"loudness needs sound of at least {LEAST_RATE} Hz, not {rate}")
    k, q = math.tan(math.pi * 1681.974450955533 / rate), 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    mid = high**0.4996667741545416
    a0 = 1 + k / q + k * k
    shelf = ((high + mid * k / q + k * k) / a0, 2 * (k * k - high) / a0, (high - mid * k / q + k * k) / a0)
    after = (1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0)
    k, q = math.tan(math.pi * 38.13547087602444 / rate), 0.5003270373238773
    a0 = 1 + k / q + k * k
    return (shelf, after), ((1.0, -2.0, 1.0), (1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0))


def _lufs(power: float) -> float:
    return OFFSET_LU + 10 * math.log10(power)


def _power(lufs: float) -> float:
    return float(10 ** ((lufs - OFFSET_LU) / 10))


def _ratio(decibels: float) -> float:
    return float(10 ** (decibels / 20))
