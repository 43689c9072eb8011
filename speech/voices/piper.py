"""A Piper voice: VITS as an onnx file with its configuration beside it, run by onnxruntime.

The package `piper-tts` is GPL-3.0 and carries an espeak-ng of its own, apart from that of `EspeakVoice`. Voices are
files that the user puts on this machine; nothing is ever downloaded here.

VITS draws a random rhythm for each sentence. onnxruntime cannot be reseeded between two runs, so the noise of the
duration predictor is set to zero: the same sentence always has the same length. The noise of the sound stays.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np

from config.errors import ProviderError
from speech.audio import Audio, silence
from speech.voices.embedded import speakable
from speech.voices.neural import FIRST, Device, checked_rate, plain, reason, sound, threads

NEEDED_INPUTS = {"input", "input_lengths", "scales"}
SPEAKER_INPUT = "sid"
SAMPLES = ("tensor(float)", "tensor(float16)")
CARD, PROCESSOR = "CUDAExecutionProvider", "CPUExecutionProvider"
QUIET_LOG = 4  # of onnxruntime: only what ends the process; failures arrive as exceptions
NOISE_OF_RHYTHM = 0.0


class PiperVoice:
    """Speaks with a voice on this machine; safe to call from several threads.

    Args:
        voice: path of the `.onnx` file, its configuration beside it as `.onnx.json`; or a name such as
            `en_US-lessac-medium`, looked up in `folder`.
        speaker: name or number, for voices of several.
        folder: where named voices lie.
        device: `auto` takes the graphics card if onnxruntime can; that needs `onnxruntime-gpu`.

    Raises:
        ProviderError: `piper-tts` is not installed, there is no such voice, or it is damaged or cannot speak.
    """

    def __init__(self, voice: str, *, speaker: str = "", folder: Path | None = None, device: Device = "cpu") -> None:
        self.name = f"piper {voice}" + (f" {speaker}" if speaker else "")
        model = self._found(voice, folder)
        self._voice = self._loaded(model, Path(f"{model}.json"), device)
        config = self._voice.config
        self.rate = checked_rate(config.sample_rate, self.name)
        self._check(config)
        from piper.config import SynthesisConfig

        self._wanted = SynthesisConfig(speaker_id=self._speaker(config, speaker), noise_w_scale=NOISE_OF_RHYTHM)
        self.synthesize(FIRST)

    def synthesize(self, text: str) -> Audio:
        if not speakable(text):
            return silence(0, self.rate)
        try:
            pieces = [chunk.audio_float_array for chunk in self._voice.synthesize(plain(text), self._wanted)]
        except Exception as error:  # onnxruntime, espeak-ng and the id map each raise their own kinds
            raise ProviderError(self.name, f"could not speak a sentence ({reason(error)})") from error
        for piece in pieces:
            sound(piece, self.rate, self.name)
        return sound(np.concatenate([np.zeros(0, dtype=np.float32), *pieces]), self.rate, self.name)

    def _found(self, voice: str, folder: Path | None) -> Path:
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

    def _loaded(self, model: Path, config: Path, device: Device) -> Any:
        try:
            import onnxruntime
            import piper
        except (ImportError, OSError) as error:
            raise ProviderError(
                self.name, f"cannot be used without piper-tts ({reason(error)}); pip install 'rostrum[piper]'"
            ) from error
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
            session = onnxruntime.InferenceSession(str(model), sess_options=options, providers=providers)
        except Exception as error:  # json, onnxruntime and a configuration without its keys
            raise ProviderError(self.name, f"cannot be loaded ({reason(error)}); copy its two files again") from error
        return piper.PiperVoice(session=session, config=described, download_dir=model.parent)

    def _check(self, config: Any) -> None:
        """Refuse what would fail at the first sentence, or would fetch something to read its language."""
        if config.phoneme_type.value not in ("espeak", "text"):
            raise ProviderError(self.name, f"reads {config.phoneme_type.value}, not English; take another voice")
        inputs = {one.name for one in self._voice.session.get_inputs()}
        outputs = [one.type for one in self._voice.session.get_outputs()]
        wanted = NEEDED_INPUTS | ({SPEAKER_INPUT} if config.num_speakers > 1 else set())
        if inputs != wanted or outputs[0] not in SAMPLES:
            gives = f"takes {', '.join(sorted(inputs))[:80] or 'nothing'} and makes {outputs[0]}"
            raise ProviderError(self.name, f"is no Piper voice: it {gives}")

    def _speaker(self, config: Any, speaker: str) -> int | None:
        known: dict[str, int] = config.speaker_id_map
        if not speaker:
            return None
        number = known.get(speaker, int(speaker) if speaker.isascii() and speaker.isdecimal() else -1)
        if config.num_speakers > 1 and 0 <= number < config.num_speakers:
            return number
        told = (
            f"it has {', '.join(list(known)[:5]) or config.num_speakers}" if config.num_speakers > 1 else "it has one"
        )
        raise ProviderError(self.name, f"has no speaker {speaker!r}; {told}")
