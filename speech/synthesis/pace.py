"""How fast a voice speaks, and the same rate for all of them.

The rate of a voice is the words of a text as written by the time from its first sound to its last, the pauses inside
it included: those that the voice makes in a sentence and those that we put between sentences. It is measured on one
text, ten sentences of statements, chosen so that each of our voices speaks it just as fast as the statements of all
shipped motions. How an engine's own speed changes it is no straight line (Piper rounds every sound up), so for each
voice there is a curve: known ones stand here, others are measured once on each machine and kept.
"""

from __future__ import annotations

import json
import logging
import math
import os
from pathlib import Path

import numpy as np

from speech.audio import ROOM_RATE
from speech.ports import PacedVoice, Voice
from speech.synthesis.making import trim
from speech.timing.pauses import MORE_BEFORE_CLOSING, MORE_BETWEEN_POINTS, PAUSE

log = logging.getLogger("rostrum.voices")

CALIBRATION = (  # two points of five sentences; a closing line would follow
    "We already think this way about taxes, rent and family meals.",
    "Ask whether it has been shown that people will create less and care less, since that is what the motion predicts.",
    "My opponent pressed the freedom of minority artists.",
    "A product that must taste like beef without beef needs flavorings, binders, oils and plenty of salt.",
    "My opponent asks you to believe that a patient who is turned away does not care whether the refusal had a motive.",
    "A geometry tutor for one school year has a much smaller world to cover.",
    "Each mother and father has a say over their own child, and a ban gives the most anxious a say over all.",
    "Completion is high among those who study full time at solid universities.",
    "Diet related illness falls hardest on those with the least money, and any drop in it helps them most.",
    "Platforms earn from volume, so they have little reason to hold the tide back.",
)
WORDS = sum(len(sentence.split()) for sentence in CALIBRATION)
PAUSES_SECONDS = len(CALIBRATION) * PAUSE + MORE_BETWEEN_POINTS + MORE_BEFORE_CLOSING
SLOWEST, FASTEST = 0.4, 2.5  # speeds that engines still speak clearly at, or at all
MEASUREMENTS = 5
EXACT = 0.005  # how near to the rate wanted a measurement must be

Curve = tuple[tuple[float, float], ...]
"""Speeds, each with the seconds that the sentences of the text take at it, without the pauses between them."""

# fmt: off
KNOWN: dict[str, Curve] = {  # of espeak-ng 1.52 and flite 2.2, and of the model files that begin so
    "hibari 5f70741d4e90": ((0.6, 79.6), (0.7, 68.26), (0.8, 60.0), (0.9, 53.12), (1.0, 47.84), (1.1, 43.73)),
    "piper 58afce0321b8": (
        (0.5, 77.05), (0.55, 71.52), (0.6, 66.79), (0.65, 62.39), (0.7, 57.84), (0.75, 53.62), (0.8, 50.11),
        (0.9, 46.39), (1.0, 44.71),
    ),
    "flite slt": ((0.6, 79.6), (0.8, 59.8), (1.0, 47.91), (1.2, 40.07)),
    "flite rms": ((0.6, 92.87), (0.8, 69.4), (1.0, 55.54), (1.2, 46.39)),
    "espeak-ng en-us+f3": ((0.7, 76.42), (0.8, 66.97), (0.9, 59.27), (1.0, 53.75), (1.1, 48.95), (1.2, 44.75)),
    "espeak-ng gmw/en+m3": ((0.7, 73.86), (0.8, 64.92), (0.9, 57.64), (1.0, 52.14), (1.1, 47.64), (1.2, 43.56)),
}
# fmt: on


def spoken_seconds(words_per_minute: float) -> float:
    """How long the sentences of the text take at this rate, without the pauses between them."""
    return WORDS * 60 / words_per_minute - PAUSES_SECONDS


def rate(sentence_seconds: float) -> float:
    """Words a minute of a voice that takes so long for the sentences of the text."""
    return WORDS * 60 / (sentence_seconds + PAUSES_SECONDS)


def measured(voice: Voice) -> float:
    """The seconds that the sentences of the text take in this voice. Raises ProviderError: it cannot speak."""
    return sum(trim(voice.synthesize(sentence).at(ROOM_RATE)).seconds for sentence in CALIBRATION)


def at_rate(voice: Voice, words_per_minute: float, kept: Path | None = None) -> Voice:
    """The voice at this rate; one whose rate cannot be set, as it is.

    Args:
        kept: a file that remembers what was measured on this machine; nothing is kept without one.

    Raises:
        ProviderError: the voice cannot speak the text it is measured by.
    """
    if not isinstance(voice, PacedVoice):
        return voice
    wanted = spoken_seconds(words_per_minute)
    curve = KNOWN.get(voice.identity)
    if curve is None:
        curve = _explored(voice, wanted, kept)
    return voice.at_speed(_speed(curve, wanted))


def natural_rate(voice: Voice, kept: Path | None = None) -> float | None:
    """Words a minute of the voice by itself, where that is known without speaking."""
    if not isinstance(voice, PacedVoice):
        return None
    curve = KNOWN.get(voice.identity) or _read(kept).get(voice.identity)
    return None if not curve else rate(_seconds(curve, 1.0))


def _explored(voice: PacedVoice, wanted: float, kept: Path | None) -> Curve:
    """A curve with a point where it is needed: measured now, as far as it was not before."""
    curves = _read(kept)
    curve = curves.get(voice.identity, ())
    fresh = False
    for _ in range(MEASUREMENTS):
        speed = _speed(curve, wanted) if curve else 1.0
        if any(abs(seconds / wanted - 1) < EXACT or at == speed for at, seconds in curve):
            break
        curve = tuple(sorted({**dict(curve), speed: measured(voice.at_speed(speed))}.items()))
        fresh = True
    if fresh:
        _keep(kept, curves | {voice.identity: curve})
    return curve


def _speed(curve: Curve, wanted: float) -> float:
    """The speed at which the text takes `wanted` seconds; beyond the curve in proportion."""
    points = sorted(curve, key=lambda point: point[1])
    (fastest, least), (slowest, most) = points[0], points[-1]
    if wanted <= least:
        return min(FASTEST, fastest * least / wanted)
    if wanted >= most:
        return max(SLOWEST, slowest * most / wanted)
    speeds, seconds = np.log(points).T
    return float(np.exp(np.interp(math.log(wanted), seconds, speeds)))


def _seconds(curve: Curve, speed: float) -> float:
    return float(np.interp(speed, [at for at, _ in curve], [seconds for _, seconds in curve]))


def _read(kept: Path | None) -> dict[str, Curve]:
    """What was measured before; a file that is damaged counts for nothing."""
    if kept is None or not kept.exists():
        return {}
    try:
        raw = json.loads(kept.read_text(encoding="utf-8"))
        curves = {name: tuple((float(at), float(s)) for at, s in points) for name, points in raw.items()}
        return {name: points for name, points in curves.items() if all(at > 0 and s > 0 for at, s in points)}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        log.warning("%s: cannot be read (%s); voices are measured again", kept, type(error).__name__)
        return {}


def _keep(kept: Path | None, curves: dict[str, Curve]) -> None:
    if kept is None:
        return
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        made = kept.with_suffix(f".{os.getpid()}")
        made.write_text(json.dumps(curves, indent=1), encoding="utf-8")
        made.replace(kept)
    except OSError as error:
        log.warning("%s: cannot be written (%s); voices are measured again next time", kept, error.strerror)
