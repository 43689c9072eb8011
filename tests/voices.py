"""Neural voices and a duration model made on the spot: the real file formats and layers, random weights, small."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

RATE, HOP = 22_050, 256
SPEAKERS = {"ann": 0, "bob": 1}
SIGNS = "_^$ !'(),-.:;?abcdefhijklmnopqrstuvwxyzæðŋɐɑɔəɚɛɜɡɪɫɹɾʃʊʌʒˈˌːθᵻ̩"
MARKS = ["<blank>", "<unk>", ",", ".", '"', "?", "!", "..", "<sos/eos>"]


def make_piper(folder: Path, name: str = "tiny", kind: str = "voice", speakers: int = 1, **config: Any) -> Path:
    """Write a Piper voice that hums: some frames a phoneme, drawn at random as VITS draws them; a speaker is a pitch.

    Args:
        kind: `voice`, or one gone wrong: `stereo`, `whole` (integers), `nan`, `fails` (at longer sentences) or
            `other` (a model with other inputs).
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.onnx"
    onnx.save(_Hum(kind, speakers).model(), str(path))
    described = {
        "audio": {"sample_rate": RATE},
        "espeak": {"voice": "en-us"},
        "phoneme_type": "espeak",
        "num_symbols": 256,
        "num_speakers": speakers,
        "speaker_id_map": SPEAKERS if speakers > 1 else {},
        "inference": {"noise_scale": 0.667, "length_scale": 1.0, "noise_w": 0.8},
        "phoneme_id_map": {sign: [number] for number, sign in enumerate(SIGNS)},
        **config,
    }
    Path(f"{path}.json").write_text(json.dumps(described), encoding="utf-8")
    return path


class _Hum:
    """A graph with the inputs and the output of Piper's own, around a sine."""

    def __init__(self, kind: str, speakers: int) -> None:
        self.kind, self.speakers = kind, speakers
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def model(self) -> onnx.ModelProto:
        hum = self._node("Sin", self._node("Mul", self._places(), self._pitch()))
        breath = self._node("Mul", self._scale(0), self._float(0.02))
        wave = self._node("Add", hum, self._node("Mul", self._node("RandomNormalLike", hum), breath))
        if self.kind == "nan":
            wave = self._node("Log", self._node("Sub", self._node("Mul", wave, self._float(0)), self._float(1)))
        out = self._node("Unsqueeze", wave, self._constant([0, 1], np.int64))
        if self.kind == "stereo":
            out = self._node("Concat", out, out, axis=1)
        if self.kind == "whole":
            out = self._node("Cast", out, to=TensorProto.INT64)
        graph = helper.make_graph(self.nodes, "hum", self._inputs(), [self._output(out)], self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)

    def _places(self) -> str:
        """0, 1, 2, ... for each sample: as many as the phonemes take frames."""
        signs = self._node("Cast", "input", to=TensorProto.FLOAT)
        if self.kind == "fails":
            ones = self._node("Cast", self._node("Equal", "input", "input"), to=TensorProto.INT64)
            places = self._node("CumSum", ones, self._constant(1, np.int64))
            signs = self._node("Gather", self._constant([1.0] * 60, np.float32), places)
        rhythm = self._node("Exp", self._node("Mul", self._node("RandomNormalLike", signs), self._scale(2)))
        frames = self._node("Ceil", self._node("Mul", rhythm, self._node("Mul", self._scale(1), self._float(2.5))))
        total = self._node("Mul", self._node("ReduceSum", frames, keepdims=0), self._float(HOP))
        return self._node("Range", self._float(0), total, self._float(1))

    def _pitch(self) -> str:
        pitch = self._float(2 * np.pi * 200 / RATE)
        if self.speakers == 1:
            return pitch
        octave = self._node("Add", self._node("Cast", "sid", to=TensorProto.FLOAT), self._float(1))
        return self._node("Mul", pitch, octave)

    def _scale(self, index: int) -> str:
        return self._node("Gather", "scales", self._constant(index, np.int64))

    def _float(self, value: float) -> str:
        return self._constant(value, np.float32)

    def _constant(self, value: Any, dtype: Any) -> str:
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(value, dtype=dtype), name))
        return name

    def _node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        out = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **attributes))
        return out

    def _inputs(self) -> list[onnx.ValueInfoProto]:
        shapes = {"input": (TensorProto.INT64, [1, "signs"]), "scales": (TensorProto.FLOAT, [3])}
        if self.kind != "other":
            shapes["input_lengths"] = (TensorProto.INT64, [1])
        if self.speakers > 1:
            shapes["sid"] = (TensorProto.INT64, [1])
        return [helper.make_tensor_value_info(name, *shape) for name, shape in shapes.items()]

    def _output(self, name: str) -> onnx.ValueInfoProto:
        dtype = TensorProto.INT64 if self.kind == "whole" else TensorProto.FLOAT
        return helper.make_tensor_value_info(name, dtype, [1, None, None])


def make_vits(folder: Path, phonemes: bool = False, speakers: tuple[str, ...] = (), **config: Any) -> Path:
    """Write a Coqui VITS by Coqui's own classes; what it says is noise, of a length that it draws at random."""
    import torch
    from TTS.config.shared_configs import BaseAudioConfig
    from TTS.tts.configs.vits_config import VitsArgs, VitsConfig
    from TTS.tts.models.vits import Vits

    folder.mkdir(parents=True, exist_ok=True)
    args = VitsArgs(
        hidden_channels=8, hidden_channels_ffn_text_encoder=8, num_heads_text_encoder=1, num_layers_text_encoder=1,
        num_layers_flow=1, num_layers_posterior_encoder=1, upsample_initial_channel_decoder=16,
        resblock_type_decoder="2", resblock_kernel_sizes_decoder=[3], resblock_dilation_sizes_decoder=[[1, 1]],
        init_discriminator=False, use_speaker_embedding=bool(speakers), speaker_embedding_channels=8,
        length_scale=0.5,
    )  # fmt: skip
    described = VitsConfig(
        model_args=args,
        audio=BaseAudioConfig(sample_rate=RATE, do_trim_silence=False),
        use_phonemes=phonemes,
        phonemizer="espeak" if phonemes else None,
        phoneme_language="en-us" if phonemes else None,
        text_cleaner="english_cleaners",
        languages=["en"],
        speakers=list(speakers),
    )
    torch.manual_seed(0)
    network = Vits(described)
    with torch.no_grad():  # loud enough to be heard
        for weights in network.waveform_decoder.conv_post.parameters():
            weights.mul_(300)
    described.save_json(str(folder / "config.json"))
    torch.save({"model": network.state_dict()}, folder / "model.pth")
    if config:
        change(folder / "config.json", **config)
    return folder


def make_fastspeech(folder: Path, kind: str = "FastSpeech2ConformerModel", **config: Any) -> Path:
    """Write a FastSpeech 2 of a few thousand weights with the symbols of an English one."""
    import torch
    import transformers

    from speech.voices.phonemes.arpabet import PHONES, VOWELS

    vowels = {phone for said in VOWELS.values() for phone in said.split()} - {"R", "L"}
    symbols = [*MARKS[:2], *sorted(PHONES - vowels), *(f"{v}{n}" for v in sorted(vowels) for n in "012"), *MARKS[2:]]
    small = {
        "vocab_size": len(symbols), "hidden_size": 16, "encoder_layers": 2, "decoder_layers": 1,
        "encoder_linear_units": 16, "decoder_linear_units": 16, "speech_decoder_postnet_layers": 2,
        "speech_decoder_postnet_units": 8, "duration_predictor_channels": 16, "pitch_predictor_channels": 8,
        "pitch_predictor_layers": 1, "energy_predictor_channels": 8, "energy_predictor_layers": 1, "num_mel_bins": 8,
        **config,
    }  # fmt: skip
    torch.manual_seed(0)
    described = transformers.FastSpeech2ConformerConfig(**small)
    if kind.endswith("WithHifiGan"):
        vocoder = transformers.FastSpeech2ConformerHifiGanConfig(model_in_dim=8, upsample_initial_channel=16)
        described = transformers.FastSpeech2ConformerWithHifiGanConfig(
            model_config=described.to_dict(), vocoder_config=vocoder.to_dict()
        )
    network = getattr(transformers, kind)(described).eval()
    inner = getattr(network, "model", network)
    with torch.no_grad():  # some frames a phone, not none, and not the same for all
        inner.duration_predictor.linear.bias.fill_(2.0)
        inner.duration_predictor.linear.weight.mul_(3.0)
    transformers.utils.logging.disable_progress_bar()
    network.save_pretrained(folder)
    (folder / "vocab.json").write_text(json.dumps({symbol: number for number, symbol in enumerate(symbols)}))
    return folder


def change(path: Path, **values: Any) -> None:
    """Set keys of a json file; `a__b` is the key b inside a."""
    whole = json.loads(path.read_text(encoding="utf-8"))
    for key, value in values.items():
        place = whole
        *above, last = key.split("__")
        for one in above:
            place = place[one]
        place[last] = value
    path.write_text(json.dumps(whole), encoding="utf-8")
