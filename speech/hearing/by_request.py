"""A service that is asked for one window after another: at pauses, at a long step where nobody pauses, and at the end.

Each request costs money and has a journey, so no sound is sent twice where that can be helped: what was asked about up
to a pause is committed at once and never sent again. Where nobody pauses for so long that words would come too late,
the window is asked for as it is; its words that ended GUARD_SECONDS ago are committed, and the next window begins
after them. That takes times: a service that sends a text alone is asked at pauses and at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from speech.audio import EAR_RATE, Audio, Samples
from speech.hearing.hallucination import SENTENCE_ENDS, Piece, believed
from speech.hearing.local_agreement import plain
from speech.hearing.pauses import last_pause, voiced_span
from speech.hearing.transcript import Timing, Transcript, Window
from speech.ports import HeardWord, Progress

STEP_SECONDS = 1.8  # of sound from which a pause is looked for
LONG = 1.5  # steps without a pause
LEAST_SECONDS = 1.0  # of sound in a window that ends at a pause
GUARD_SECONDS = 0.5  # a word that ended later may be cut off


class Asked(Protocol):
    """A service that hears a window. Calls block; raises ProviderError, and TimeoutError when it is late."""

    @property
    def hints(self) -> str:
        """What it was told to expect."""
        ...

    def transcribe(self, sound: Audio, window: Window) -> Transcript: ...


@dataclass
class Habits:
    """What is known of a service by what it answered; shared by its utterances."""

    timing: Timing = Timing.WORDS


class RequestedUtterance:
    """One utterance, asked about window by window.

    Args:
        step_seconds: of new sound, before which nothing is asked.
    """

    def __init__(self, service: Asked, habits: Habits, step_seconds: float = STEP_SECONDS) -> None:
        self._service, self._habits, self._step = service, habits, step_seconds
        self._samples: Samples = np.zeros(0, dtype=np.int16)
        self._offset = 0.0  # seconds of the utterance that have left the window
        self._asked = 0  # samples of the window that have been asked about
        self._tail: list[HeardWord] = []
        self.left_out: list[str] = []

    def accept(self, audio: Audio) -> Progress:
        self._samples = np.concatenate([self._samples, audio.samples])
        return Progress(self._due(), plain(self._tail))

    def finish(self) -> Sequence[HeardWord]:
        return self._whole(len(self._samples))

    def _due(self) -> list[HeardWord]:
        seconds = len(self._samples) / EAR_RATE
        if seconds < self._step:
            return []
        if (pause := last_pause(self._samples, round(LEAST_SECONDS * EAR_RATE))) is not None:
            return self._whole(pause)
        unasked = seconds - self._asked / EAR_RATE
        if self._habits.timing is not Timing.NONE and unasked >= self._step and seconds >= LONG * self._step:
            return self._part()
        return []

    def _whole(self, end: int) -> list[HeardWord]:
        """Commit all that is said before a pause, or the end."""
        samples, offset = self._samples[:end], self._offset
        words = self._believed(self._heard(samples).pieces, offset)
        self._leave(end)
        return words

    def _part(self) -> list[HeardWord]:
        """Commit what is said long enough before the end of the sound, which comes in the middle of a word."""
        samples, offset = self._samples, self._offset
        heard = self._heard(samples)
        self._asked = len(samples)
        said = [word for one in heard.pieces for word in one.words]
        sure = _sure(heard, len(samples) / EAR_RATE - GUARD_SECONDS)
        self._tail = [_later(word, offset) for word in said[sure:]]
        if not sure:
            return []
        end = said[sure - 1].end
        middle = (end + said[sure].start) / 2 if sure < len(said) else end
        standing = [one for one in heard.pieces if one.words and one.words[0].start < end]
        words = [word for word in self._believed(standing, offset) if word.start < end + offset]
        tail = self._tail
        self._leave(round(middle * EAR_RATE))
        self._asked, self._tail = len(self._samples), tail
        return words

    def _heard(self, samples: Samples) -> Transcript:
        """Nobody is asked about silence."""
        voiced = voiced_span(samples)
        if voiced is None:
            return Transcript(timing=self._habits.timing)
        heard = self._service.transcribe(Audio(samples, EAR_RATE), Window(len(samples) / EAR_RATE, voiced))
        if heard.pieces:
            self._habits.timing = heard.timing
        return heard

    def _believed(self, pieces: Sequence[Piece], offset: float) -> list[HeardWord]:
        """What is most likely speech, in times of the utterance; the rest is noted."""
        words, doubts = believed(pieces, self._service.hints)
        self.left_out += doubts
        return [_later(word, offset) for word in words]

    def _leave(self, end: int) -> None:
        """The sound before sample `end` is done with."""
        self._samples = self._samples[end:]
        self._offset += end / EAR_RATE
        self._asked, self._tail = 0, []


def _sure(heard: Transcript, until: float) -> int:
    """How many of the words cannot have been cut off: by their own times, or by those of their segments."""
    count = 0
    for number, one in enumerate(heard.pieces):
        if heard.timing is Timing.WORDS:
            ended = [word.end <= until for word in one.words]
            count += ended.index(False) if False in ended else len(ended)
            if False in ended:
                break
        else:
            last = number == len(heard.pieces) - 1
            if one.words and (one.words[-1].end > until or (last and not one.text.endswith(SENTENCE_ENDS))):
                break
            count += len(one.words)
    return count if heard.timing is not Timing.NONE else 0


def _later(word: HeardWord, offset: float) -> HeardWord:
    return HeardWord(word.text, word.start + offset, word.end + offset)
