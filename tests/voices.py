"""Piper voices made on the spot: the real file format, and a hum for what they say."""

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
