"""Whisper as a recogniser: loaded, told what to expect, asked window by window (`whisper_stream`)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from config.errors import ProviderError
from config.plain_text import reason
from speech.audio import Samples
from speech.hearing.recognizers.whisper_stream import LanguageWatch, Pace, WhisperUtterance
from speech.hearing.transcriber import Hypothesis, WhisperWindow
from speech.models.ahead import load_ahead, loaded
from speech.ports import Utterance
from speech.text.sentences import leading_lines

HINT_TOKENS = 160  # less than the 223 tokens of prompt that Whisper was trained with
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
            load = partial(_load, model, device, compute_type, download)
            self.whisper = loaded(_key(model, device, compute_type), load)
        except Exception as error:  # the hub, ctranslate2 and tokenizers each raise their own kinds
            raise ProviderError(self.name, _why_not_loaded(error)) from error
        self._window = WhisperWindow(self.whisper)
        self.hints = leading_lines(hints, lambda text: len(self._window.tokens(text)) <= HINT_TOKENS)
        self._window.expect(self.hints)
        self._pace, self._watch, self._clock = Pace(), LanguageWatch(), clock

    def utterance(self) -> Utterance:
        return WhisperUtterance(self, self._pace, self._watch, self._clock)

    def close(self) -> None:
        """Nothing to end: the model goes with the object."""

    def read(self, samples: Samples, given: str = "", *, plainly: bool = False, language: bool = False) -> Hypothesis:
        try:
            return self._window.read(samples, given, plainly=plainly, language=language)
        except (RuntimeError, ValueError) as error:
            raise ProviderError(self.name, reason(error), retryable=True) from error

    def exhaust(self, samples: Samples) -> None:
        """Read a window to the end of what could be said in it, whatever is: what a reading costs at most."""
        self._window.exhaust(samples)


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
    return f"cannot be loaded ({reason(error)})"
