"""Tempo and intonation of a sentence that has been made: for a voice whose model is not asked for them.

The tempo is changed at the same pitch by ffmpeg's `atempo` (overlapped pieces that match: WSOLA). The rise at the end
of a question is for a model that reads `?` as `.` but gives its pitch as a curve.
"""

from __future__ import annotations

import re
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from speech.audio import Audio, Samples

SLOWEST, FASTEST = 0.5, 2.0
UNHEARD = 0.003  # a change of tempo that is not worth the work

VOICED_HZ = 60.0
RISE_SECONDS = 0.35  # the last syllable or two
TOP = 1.3  # of the mean pitch, where the rise ends: some five semitones
FROM = 0.95  # of it, at most, where it begins
FADED = 0.2  # of the usual power: what is softer at the end carries no pitch to the ear
LEAST_FRAMES = 8

# questions with these words fall, and so do those that offer a choice
_FALLING = re.compile(r"\b(?:who|whom|whose|what|when|where|why|how|which)\b(?=[^,;:]*$)|\bor\b[^,;:]*$", re.IGNORECASE)


def at_tempo(audio: Audio, tempo: float) -> Audio:
    """The sound in 1 / `tempo` of its time. Raises ValueError: a tempo under 0.5 or over 2."""
    if not SLOWEST <= tempo <= FASTEST:
        raise ValueError(f"a tempo of {tempo:g} is none that speech survives")
    if abs(tempo - 1) < UNHEARD or not len(audio.samples):
        return audio
    import av
    from av.filter import Graph

    graph = Graph()
    source = graph.add("abuffer", f"sample_rate={audio.rate}:sample_fmt=s16:channel_layout=mono")
    change, sink = graph.add("atempo", f"{tempo:.6f}"), graph.add("abuffersink")
    source.link_to(change)
    change.link_to(sink)
    graph.configure()
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(audio.samples[None, :]), "s16", "mono")
    frame.sample_rate = audio.rate
    source.push(frame)
    source.push(None)
    pieces: list[Samples] = []
    while True:
        try:
            pieces.append(cast(Any, sink.pull()).to_ndarray()[0])
        except (av.error.EOFError, av.error.BlockingIOError):
            return Audio(np.concatenate(pieces) if pieces else audio.samples[:0], audio.rate)


def rises(sentence: str) -> bool:
    """Whether an English speaker's pitch would rise at the end: at a question that wants a yes or a no."""
    return sentence.rstrip("\"'”’) ").endswith("?") and not _FALLING.search(sentence.rstrip("\"'”’) ?"))


def risen(pitch: NDArray[np.float32], power: NDArray[np.float32], frame_seconds: float) -> NDArray[np.float32]:
    """The pitch in Hz by frame, 0 where unvoiced, with a rise over what is voiced and loud enough at its end.

    Args:
        power: of each frame's voice, in any unit.
    """
    voiced = np.flatnonzero(pitch > VOICED_HZ)
    if len(voiced) < LEAST_FRAMES:
        return pitch
    heard = voiced[power[voiced] > FADED * np.median(power[voiced])]
    mean = float(np.exp(np.log(pitch[voiced]).mean()))
    last = int(heard[-1])
    first = max(int(voiced[0]), last - round(RISE_SECONDS / frame_seconds))
    before = pitch[voiced[np.abs(voiced - first) <= LEAST_FRAMES]]
    low = FROM * min(float(np.median(before)), mean)
    places = voiced[voiced >= first]
    share = np.minimum(1.0, (places - first) / max(1, last - first))
    changed = pitch.copy()
    changed[places] = low * (TOP * mean / low) ** (share * share * (3 - 2 * share))
    return changed


def as_loud_as(model: NDArray[np.float32], wave: NDArray[np.float32], frame: int) -> NDArray[np.float32]:
    """The wave turned down where it is louder than the model of the same length: another pitch must not be an accent.

    Args:
        frame: samples over which loudness is compared.
    """
    gain = np.minimum(1.0, _level(model, frame) / np.maximum(_level(wave, frame), 1e-6))
    middles = (np.arange(len(gain)) + 0.5) * frame
    return wave * np.interp(np.arange(len(wave)), middles, gain).astype(np.float32)


def _level(wave: NDArray[np.float32], frame: int) -> NDArray[np.float64]:
    """Root mean square by frame."""
    whole = np.pad(wave.astype(np.float64), (0, -len(wave) % frame)).reshape(-1, frame)
    return np.asarray(np.sqrt((whole**2).mean(axis=1)))
