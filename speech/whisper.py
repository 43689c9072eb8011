"""faster-whisper as a streaming recogniser: LocalAgreement-2 over a buffer trimmed at confirmed sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from config.errors import ProviderError
from speech.agreement import LocalAgreement
from speech.audio import EAR_RATE, Audio, Samples
from speech.hallucination import Piece, suspicion
from speech.ports import HeardWord, Utterance

STEP_SECONDS = 1.0  # how much new audio makes another hypothesis worth its cost
CONTEXT_LETTERS = 200  # of what was confirmed before the buffer, as a prompt for what follows


class Transcriber(Protocol):
    """A model that reads a whole buffer at once."""

    @property
    def name(self) -> str: ...

    def transcribe(self, samples: Samples, context: str) -> list[Piece]:
        """The buffer's text in pieces; times in seconds from its start. `context` is what came before it."""
        ...


class WhisperRecognizer:
    """Any model that faster-whisper can load.

    Args:
        model: a size (`base.en`), a hub name, or the path of a converted model.
        prompt: motion, names and terms of the debate, to bias recognition.
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
        prompt: str = "",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.name = f"faster-whisper {model}"
        self._prompt = prompt
        path = Path(model)
        if path.is_dir() and not (path / "tokenizer.json").is_file():
            raise ProviderError(self.name, "the folder has no tokenizer.json, so it is not a whole model")
        try:
            from faster_whisper import WhisperModel

            self._model = WhisperModel(model, device=device, compute_type=compute_type, local_files_only=not download)
        except Exception as error:  # the hub, ctranslate2 and tokenizers each raise their own kinds
            raise ProviderError(self.name, _why_not_loaded(error)) from error
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
        prompt = " ".join(part for part in (self._prompt, context) if part) or None
        audio = samples.astype(np.float32) / 32768.0
        try:
            segments, _ = self._model.transcribe(audio, initial_prompt=prompt, **self._options)
            return [_piece(segment) for segment in segments]
        except (RuntimeError, ValueError) as error:
            raise ProviderError(self.name, _one_line(error), retryable=True) from error


class WhisperUtterance:
    """One utterance. Committed words never change; their audio leaves the buffer once a sentence is confirmed."""

    def __init__(self, model: Transcriber) -> None:
        self._model = model
        self._samples = np.zeros(0, dtype=np.int16)
        self._offset = 0.0  # seconds of the utterance that have left the buffer
        self._unread = 0
        self._agreement = LocalAgreement()
        self.left_out: list[str] = []

    def accept(self, audio: Audio) -> str:
        self._samples = np.concatenate([self._samples, audio.samples])
        self._unread += len(audio.samples)
        if self._unread >= STEP_SECONDS * EAR_RATE:
            self._unread = 0
            self._agreement.push(self._hypothesis())
            self._trim()
        words = [*self._agreement.committed, *self._agreement.tail]
        return " ".join(word.text for word in words)

    def finish(self) -> Sequence[HeardWord]:
        self._agreement.finish(self._hypothesis())
        return self._agreement.committed

    def _hypothesis(self) -> list[HeardWord]:
        if not len(self._samples):
            return []
        before = [word for word in self._agreement.committed if word.end <= self._offset]
        context = " ".join(word.text for word in before)[-CONTEXT_LETTERS:]
        words: list[HeardWord] = []
        for piece in self._model.transcribe(self._samples, context):
            if reason := suspicion(piece):
                note = f"left out “{piece.text}”: {reason}"
                if note not in self.left_out:
                    self.left_out.append(note)
                continue
            words += [replace(w, start=w.start + self._offset, end=w.end + self._offset) for w in piece.words]
        return words

    def _trim(self) -> None:
        """Drop the audio up to the last confirmed end of a sentence."""
        ends = [w.end for w in self._agreement.committed if w.text.endswith((".", "!", "?"))]
        if ends and ends[-1] > self._offset:
            self._samples = self._samples[round((ends[-1] - self._offset) * EAR_RATE) :]
            self._offset = ends[-1]


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


def _why_not_loaded(error: Exception) -> str:
    kind = type(error).__name__
    if kind == "LocalEntryNotFoundError":
        return "is not on this machine (set hearing.download once, or give a path)"
    if kind in ("HFValidationError", "RepositoryNotFoundError"):
        return "cannot be loaded: neither a folder nor the name of a model"
    return f"cannot be loaded ({_one_line(error)})"


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error).strip() else 'no reason given'}"
