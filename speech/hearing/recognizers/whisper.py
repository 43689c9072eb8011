"""Whisper as a streaming recogniser that never falls behind: LocalAgreement-2 over a window of the latest sound.

A reading begins with the words that stand already, so that only new ones are decoded, and the next one takes all sound
that has come meanwhile. What two readings agree on is committed, and a whole clause as soon as a pause follows it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from config.errors import ProviderError
from config.heard_word import HeardWord
from speech.audio import EAR_RATE, Audio, Samples
from speech.hearing.pace import Pace
from speech.hearing.recognizers.hallucination import (
    SENTENCE_ENDS,
    doubled,
    note,
    piece,
    sentences_of,
    squeezed,
    suspicion,
    without_loop,
)
from speech.hearing.recognizers.hints import fitting
from speech.hearing.recognizers.language import LEAST_SECONDS, LanguageWatch
from speech.hearing.recognizers.local_agreement import LocalAgreement, after, plain
from speech.hearing.transcriber import Reading, Transcriber, WhisperWindow
from speech.models.ahead import load_ahead, loaded
from speech.ports import Progress, Utterance

HINT_TOKENS = 160  # less than the 223 tokens of prompt that Whisper was trained with
CLAUSE_ENDS = (*SENTENCE_ENDS, ",", ";", ":")
PAUSE_SECONDS = 0.2  # between two words, after which a clause is whole
KEPT_SECONDS = 6.0  # of sound in a window before it is cut at the end of a sentence,
LONG_SECONDS = 12.0  # of a clause, or of any word that stands
MOST_THREADS = 4


class WhisperRecognizer:
    """Any model that faster-whisper can load; on a processor its weights are 8-bit integers by default.

    Args:
        model: a size (`base.en`), a hub name, or the path of a converted model.
        name: what it is called, for a path that says little.
        hints: what will be talked about, a phrase a line, the most important first; as many whole lines
            as there is room for go before every reading and bias it.
        clock: what a reading costs is measured by it, in seconds.

    Raises:
        ProviderError: no such model here, or it cannot be loaded.
    """

    lanes = 1

    def __init__(
        self,
        model: str,
        *,
        name: str = "",
        device: str = "auto",
        compute_type: str = "default",
        download: bool = False,
        hints: str = "",
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        path = Path(model)
        self.name = name or f"faster-whisper {path.name if path.is_dir() else model}"
        if path.is_dir() and not (path / "tokenizer.json").is_file():
            raise ProviderError(self.name, "the folder has no tokenizer.json, so it is not a whole model")
        try:
            whisper = loaded(_key(model, device, compute_type), partial(_load, model, device, compute_type, download))
        except Exception as error:  # the hub, ctranslate2 and tokenizers each raise their own kinds
            raise ProviderError(self.name, _why_not_loaded(error)) from error
        self._window = WhisperWindow(whisper)
        self.hints = fitting(hints, lambda text: len(self._window.tokens(text)) <= HINT_TOKENS)
        self._window.expect(self.hints)
        self._pace, self._watch, self._clock = Pace(), LanguageWatch(), clock

    def utterance(self) -> Utterance:
        return WhisperUtterance(self, self._pace, self._watch, self._clock)

    def close(self) -> None:
        """Nothing to end: the model goes with the object."""

    def read(self, samples: Samples, given: str = "", *, plainly: bool = False, language: bool = False) -> Reading:
        try:
            return self._window.read(samples, given, plainly=plainly, language=language)
        except (RuntimeError, ValueError) as error:
            raise ProviderError(self.name, _one_line(error), retryable=True) from error

    def read_whole(self, samples: Samples) -> str:
        """A recording of any length by faster-whisper's own loop, to compare with."""
        return self._window.read_whole(samples)

    def exhaust(self, samples: Samples) -> None:
        """Read a window to the end of what could be said in it, whatever is: what a reading costs at most."""
        self._window.exhaust(samples)


class WhisperUtterance:
    """One utterance. Committed words never change; their sound leaves the window once a sentence of them is whole."""

    def __init__(
        self,
        model: Transcriber,
        pace: Pace | None = None,
        watch: LanguageWatch | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._model, self._clock = model, clock
        self._pace, self._watch = pace or Pace(), watch or LanguageWatch()
        self._samples = np.zeros(0, dtype=np.int16)
        self._offset = 0.0  # seconds of the utterance that have left the window
        self._unread = 0
        self._agreement = LocalAgreement()
        self._sure = True  # whether the last reading could be taken as it was
        self._left_out: list[str] = []  # of sound that has left the window
        self._doubts: list[tuple[float, str]] = []  # of the last reading: when it ended, and why

    @property
    def left_out(self) -> Sequence[str]:
        return list(dict.fromkeys([*self._left_out, *(line for _, line in self._doubts)]))

    def accept(self, audio: Audio) -> Progress:
        self._samples = np.concatenate([self._samples, audio.samples])
        self._unread += len(audio.samples)
        fresh: list[HeardWord] = []
        if self._unread >= self._pace.step * EAR_RATE:
            fresh = self._agree(self._read())
        return Progress(fresh, plain(self._agreement.tail))

    def finish(self) -> Sequence[HeardWord]:
        if not self._unread and self._sure:  # the last reading has heard everything
            return self._agreement.settle()
        reading = self._read(language=self._seconds >= LEAST_SECONDS)
        if reading.endless or squeezed(reading.words) or self._doubled(reading):
            reading = self._read(plainly=True)
        if reading.endless:
            reading = replace(reading, words=tuple(without_loop(reading.words)))
        return [*self._agreement.extend(self._believed(reading)), *self._agreement.settle()]

    # -- a reading ---------------------------------------------------------------------------------

    def _read(self, *, plainly: bool = False, language: bool = False) -> Reading:
        """The window's words after the committed ones, in times of the utterance."""
        given = [word for word in self._agreement.committed if word.end > self._offset]
        self._unread, began = 0, self._clock()
        reading = self._model.read(self._samples, plain(given), plainly=plainly, language=language)
        self._pace.spent(self._clock() - began)
        if reading.spoken and (line := self._watch.notice(reading.spoken.language, reading.spoken.probability)):
            self._left_out.append(line)
        at = self._offset
        words = [replace(word, start=word.start + at, end=word.end + at) for word in reading.words]
        return replace(reading, words=tuple(words if given else after(self._agreement.last, words)))

    def _believed(self, reading: Reading) -> list[HeardWord]:
        """What is most likely speech; the rest is noted."""
        whole = piece(reading.words, reading.no_speech, reading.log_probability)
        parts = [whole] if suspicion(whole, self._model.hints) else sentences_of(*_fields(reading))
        believed: list[HeardWord] = []
        self._doubts = []
        for part in parts:
            if reason := suspicion(part, self._model.hints):
                self._doubts.append((part.words[-1].end if part.words else self._offset, note(part.text, reason)))
            else:
                believed += part.words
        return believed

    def _doubled(self, reading: Reading) -> bool:
        return doubled([*self._agreement.committed, *reading.words])

    def _agree(self, reading: Reading) -> list[HeardWord]:
        """Commit what the reading and the last one have in common, and a clause that a pause follows."""
        self._sure = not (reading.endless or squeezed(reading.words) or self._doubled(reading))
        if not self._sure:
            return []
        words = self._believed(reading)
        fresh = self._agreement.extend(words, until=words[-1].start if words else 0.0)  # the last one may be cut off
        fresh += self._agreement.commit(_whole_clauses(self._agreement.tail))
        self._trim()
        return fresh

    # -- the window --------------------------------------------------------------------------------

    @property
    def _seconds(self) -> float:
        return len(self._samples) / EAR_RATE

    def _trim(self) -> None:
        """Drop the sound of committed words, so that a window stays short."""
        standing = [word for word in self._agreement.committed if word.end > self._offset]
        if self._seconds > LONG_SECONDS:
            cut = _last_end(standing, CLAUSE_ENDS) or (standing[-1].end if standing else 0.0)
        elif self._seconds > KEPT_SECONDS:
            cut = _last_end(standing, SENTENCE_ENDS)
        else:
            return
        if cut > self._offset:
            self._samples = self._samples[round((cut - self._offset) * EAR_RATE) :]
            self._offset = cut
            self._left_out += [line for end, line in self._doubts if end <= cut]
            self._doubts = [doubt for doubt in self._doubts if doubt[0] > cut]


def _fields(reading: Reading) -> tuple[Sequence[HeardWord], float, float]:
    return reading.words, reading.no_speech, reading.log_probability


def _whole_clauses(words: Sequence[HeardWord]) -> int:
    """How many of the words stand before a pause that follows a clause."""
    pairs = enumerate(pairwise(words), 1)
    ends = [i for i, (a, b) in pairs if a.text.endswith(CLAUSE_ENDS) and b.start - a.end >= PAUSE_SECONDS]
    return ends[-1] if ends else 0


def _last_end(words: Sequence[HeardWord], marks: tuple[str, ...]) -> float:
    """When the last word with such a mark ended; 0 without one."""
    return max((word.end for word in words if word.text.endswith(marks)), default=0.0)


def threads() -> int:
    """Half of the processors: a voice and a mind work beside it, and threads that wait for each other cost more."""
    return max(1, min(MOST_THREADS, (os.cpu_count() or 1) // 2))


def whisper_ahead(model: str, device: str = "auto", compute_type: str = "default", download: bool = False) -> None:
    """Load a model for the first recogniser that is made of it (see `speech.models.ahead`)."""
    load_ahead(_key(model, device, compute_type), partial(_load, model, device, compute_type, download))


def _key(model: str, device: str, compute_type: str) -> tuple[str, ...]:
    return "whisper", model, device, compute_type


def _load(model: str, device: str, compute_type: str, download: bool) -> Any:
    import ctranslate2
    from faster_whisper import WhisperModel

    on_processor = device == "cpu" or (device == "auto" and not ctranslate2.get_cuda_device_count())
    if compute_type == "default" and on_processor:
        compute_type = "int8"
    return WhisperModel(
        model, device=device, compute_type=compute_type, cpu_threads=threads(), local_files_only=not download
    )


def _why_not_loaded(error: Exception) -> str:
    kind = type(error).__name__
    if kind == "LocalEntryNotFoundError":
        return "is not on this machine (set hearing.download once, or give a path)"
    if kind in ("HFValidationError", "RepositoryNotFoundError"):
        return "cannot be loaded: neither a folder nor the name of a model"
    return f"cannot be loaded ({_one_line(error)})"


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else 'no reason given'}"
