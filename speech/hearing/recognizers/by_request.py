"""A service that is asked for one window of sound after another: at a long step, and where an utterance ends.

Each request costs money and has a journey, and a window without what was said before it is heard worse: Whisper base on
windows of 2 s, none of them sent twice, had a word error of 0.12 on speech of which it reads the whole with 0.03. So a
window begins with its sentence, and what stands already is found again in the answer by its words. A word that ended a
while ago is committed at once; a second answer would come too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Protocol

import numpy as np

from config.heard_word import HeardWord
from speech.audio import EAR_RATE, Audio, Samples
from speech.hearing.agreement import plain
from speech.hearing.recognizers.hallucination import believed
from speech.hearing.transcript import SoundWindow, Timing, Transcript, bare, spread
from speech.hearing.voice_activity import ends_quiet, voiced_span
from speech.ports import Progress
from speech.text.sentences import SENTENCE_ENDS

STEP_SECONDS = 2.4
GUARD_SECONDS = 0.5  # a word that ended later may be cut off,
GUARD_WORDS = 2  # and as many of these where nobody knows when they ended
KEPT_SECONDS = 4.0  # of sound in a window before it is cut at the end of a sentence,
LONG_SECONDS = 8.0  # or of any word
REVISED_WORDS = 3  # an answer may have so many more in place of those that stand


class TranscriptionService(Protocol):
    """A service that hears a window. Calls block; raises ProviderError, and TimeoutError when it is late."""

    @property
    def hints(self) -> str:
        """What it was told to expect."""
        ...

    def transcribe(self, sound: Audio, window: SoundWindow) -> Transcript: ...


class RequestedUtterance:
    """One utterance, asked about window by window. `step_seconds`: of new sound, before which nothing is asked."""

    def __init__(self, service: TranscriptionService, step_seconds: float = STEP_SECONDS) -> None:
        self._service, self._step = service, step_seconds
        self._samples: Samples = np.zeros(0, dtype=np.int16)
        self._offset = 0.0  # seconds of the utterance that have left the window
        self._asked = 0  # samples of the window that have been asked about
        self._committed: list[HeardWord] = []
        self._tail: list[HeardWord] = []
        self._left_out: list[str] = []  # of sound that has left the window
        self._doubts: list[str] = []  # of the last answer

    @property
    def left_out(self) -> Sequence[str]:
        return list(dict.fromkeys([*self._left_out, *self._doubts]))

    def accept(self, audio: Audio) -> Progress:
        self._samples = np.concatenate([self._samples, audio.samples])
        due = len(self._samples) - self._asked >= self._step * EAR_RATE
        fresh = self._heard(whole=ends_quiet(self._samples)) if due else []
        return Progress(fresh, plain(self._tail))

    def finish(self) -> Sequence[HeardWord]:
        if self._tail or voiced_span(self._samples[self._asked :]) is not None:
            return self._heard(whole=True)
        return []

    def _heard(self, *, whole: bool) -> list[HeardWord]:
        """Commit what is new in the window and cannot have been cut off; all of it at a pause."""
        voiced = voiced_span(self._samples)
        self._asked = len(self._samples)
        if voiced is None:  # nobody is asked about silence
            return []
        window = SoundWindow(len(self._samples) / EAR_RATE, voiced)
        heard = self._service.transcribe(Audio(self._samples, EAR_RATE), window)
        new = self._new(heard, voiced[1])
        sure = len(new) if whole else self._sure(new, heard.timing, window.seconds)
        self._committed += new[:sure]
        self._tail = new[sure:]
        self._trim(heard.timing)
        return new[:sure]

    def _new(self, heard: Transcript, until: float) -> list[HeardWord]:
        """What follows the words that stand, in times of the utterance."""
        words, doubts = believed(heard.pieces, self._service.hints)
        self._doubts = [line for _, line in doubts]
        standing = [word for word in self._committed if word.end > self._offset]
        new = words[continuation(standing, words) :]
        last = standing[-1].end - self._offset if standing else 0.0
        if heard.timing is Timing.NONE:
            new = list(spread([word.text for word in new], max(last, words[0].start if words else 0.0), until))
        return [_placed(word, last, self._offset) for word in new]

    def _sure(self, new: Sequence[HeardWord], timing: Timing, seconds: float) -> int:
        until = self._offset + seconds - GUARD_SECONDS
        count = sum(word.end <= until for word in new)
        return count if timing is Timing.WORDS else max(0, min(count, len(new) - GUARD_WORDS))

    def _trim(self, timing: Timing) -> None:
        """Drop the sound of committed sentences, so that windows stay short; without times nobody knows where."""
        seconds = len(self._samples) / EAR_RATE
        standing = [word for word in self._committed if word.end > self._offset]
        if timing is not Timing.WORDS or seconds <= KEPT_SECONDS or not standing:
            return
        ends = [word.end for word in standing if word.text.endswith(SENTENCE_ENDS)]
        cut = max(ends, default=standing[-1].end if seconds > LONG_SECONDS else 0.0)
        if cut > self._offset:
            left = min(round((cut - self._offset) * EAR_RATE), len(self._samples))
            self._samples, self._asked = self._samples[left:], self._asked - left
            self._offset += left / EAR_RATE
            self._left_out += self._doubts


def continuation(standing: Sequence[HeardWord], words: Sequence[HeardWord]) -> int:
    """Where in an answer the words begin that follow those that stand, however it has them now."""
    before = [bare(word.text) for word in standing]
    first = [bare(word.text) for word in words[: len(before) + REVISED_WORDS]]
    blocks = SequenceMatcher(a=before, b=first, autojunk=False).get_matching_blocks()
    found = [block for block in blocks if block.size]
    if not found:
        return min(len(before), len(words))
    after = len(before) - (found[-1].a + found[-1].size)  # words that stand, and that it has otherwise
    return min(found[-1].b + found[-1].size + after, len(words))


def _placed(word: HeardWord, since: float, offset: float) -> HeardWord:
    """Not before what was said before it, in times of the utterance."""
    start = max(word.start, since)
    return replace(word, start=start + offset, end=max(word.end, start) + offset)
