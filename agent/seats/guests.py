"""Seats that are not ours and only play: recordings, and texts read aloud.

They are heard only as sound; what they said is what the other side's recogniser made of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from agent.match.events import Event
from agent.match.seats import Occupant
from agent.running.ports import Floor
from agent.running.setup import MatchSetup
from config.errors import AudioError, ConfigError
from config.format import Format, Side, Turn
from speech.audio import ROOM_RATE, Audio, silence
from speech.offload import compute
from speech.sound_files import SUFFIXES, read
from speech.synthesis.synthesizer import Synthesizer
from speech.text.sentences import sentences
from speech.timing.pauses import PAUSE

CHUNK_SECONDS = 0.5
AHEAD_SECONDS = 1.0


class Silent:
    """A seat that does not listen to anything but the clock."""

    def __init__(self, side: Side) -> None:
        self.side = side

    def hear(self, audio: Audio) -> None:
        """A recording does not listen."""

    def read(self, text: str, end: float) -> None:
        """A recording does not read."""

    async def on_event(self, event: Event) -> None:
        """A recording does not react."""

    async def close(self) -> None:
        """Nothing to end."""


async def _play(floor: Floor, pieces: Iterator[Audio]) -> None:
    for piece in pieces:
        while floor.queued() > AHEAD_SECONDS:
            await asyncio.sleep(CHUNK_SECONDS / 5)
        await floor.play(piece)
    while not floor.idle:
        await asyncio.sleep(CHUNK_SECONDS / 5)


class AudioSeat(Silent):
    """Plays a sound file in each turn: `opening.wav`, `rebuttal.mp3`, `turn-3.ogg` and so on. `sounds`: by turn."""

    def __init__(self, side: Side, sounds: Mapping[int, Audio]) -> None:
        super().__init__(side)
        self._sounds = sounds

    async def speak(self, floor: Floor) -> None:
        sound = self._sounds.get(floor.turn)
        if sound is None or floor.beside:
            return
        await _play(floor, sound.cut(floor.elapsed(), sound.seconds).frames(CHUNK_SECONDS))


class TextSeat(Silent):
    """Reads a text aloud in each turn. `texts`: by turn."""

    def __init__(self, side: Side, texts: Mapping[int, str], synthesizer: Synthesizer) -> None:
        super().__init__(side)
        self._synthesizer, self._texts = synthesizer, texts

    async def speak(self, floor: Floor) -> None:
        over = floor.elapsed()  # of a turn that goes on from its log
        for sentence in sentences("" if floor.beside else self._texts.get(floor.turn, "")):
            audio = await compute(partial(self._synthesizer.synthesize, sentence))
            if over >= audio.seconds + PAUSE:
                over -= audio.seconds + PAUSE
                continue
            audio, over = audio.cut(min(over, audio.seconds), audio.seconds), 0.0
            while floor.queued() > AHEAD_SECONDS:
                await asyncio.sleep(CHUNK_SECONDS / 5)
            await floor.play(audio)
            await floor.play(silence(PAUSE, audio.rate))
        while not floor.idle:
            await asyncio.sleep(CHUNK_SECONDS / 5)


@dataclass(frozen=True)
class Sources:
    """What the guests of a match play, by side and turn; read before anything is loaded that takes its time."""

    sounds: Mapping[Side, Mapping[int, Audio]]
    texts: Mapping[Side, Mapping[int, str]]

    @classmethod
    async def read(cls, setup: MatchSetup) -> Sources:
        """Raises ConfigError: a file is not there or cannot be read. AudioError: it is no sound, or no text."""
        sounds: dict[Side, Mapping[int, Audio]] = {}
        texts: dict[Side, Mapping[int, str]] = {}
        for side, seat in setup.seats.items():
            if seat.occupant is Occupant.RECORDING and seat.source:
                sounds[side] = await sounds_of(side, setup.format, seat.source)
            elif seat.occupant is Occupant.TEXT and seat.source:
                texts[side] = texts_of(side, setup.format, seat.source)
        return cls(sounds, texts)


async def sounds_of(side: Side, match_format: Format, folder: Path) -> dict[int, Audio]:
    """What a side plays, by turn.

    Raises ConfigError: no such folder, or no file for a turn. AudioError: a broken file.
    """
    files = {i: _find(folder, i, turn, SUFFIXES) for i, turn in _speeches(side, match_format)}
    return {i: await compute(partial(read, path, ROOM_RATE)) for i, path in files.items()}


def texts_of(side: Side, match_format: Format, source: Path) -> dict[int, str]:
    """What a side is to say, by turn: from a folder with a text a stage, or from one file.

    In a file, the turns are separated by a line of three dashes or more.
    Raises ConfigError: a file is not there or cannot be read. AudioError: it is no text.
    """
    own = _speeches(side, match_format)
    if source.is_dir():
        return {i: read_text(_find(source, i, turn, (".txt",))) for i, turn in own}
    parts = _parts(read_text(source))
    return {i: parts[n] if n < len(parts) else "" for n, (i, _) in enumerate(own)}


def _speeches(side: Side, match_format: Format) -> list[tuple[int, Turn]]:
    """The turns of a side but the cross-examinations, in which nothing that was prepared can be said."""
    turns = enumerate(match_format.turns)
    return [(i, turn) for i, turn in turns if turn.side is side and turn.cross_examination is None]


def _parts(text: str) -> list[str]:
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("---"):
            parts.append([])
        else:
            parts[-1].append(line)
    return ["\n".join(part) for part in parts]


def _find(folder: Path, index: int, turn: Turn, suffixes: tuple[str, ...]) -> Path:
    if not folder.is_dir():
        raise ConfigError(f"{folder}: no such folder")
    names = tuple(dict.fromkeys((f"turn-{index + 1}", turn.file_name, turn.name, turn.stage.value)))
    for stem in names:
        for suffix in suffixes:
            if (path := folder / f"{stem}{suffix}").is_file():
                return path
    raise ConfigError(f"{folder}: no {' or '.join(names)} ({', '.join(suffixes)})")


def read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise AudioError(f"{path}: is not a text") from error
