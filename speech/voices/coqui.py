"""A Coqui voice: any text-to-speech model of the package `coqui-tts`, in this process.

The models draw random numbers for rhythm and sound. The seed is set before every sentence, so that the same sentence
always has the same length. English models that ask for the program espeak-ng are read to by the espeak-ng inside our
wheel instead, which pip installs.

Model files are read as plain weights (torch's `weights_only`), so a file cannot bring code along.
"""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from config.errors import ProviderError
from config.plain_text import reason
from speech.audio import Audio, silence
from speech.voices.checks import FIRST, Device, checked_rate, plain, sound, speakable, threads
from speech.voices.coqui_files import Files, local, named
from speech.voices.phonemes import Phonemizer

ESPEAK_NAMES = {"en": "en-us", "en-gb": "gmw/en", "en-uk": "gmw/en"}
INSTALL = "pip install 'rostrum[coqui]'"


class CoquiVoice:
    """Speaks with a Coqui model; safe to call from several threads, which take turns.

    Args:
        model: a model file with `config.json` beside it, a folder that holds both, or a name of Coqui's such as
            `tts_models/en/ljspeech/vits`.
        speaker: for models of several; their first if empty.
        folder: where a relative path is looked for, if not here.
        device: `auto` takes the graphics card if torch finds one.
        download: whether a name that is not on this machine may be fetched.
        seed: for the random part of the model.

    Raises:
        ProviderError: `coqui-tts` is not installed, there is no such model here, or it cannot be loaded or cannot
            speak.
    """

    _lock = threading.Lock()  # of torch's random numbers, which are the process's

    def __init__(
        self,
        model: str,
        *,
        speaker: str = "",
        folder: Path | None = None,
        device: Device = "cpu",
        download: bool = False,
        seed: int = 1,
    ) -> None:
        self.name = f"coqui {model}" + (f" {speaker}" if speaker else "")
        self._seed = seed
        files = local(self.name, model, folder)
        self._torch = self._imported()
        self._cuda = self._on_card(device)
        self._voice = self._loaded(files or named(self.name, model, download))
        self.rate = checked_rate(self._voice.output_sample_rate, self.name)
        self._speaker = self._chosen(speaker)
        self._language = self._english()
        self._padding = int(import_module("TTS.utils.synthesizer").PAD_SILENCE_SAMPLES)
        self.synthesize(FIRST)

    def synthesize(self, text: str) -> Audio:
        if not speakable(text):
            return silence(0, self.rate)
        try:
            with self._lock, self._seeded():
                samples = self._voice.tts(
                    plain(text), speaker_name=self._speaker, language_name=self._language, split_sentences=False
                )
        except Exception as error:  # each model raises its own kinds
            raise ProviderError(self.name, f"could not speak a sentence ({reason(error)})") from error
        spoken = np.asarray(samples[: -self._padding])  # the library's own silence
        return sound(spoken, self.rate, self.name)

    @contextmanager
    def _seeded(self) -> Iterator[None]:
        """The same random numbers each time; those of the others in the process go on as they were."""
        with self._torch.random.fork_rng(devices=None if self._cuda else []), self._torch.inference_mode():
            self._torch.manual_seed(self._seed)
            yield

    def _imported(self) -> Any:
        try:
            import_module("TTS.utils.synthesizer")
            torch = import_module("torch")
        except (ImportError, OSError, RuntimeError) as error:  # torchaudio beside another torch is a RuntimeError
            raise ProviderError(self.name, f"cannot be used without coqui-tts ({reason(error)}); {INSTALL}") from error
        for logger in ("TTS", "trainer"):  # they tell of every sign that a model does not know
            logging.getLogger(logger).setLevel(logging.ERROR)
        _read_by_our_espeak()
        torch.set_num_threads(threads())
        return torch

    def _on_card(self, device: Device) -> bool:
        found = bool(self._torch.cuda.is_available())
        if device == "cuda" and not found:
            raise ProviderError(self.name, "torch finds no graphics card; set speaking.neural.device to cpu")
        return found and device != "cpu"

    def _loaded(self, files: Files) -> Any:
        vocoder = files.vocoder
        try:
            return import_module("TTS.utils.synthesizer").Synthesizer(
                tts_checkpoint=files.model,
                tts_config_path=files.config,
                vocoder_checkpoint=vocoder and vocoder.model,
                vocoder_config=vocoder and vocoder.config,
                use_cuda=self._cuda,
            )
        except Exception as error:  # torch, the configuration classes and each model raise their own kinds
            raise ProviderError(self.name, f"cannot be loaded ({reason(error)}); copy the model again") from error

    def _chosen(self, speaker: str) -> str | None:
        manager = getattr(self._voice.tts_model, "speaker_manager", None)
        names = list(getattr(manager, "speaker_names", None) or ())
        if speaker and speaker not in names:
            told = f"it has {', '.join(map(str, names[:5]))}" if names else "it has one voice only"
            raise ProviderError(self.name, f"has no speaker {speaker!r}; {told}")
        return speaker or (names[0] if names else None)

    def _english(self) -> str | None:
        """What a model of several languages is told to speak."""
        names = self._voice.tts_model.language_manager.language_names
        if len(names) < 2:
            return None
        english = [name for name in names if re.split("[-_]", name)[0] == "en"]
        if not english:
            raise ProviderError(self.name, f"speaks no English, but {', '.join(names[:5])}; take another model")
        return str(english[0])


def _read_by_our_espeak() -> None:
    """Put the espeak-ng of our wheel in the place of the program that the library would look for."""
    phonemizers: Any = import_module("TTS.tts.utils.text.phonemizers")
    base: Any = import_module("TTS.tts.utils.text.phonemizers.base")
    phonemizers.get_default_phonemizer("be")  # the list is filled when it is first asked

    class EmbeddedEspeak(base.BasePhonemizer):  # type: ignore[misc]
        """The library's own front, with punctuation kept, before our `Phonemizer`."""

        def __init__(self, language: str, punctuations: str = "", keep_puncs: bool = True, **_: Any) -> None:
            more = {"punctuations": punctuations} if punctuations else {}
            super().__init__(language, keep_puncs=keep_puncs, **more)
            self._pronunciation = Phonemizer(ESPEAK_NAMES.get(language, language))

        name = staticmethod(lambda: "espeak")
        is_available = classmethod(lambda cls: True)

        @staticmethod
        def supported_languages() -> dict[str, Any]:
            return {}

        def version(self) -> str:
            return "embedded"

        def is_supported_language(self, language: str) -> bool:
            return True  # espeak-ng says so when the voice is chosen

        def _phonemize(self, text: str, separator: str) -> str:
            return self._pronunciation.ipa(text)

    phonemizers.PHONEMIZERS["espeak"] = EmbeddedEspeak
    for language in ("en", "en-us", "en-gb"):
        phonemizers.DEF_LANG_TO_PHONEMIZER.setdefault(language, "espeak")
