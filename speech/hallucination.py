"""What Whisper writes where nobody spoke: known phrases, loops, and text it does not believe itself. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from speech.ports import HeardWord

NO_SPEECH = 0.6  # Whisper's own thresholds (Radford et al. 2022, 4.5)
LOG_PROBABILITY = -1.0
COMPRESSION = 2.4
KNOWN = re.compile(
    r"^\W*("
    r"thanks?( you)?( so much| very much)? for (watching|listening to this video|viewing)"
    r"|(please )?(like and )?subscribe( to (my|our|the) channel)?"
    r"|(subtitles?|captions?|transcri(bed|ption)) (by|from|provided by)\b.*"
    r"|see you (in the )?next (time|video)"
    r"|www\.\S+|amara\.org.*"
    r"|(music|applause|laughter|silence|blank_audio)( playing)?"
    r"|♪+"
    r")\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Piece:
    """A stretch of a hypothesis with what the model thinks of it.

    `no_speech` is a probability, `log_probability` the mean over tokens, `compression` the ratio by which the
    text can be packed (loops pack well).
    """

    text: str
    words: tuple[HeardWord, ...]
    no_speech: float = 0.0
    log_probability: float = 0.0
    compression: float = 1.0


def suspicion(piece: Piece) -> str | None:
    """Why the piece is most likely not speech; None when nothing speaks against it."""
    if KNOWN.match(piece.text):
        return "a phrase that Whisper is known to write over silence and music"
    if piece.no_speech > NO_SPEECH and piece.log_probability < LOG_PROBABILITY:
        return f"no speech with probability {piece.no_speech:.2f}"
    if piece.compression > COMPRESSION:
        return f"it repeats itself (packs {piece.compression:.1f} to 1)"
    return None
