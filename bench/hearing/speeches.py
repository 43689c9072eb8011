"""Speeches for an ear: texts read aloud, or recordings with their transcripts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

import config
from agent.components import Components
from agent.seats.guests import read_text
from config.errors import ConfigError
from config.format import Side
from speech.audio import FULL_SCALE, ROOM_RATE, Audio, join, silence
from speech.hearing.word_errors import normalised
from speech.sound_files import SUFFIXES, read
from speech.text.sentences import sentences
from speech.timing.pauses import PAUSE

SHIPPED_TEXTS = Path(config.__file__).parent / "opponents"
QUIET = 0.02  # of full scale: what is softer at a speech's end is not spoken


@dataclass(frozen=True)
class SpeechToHear:
    """What is played to the ear, and what is said in it."""

    audio: Audio
    text: str


def read_aloud(texts: Path, components: Components) -> list[SpeechToHear]:
    """Each text under a folder in the voice of its side (`NAME-con/` is con's), sentence by sentence as in a match."""
    files = sorted(texts.rglob("*.txt")) if texts.is_dir() else [texts]
    if not files:
        raise ConfigError(f"{texts}: no texts (.txt) in it")
    synthesizers = {side: components.voice(side) for side in Side}
    speeches = []
    for file in files:
        synthesizer = synthesizers[Side.CON if file.parent.name.endswith("-con") else Side.PRO]
        text = _with_words(file)
        pieces = [p for line in sentences(text) for p in (synthesizer.synthesize(line), silence(PAUSE, ROOM_RATE))]
        speeches.append(SpeechToHear(join(pieces, ROOM_RATE), text))
    for side, synthesizer in synthesizers.items():
        if synthesizer.failures:
            components.replace(f"voice of {side}", synthesizer.failures[0], "its fallback")
    return speeches


def recorded(folder: Path) -> list[SpeechToHear]:
    """Each recording in a folder, with the transcript of the same stem."""
    files = sorted(f for f in folder.glob("*") if f.suffix.lower() in SUFFIXES)
    if not files:
        raise ConfigError(f"{folder}: no recordings ({', '.join(SUFFIXES)}) in it")
    return [SpeechToHear(read(f, ROOM_RATE), _with_words(f.with_suffix(".txt"))) for f in files]


def _with_words(file: Path) -> str:
    text = read_text(file)
    if not normalised(text):
        raise ConfigError(f"{file}: holds no words")
    return text


def to_the_last_sound(audio: Audio) -> Audio:
    """Without the silence at its end: what a bell cuts off."""
    loud = np.nonzero(np.abs(audio.samples.astype(np.int32)) > QUIET * FULL_SCALE)[0]
    return audio.cut(0, (int(loud[-1]) + 1) / audio.rate) if len(loud) else audio
