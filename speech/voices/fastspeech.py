"""Durations predicted by FastSpeech 2 (Ren et al. 2020), calibrated to the delivering voice.

Of transformers' FastSpeech2Conformer only the encoder and the duration predictor run; torch and transformers are
loaded when a model is. Its own tokenizer needs g2p-en with data from the network, so the phones come from espeak-ng
(`speech/voices/phonemes/arpabet.py`) and only the model's list of symbols is used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from config.errors import ProviderError
from speech.text.speakable import speakable_text
from speech.timing.duration import Calibrated, Counts
from speech.voices.neural import reason, threads
from speech.voices.phonemes.arpabet import PHONES, arpabet
from speech.voices.phonemes.phonemes import Pronunciation

PART = "FastSpeech 2"
MODEL = "espnet/fastspeech2_conformer"  # LJSpeech, 22,050 Hz, frames of 256 samples
HOP_LENGTH, SAMPLING_RATE = 256, 22_050
KINDS = {
    "fastspeech2_conformer": "FastSpeech2ConformerModel",
    "fastspeech2_conformer_with_hifigan": "FastSpeech2ConformerWithHifiGan",
}
END, UNKNOWN = "<sos/eos>", "<unk>"
BATCH = 16  # texts
MOST_TOKENS = 512  # in one piece: attention grows with the square
KNOWN_MOST = 4096  # texts
USED = ("encoder.", "duration_predictor.")


class FastSpeech(Calibrated):
    """The model's own seconds, times a factor and plus a constant learned from the voice (an `Estimator`).

    Args:
        frames: how many spectrogram frames the model would make of each text.
        hop_length: samples a frame.
        sampling_rate: samples a second of the model's voice.
    """

    def __init__(
        self,
        frames: Callable[[Sequence[str]], Sequence[float]],
        hop_length: int = HOP_LENGTH,
        sampling_rate: int = SAMPLING_RATE,
    ) -> None:
        self._frames, self._frame_seconds = frames, hop_length / sampling_rate
        self._known: dict[str, float] = {}
        super().__init__(self._counts, (1.0, 0.0))

    @classmethod
    def load(
        cls,
        model: str = MODEL,
        hop_length: int = HOP_LENGTH,
        sampling_rate: int = SAMPLING_RATE,
        *,
        download: bool = False,
    ) -> FastSpeech:
        """Load a model from a folder, or by its hub name if it is on this machine or may be downloaded.

        Raises:
            ProviderError: a package or the model is missing or damaged; one line that says what to do.
        """
        return cls(Predictor(model, download=download).frames, hop_length, sampling_rate)

    def prepare(self, texts: Sequence[str]) -> None:
        """Ask the model about all these texts at once; their estimates cost nothing then.

        Raises:
            ProviderError: the model failed.
        """
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if not new:
            return
        if len(self._known) + len(new) > KNOWN_MOST:
            self._known.clear()
        self._known.update(zip(new, self._frames(new), strict=True))

    def _counts(self, text: str) -> Counts:
        if not any(map(str.isalnum, text)):
            return (0.0, 0.0)
        self.prepare([text])
        return (self._known[text] * self._frame_seconds, 1.0)


class Predictor:
    """Encoder and duration predictor, on the processor.

    Args:
        model: a folder with `config.json`, `vocab.json` and the weights, or a hub name.
        download: whether a hub name may be fetched.

    Raises:
        ProviderError: a package is missing, or the model cannot be used; says in one line what to do.
    """

    def __init__(self, model: str, *, download: bool = False) -> None:
        try:
            self._torch: Any = import_module("torch")
            transformers: Any = import_module("transformers")
        except (ImportError, OSError) as error:
            raise ProviderError(PART, f"cannot run ({reason(error)}); pip install 'rostrum[neural]'") from error
        self._torch.set_num_threads(threads())
        transformers.utils.logging.disable_progress_bar()
        transformers.utils.logging.set_verbosity_error()
        where = {"local_files_only": not download}
        try:
            self._ids = _symbols(Path(transformers.utils.cached_file(model, "vocab.json", **where)))
            network = _network(transformers, model, where)
        except ProviderError:
            raise
        except Exception as error:  # a hub or a damaged file may raise anything
            raise ProviderError(PART, _why_not_loaded(model, error)) from error
        _check_size(self._ids, network.config)
        self._encoder, self._durations = network.encoder.eval(), network.duration_predictor.eval()
        self._mask: Any = None
        for part in (self._encoder, self._durations):
            for layer in part.modules():
                if isinstance(layer, self._torch.nn.Conv1d):
                    layer.register_forward_pre_hook(self._without_padding)
        self._pronunciation = Pronunciation("en-us")

    def frames(self, texts: Sequence[str]) -> list[float]:
        """The predicted durations of all phones of each text, summed (FastSpeech 2, 2.3).

        A text counts the same whatever it is measured beside.

        Raises:
            ProviderError: the model failed.
        """
        try:
            rows = [(number, ids) for number, text in enumerate(texts) for ids in self._tokens(text)]
            rows.sort(key=lambda row: len(row[1]))  # alike ones side by side: less padding
            total = [0.0] * len(texts)
            for start in range(0, len(rows), BATCH):
                batch = rows[start : start + BATCH]
                for (number, _), frames in zip(batch, self._batch([ids for _, ids in batch]), strict=True):
                    total[number] += frames
        except (RuntimeError, ValueError, IndexError) as error:
            raise ProviderError(PART, f"could not measure a sentence ({reason(error)})", retryable=True) from error
        return total

    def _tokens(self, text: str) -> Iterator[list[int]]:
        """The text as the model's symbols, in pieces of at most MOST_TOKENS."""
        said = arpabet(speakable_text(text), self._pronunciation)
        unknown = self._ids[UNKNOWN]
        ids = [self._ids.get(symbol, unknown) for symbol in said]
        for start in range(0, len(ids), MOST_TOKENS - 1):
            yield [*ids[start : start + MOST_TOKENS - 1], self._ids[END]]

    def _batch(self, rows: list[list[int]]) -> list[float]:
        """Frames of each row; shapes (rows, longest)."""
        longest = max(map(len, rows))
        ids = self._torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])
        lengths = self._torch.tensor([len(row) for row in rows])
        self._mask = (self._torch.arange(longest) < lengths.unsqueeze(1)).float()
        with self._torch.inference_mode():
            hidden = self._encoder(ids, self._mask.unsqueeze(-2), return_dict=True).last_hidden_state
            durations = self._durations(hidden) * self._mask
        return [float(one) for one in durations.sum(dim=1)]

    def _without_padding(self, _layer: Any, inputs: tuple[Any]) -> tuple[Any]:
        """Before a convolution: beyond its end a short row is what it would be alone, zeros."""
        return (inputs[0] * self._mask.unsqueeze(1),)


def _symbols(path: Path) -> dict[str, int]:
    """The model's vocabulary. Raises ProviderError where it is none of English phones."""
    ids = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(ids, dict) or not all(isinstance(number, int) for number in ids.values()):
        raise ProviderError(PART, f"{path} is no list of symbols; copy the model again")
    bare = {symbol.rstrip("012") for symbol in ids}
    missing = sorted((PHONES | {END, UNKNOWN}) - bare)
    if missing:
        raise ProviderError(PART, f"the model has no symbol for {', '.join(missing[:5])}; take an English one")
    return ids


def _network(transformers: Any, model: str, where: dict[str, bool]) -> Any:
    """The model, whole: a weight that is missing would be made up."""
    config = transformers.AutoConfig.from_pretrained(model, **where)
    if config.model_type not in KINDS:
        raise ProviderError(PART, f"{model!r} is a {config.model_type} model; a FastSpeech2Conformer is needed")
    kind = getattr(transformers, KINDS[config.model_type])
    loaded, told = kind.from_pretrained(model, config=config, output_loading_info=True, **where)
    network = loaded.model if config.model_type.endswith("with_hifigan") else loaded
    missing = sorted(key for key in told["missing_keys"] if any(part in key for part in USED))
    if missing:
        raise ProviderError(PART, f"{model!r} lacks weights ({missing[0]} and {len(missing) - 1} more); copy it again")
    if max(network.config.num_speakers or 1, network.config.num_languages or 1) > 1 or network.config.speaker_embed_dim:
        raise ProviderError(PART, f"{model!r} has several speakers or languages; a model of one voice is needed")
    return network


def _check_size(ids: dict[str, int], config: Any) -> None:
    if not all(0 <= number < config.vocab_size for number in ids.values()):
        raise ProviderError(PART, f"its symbols go beyond the model's {config.vocab_size}; copy the model again")


def _why_not_loaded(model: str, error: Exception) -> str:
    if Path(model).is_dir():
        return f"the model in {model} cannot be loaded ({reason(error)}); copy it again"
    return f"no model at {model!r}; give a folder, or a hub name that is on this machine or may be downloaded"
