"""Durations predicted by FastSpeech 2 (Ren et al. 2020), calibrated to the delivering voice.

Of transformers' `FastSpeech2ConformerModel` only the encoder and the duration predictor run; torch and
transformers are loaded when a model is.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from config.errors import ProviderError
from speech.duration import Calibrated, Counts

PART = "FastSpeech 2"
MODEL = "espnet/fastspeech2_conformer"  # LJSpeech, 22,050 Hz, frames of 256 samples
HOP_LENGTH, SAMPLING_RATE = 256, 22_050


class FastSpeech(Calibrated):
    """The model's own seconds, times a factor and plus a constant learned from the voice (an `Estimator`).

    Args:
        frames: how many spectrogram frames the model would make of a text.
        hop_length: samples a frame.
        sampling_rate: samples a second of the model's voice.
    """

    def __init__(
        self, frames: Callable[[str], float], hop_length: int = HOP_LENGTH, sampling_rate: int = SAMPLING_RATE
    ) -> None:
        self._frames, self._frame_seconds = frames, hop_length / sampling_rate
        super().__init__(self._counts, (1.0, 0.0))

    @classmethod
    def load(cls, model: str = MODEL, hop_length: int = HOP_LENGTH, sampling_rate: int = SAMPLING_RATE) -> FastSpeech:
        """Load a model and its tokenizer from a folder or from the hub.

        Raises:
            ProviderError: a package or the model is missing; says in one line what to install.
        """
        return cls(_Predictor(model).frames, hop_length, sampling_rate)

    def _counts(self, text: str) -> Counts:
        if not any(map(str.isalnum, text)):
            return (0.0, 0.0)
        return (self._frames(text) * self._frame_seconds, 1.0)


class _Predictor:
    """Encoder and duration predictor, on the processor."""

    def __init__(self, model: str) -> None:
        try:
            self._torch: Any = import_module("torch")
            transformers: Any = import_module("transformers")
            import_module("g2p_en")  # the tokenizer needs it
        except ImportError as error:
            raise ProviderError(PART, f"{error.name or error} is missing; pip install 'rostrum[neural]'") from error
        try:
            self._tokenizer = transformers.FastSpeech2ConformerTokenizer.from_pretrained(model)
            self._model = transformers.FastSpeech2ConformerModel.from_pretrained(model).eval()
        except Exception as error:  # a hub or a broken file may raise anything
            reason = " ".join(str(error).split())
            raise ProviderError(
                PART, f"no model at {model!r} ({reason}); give a folder or a hub name to rostrum[neural]"
            ) from error

    def frames(self, text: str) -> float:
        """The predicted durations of all phonemes, summed (FastSpeech 2, 2.3). Raises ProviderError."""
        try:
            with self._torch.inference_mode():
                ids = self._tokenizer(text, return_tensors="pt")["input_ids"]
                mask = self._torch.ones(ids.shape).unsqueeze(-2)
                hidden = self._model.encoder(ids, mask)[0]
                return float(self._model.duration_predictor(hidden).sum())
        except (RuntimeError, ValueError, IndexError) as error:
            raise ProviderError(PART, f"could not measure a sentence: {error}", retryable=True) from error
