"""Durations predicted by FastSpeech 2 (Ren et al. 2020), calibrated to the delivering voice.

Of transformers' FastSpeech2Conformer only the encoder and the duration predictor run; torch and transformers are
loaded when a model is. Its own tokenizer needs g2p-en with data from the network, so the phones come from espeak-ng,
which reads figures and unknown words by rule, and only the model's list of symbols is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from config.errors import ProviderError
from config.plain_text import reason
from speech.text.speakable import speakable_text
from speech.timing.duration import Calibrated, Counts
from speech.voices.checks import threads
from speech.voices.phonemes import STRESS, Phonemizer

PART = "FastSpeech 2"
MODEL = "espnet/fastspeech2_conformer"  # LJSpeech
FRAME_SECONDS = 256 / 22_050  # of a spectrogram: samples a frame by samples a second of the model's voice
KINDS = {
    "fastspeech2_conformer": "FastSpeech2ConformerModel",
    "fastspeech2_conformer_with_hifigan": "FastSpeech2ConformerWithHifiGan",
}
END, UNKNOWN = "<sos/eos>", "<unk>"
MOST_TOKENS = 512  # in one piece: attention grows with the square
USED = ("encoder.", "duration_predictor.")


class FastSpeech(Calibrated):
    """The model's own seconds, times a factor and plus a constant learned from the voice (an `Estimator`).

    Args:
        frames: how many spectrogram frames the model would make of a text. Raises ProviderError.
    """

    def __init__(self, frames: Callable[[str], float]) -> None:
        self._frames = frames
        super().__init__(self._counts, (1.0, 0.0))

    @classmethod
    def load(cls, model: str = MODEL, *, download: bool = False) -> FastSpeech:
        """Load a model from a folder, or by its hub name if it is on this machine or may be downloaded.

        Raises:
            ProviderError: a package or the model is missing or damaged; one line that says what to do.
        """
        return cls(Predictor(model, download=download).frames)

    def _counts(self, text: str) -> Counts:
        return (self._frames(text) * FRAME_SECONDS, 1.0) if any(map(str.isalnum, text)) else (0.0, 0.0)


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
        self._pronunciation = Phonemizer("en-us")

    def frames(self, text: str) -> float:
        """The predicted durations of all phones, summed (FastSpeech 2, 2.3). Raises ProviderError: the model failed."""
        try:
            return sum(self._predicted(ids) for ids in self._tokens(text))
        except (RuntimeError, ValueError, IndexError) as error:
            raise ProviderError(PART, f"could not measure a sentence ({reason(error)})", retryable=True) from error

    def _tokens(self, text: str) -> Iterator[list[int]]:
        """The text as the model's symbols, in pieces of at most MOST_TOKENS."""
        said = arpabet(speakable_text(text), self._pronunciation)
        ids = [self._ids.get(symbol, self._ids[UNKNOWN]) for symbol in said]
        for start in range(0, len(ids), MOST_TOKENS - 1):
            yield [*ids[start : start + MOST_TOKENS - 1], self._ids[END]]

    def _predicted(self, ids: list[int]) -> float:
        """Frames of one piece."""
        row = self._torch.tensor([ids])
        all_of_it = self._torch.ones((1, 1, len(ids)))  # an attention mask
        with self._torch.inference_mode():
            hidden = self._encoder(row, all_of_it, return_dict=True).last_hidden_state
            return float(self._durations(hidden).sum())


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


# -- English text in ARPAbet, the symbols that the model was taught (CMU Pronouncing Dictionary) ---------

# fmt: off
VOWELS = {
    "I": "IH", "I#": "IH", "I2": "IH", "i": "IY", "E": "EH", "E2": "EH", "a": "AE", "aa": "AE", "a#": "AH",
    "A": "AA", "0": "AA", "O": "AO", "O2": "AO", "U": "UH", "u": "UW", "V": "AH", "@": "AH", "@2": "AH", "@5": "AH",
    "3": "ER", "eI": "EY", "aI": "AY", "OI": "OY", "oU": "OW", "aU": "AW", "@L": "AH L", "A@": "AA R", "A#": "AA",
    "o@": "AO R", "O@": "AO R", "e@": "EH R", "i@": "IY AH", "i@3": "IH R", "U@": "UH R", "aI@": "AY AH",
    "aI3": "AY ER", "aU@": "AW ER", "oU#": "OW",
}
CONSONANTS = {
    "p": "P", "b": "B", "t": "T", "t#": "T", "t2": "T", "?": "T", "d": "D", "k": "K", "g": "G", "tS": "CH",
    "dZ": "JH", "f": "F", "v": "V", "T": "TH", "D": "DH", "s": "S", "z": "Z", "S": "SH", "Z": "ZH", "h": "HH",
    "m": "M", "n": "N", "N": "NG", "l": "L", "r": "R", "j": "Y", "w": "W", "x": "K", "C": "HH",
}
# fmt: on
PHONES = frozenset(phone for known in (VOWELS, CONSONANTS) for said in known.values() for phone in said.split())
_MARK = re.compile(r"[,;:.!?…]+(?=[\s\"'’”)]|$)|\s-+\s|[–—]+")


def arpabet(text: str, pronunciation: Phonemizer) -> list[str]:
    """The text as phones and marks (`,` `.` `!` `?`), vowels with their stress: `AH0`, `EY1`, `IH2`.

    Names that English does not have are left out. None where there is nothing to say.

    Raises:
        ProviderError: espeak-ng failed.
    """
    said: list[str] = []
    start = 0
    for mark in _MARK.finditer(text):
        said += _phones(text[start : mark.start()], pronunciation)
        if said:
            said.append(_mark(mark.group().strip()[0]))
        start = mark.end()
    return said + _phones(text[start:], pronunciation)


def _phones(text: str, pronunciation: Phonemizer) -> list[str]:
    return [phone for name in pronunciation.stressed(text) for phone in _of_name(name)]


def _of_name(name: str) -> list[str]:
    bare = name.strip(STRESS)
    if bare in CONSONANTS:
        return [CONSONANTS[bare]]
    stress = "1" if "'" in name else "2" if "," in name else "0"
    vowel, *rest = VOWELS.get(bare, "").split() or [""]
    return [vowel + stress, *(phone + "0" if phone in ("AH", "ER") else phone for phone in rest)] if vowel else []


def _mark(sign: str) -> str:
    return sign if sign in ".!?" else "." if sign == "…" else ","
