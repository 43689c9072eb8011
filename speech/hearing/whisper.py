"""faster-whisper as a streaming recogniser: LocalAgreement-2 over a buffer trimmed at confirmed sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from config.errors import ProviderError
from speech.audio import EAR_RATE, Audio, Samples
from speech.hearing.hallucination import Piece, note, suspicion
from speech.hearing.local_agreement import LocalAgreement, plain
from speech.ports import HeardWord, Progress, Utterance

STEP_SECONDS = 1.0  # how much new audio makes another hypothesis worth its cost
CONTEXT_LETTERS = 200  # of what was confirmed before the buffer, as a prompt for what follows
HINT_TOKENS = 160  # with the context less than the 223 tokens of prompt that Whisper was trained with


class Transcriber(Protocol):
    """A model that reads a whole buffer at once."""

    @property
    def name(self) -> str: ...

    @property
    def hints(self) -> str:
        """What it was told to expect."""
        ...

    def transcribe(self, samples: Samples, context: str) -> list[Piece]:
        """The buffer's text in pieces; times in seconds from its start. `context` is what came before it."""
        ...


class WhisperRecognizer:
    """Any model that faster-whisper can load.

    Args:
        model: a size (`base.en`), a hub name, or the path of a converted model.
        hints: what will be talked about, a phrase a line, the most important first; as many whole lines
            as there is room for go before every hypothesis and bias it.
        options: further arguments of `WhisperModel.transcribe`, for tests with tiny models.

    Raises:
        ProviderError: no such model here, or it cannot be loaded.
    """

    lanes = 1

    def __init__(
        self,
        model: str,
        *,
        device: str = "auto",
        compute_type: str = "default",
        download: bool = False,
        hints: str = "",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.name = f"faster-whisper {model}"
        path = Path(model)
        if path.is_dir() and not (path / "tokenizer.json").is_file():
            raise ProviderError(self.name, "the folder has no tokenizer.json, so it is not a whole model")
        try:
            from faster_whisper import WhisperModel

            self._model = WhisperModel(model, device=device, compute_type=compute_type, local_files_only=not download)
        except Exception as error:  # the hub, ctranslate2 and tokenizers each raise their own kinds
            raise ProviderError(self.name, _why_not_loaded(error)) from error
        self.hints = self._fitting(hints)
        self._options: dict[str, Any] = {
            "language": "en",
            "beam_size": 1,
            "condition_on_previous_text": False,
            "word_timestamps": True,
            **(options or {}),
        }

    def utterance(self) -> Utterance:
        return WhisperUtterance(self)

    def close(self) -> None:
        """Nothing to end: the model goes with the object."""

    def transcribe(self, samples: Samples, context: str) -> list[Piece]:
        audio = samples.astype(np.float32) / 32768.0
        try:
            segments, _ = self._model.transcribe(
                audio, initial_prompt=context or None, hotwords=self.hints or None, **self._options
            )
            return [_piece(segment) for segment in segments]
        except (RuntimeError, ValueError) as error:
            raise ProviderError(self.name, _one_line(error), retryable=True) from error

    def _fitting(self, hints: str) -> str:
        """As many of the first lines, joined, as have HINT_TOKENS: a prompt that is too long would be cut anywhere."""
        kept = ""
        for line in hints.splitlines():
            longer = f"{kept} {_as_sentence(line)}".strip()
            if len(self._model.hf_tokenizer.encode(longer, add_special_tokens=False).ids) > HINT_TOKENS:
                break
            kept = longer
        return kept


class WhisperUtterance:
    """One utterance. Committed words never change; their audio leaves the buffer once a sentence is confirmed."""

    def __init__(self, model: Transcriber) -> None:
        self._model = model
        self._samples = np.zeros(0, dtype=np.int16)
        self._offset = 0.0  # seconds of the utterance that have left the buffer
        self._unread = 0
        self._agreement = LocalAgreement()
        self._left_out: list[str] = []  # of audio that has left the buffer
        self._doubts: list[tuple[float, str]] = []  # of the last hypothesis: when it ended, and why

    @property
    def left_out(self) -> Sequence[str]:
        return list(dict.fromkeys([*self._left_out, *(line for _, line in self._doubts)]))

    def accept(self, audio: Audio) -> Progress:
        self._samples = np.concatenate([self._samples, audio.samples])
        self._unread += len(audio.samples)
        fresh: list[HeardWord] = []
        if self._unread >= STEP_SECONDS * EAR_RATE:
            self._unread = 0
            fresh = self._agreement.push(self._hypothesis())
            self._trim()
        return Progress(fresh, plain(self._agreement.tail))

    def finish(self) -> Sequence[HeardWord]:
        if not self._unread:  # the last hypothesis has heard everything
            return self._agreement.settle()
        return self._agreement.finish(self._hypothesis())

    def _hypothesis(self) -> list[HeardWord]:
        if not len(self._samples):
            return []
        before = [word for word in self._agreement.committed if word.end <= self._offset]
        words: list[HeardWord] = []
        self._doubts = []
        for piece in self._model.transcribe(self._samples, plain(before)[-CONTEXT_LETTERS:]):
            heard = [replace(w, start=w.start + self._offset, end=w.end + self._offset) for w in piece.words]
            if reason := suspicion(piece, self._model.hints):
                self._doubts.append((heard[-1].end if heard else self._offset, note(piece.text, reason)))
            else:
                words += heard
        return words

    def _trim(self) -> None:
        """Drop the audio up to the last confirmed end of a sentence."""
        ends = [w.end for w in self._agreement.committed if w.text.endswith((".", "!", "?"))]
        if ends and ends[-1] > self._offset:
            self._samples = self._samples[round((ends[-1] - self._offset) * EAR_RATE) :]
            self._offset = ends[-1]
            self._left_out += [line for end, line in self._doubts if end <= self._offset]
            self._doubts = [doubt for doubt in self._doubts if doubt[0] > self._offset]


def _piece(segment: Any) -> Piece:
    words = tuple(
        HeardWord(word.word.strip(), float(word.start), float(word.end))
        for word in segment.words or ()
        if word.word.strip()
    )
    return Piece(
        text=segment.text.strip(),
        words=words,
        no_speech=float(segment.no_speech_prob),
        log_probability=float(segment.avg_logprob),
        compression=float(segment.compression_ratio),
    )


def _as_sentence(line: str) -> str:
    line = " ".join(line.split())
    return line if not line or line.endswith((".", "!", "?")) else f"{line}."


def _why_not_loaded(error: Exception) -> str:
    kind = type(error).__name__
    if kind == "LocalEntryNotFoundError":
        return "is not on this machine (set hearing.download once, or give a path)"
    if kind in ("HFValidationError", "RepositoryNotFoundError"):
        return "cannot be loaded: neither a folder nor the name of a model"
    return f"cannot be loaded ({_one_line(error)})"


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else 'no reason given'}"
